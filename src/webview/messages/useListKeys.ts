import type { TargetedKeyboardEvent } from 'preact';

/** The part of a list's state that keys use. */
export interface ListFocus {
  /** The row Tab reaches. */
  readonly active: number;
  /** Scrolls to a row and focuses it. */
  readonly focus: (position: number) => void;
}

/** What keys do with a row besides moving to it. */
export interface RowChoice {
  readonly choose: (position: number) => void;
  /** Toggles its selection. */
  readonly toggle: (position: number) => void;
}

/**
 * Handles keys of a list: Tab enters at a visible message, arrows move between messages, Home and End to the first
 * and newest; with Shift they select, and Space selects one. Page keys scroll, as in browsers. Ignores keys pressed
 * in controls within a message, such as a code block.
 */
export function useListKeys(
  scroll: ListFocus,
  total: number,
  choice?: RowChoice,
): (event: TargetedKeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.altKey || event.metaKey || !isListOrMessage(event)) return;
    const onMessage = isOnMessage(event);
    if (event.key === ' ' && onMessage && choice) {
      event.preventDefault();
      choice.toggle(scroll.active);
      return;
    }
    const selects = event.shiftKey && onMessage && choice !== undefined && event.key.startsWith('Arrow');
    const target =
      event.shiftKey && !selects ? undefined : targetOf(event.key, scroll.active, total, onMessage);
    if (target === undefined) return;
    event.preventDefault();
    if (selects) for (const position of [scroll.active, target]) choice.choose(position);
    scroll.focus(target);
  };
}

function targetOf(key: string, active: number, total: number, onMessage: boolean): number | undefined {
  if (total === 0) return undefined;
  if (key === 'Home') return 0;
  if (key === 'End') return total - 1;
  if (!onMessage) return key === 'Tab' ? active : undefined;
  if (key === 'ArrowUp') return Math.max(0, active - 1);
  return key === 'ArrowDown' ? Math.min(total - 1, active + 1) : undefined;
}

function isListOrMessage(event: TargetedKeyboardEvent<HTMLElement>): boolean {
  return event.target === event.currentTarget || isOnMessage(event);
}

function isOnMessage(event: TargetedKeyboardEvent<HTMLElement>): boolean {
  return event.target instanceof HTMLElement && event.target.matches('article');
}
