import type { RefObject, TargetedFocusEvent, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect } from 'preact/hooks';

/*
 * The controls of an element with the attribute `data-one-stop` are one stop of the Tab key: Tab leaves them and returns
 * to the one used last, and arrow keys move between them. Otherwise a list of 20 entries with two buttons each
 * would take 40 presses to get past.
 */

const lists = '[data-one-stop]';
/** Controls, without those of menus, which have keys of their own. */
const controls = 'button:not([role]), summary, a[href]';
/** Elements that contain the controls of one entry. */
const entries = 'li, tr, summary, .section-actions';

/** Keeps one control of each list reachable with Tab after each rendering. */
export function useOneStops(pane: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (pane.current === null) return undefined;
    const { current } = pane;
    const settleAll = (): void => {
      for (const list of current.querySelectorAll(lists)) settle(list);
    };
    settleAll();
    const observer = new MutationObserver(settleAll);
    observer.observe(current, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['open'],
    });
    return () => observer.disconnect();
  }, []);
}

/** Makes the focused control the stop of its list. */
export function onStopFocus({ target }: TargetedFocusEvent<HTMLElement>): void {
  const list = target instanceof Element ? target.closest(lists) : null;
  if (list) settle(list);
}

/** Moves the focus within a list, and reports whether the key did. */
export function onStopKey(event: TargetedKeyboardEvent<HTMLElement>): boolean {
  const { target, key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  if (!(target instanceof HTMLElement) || !target.matches(controls)) return false;
  const list = target.closest(lists);
  const next = list && nextOf(target, key, controlsOf(list));
  if (!next) return false;
  event.preventDefault();
  next.focus();
  return true;
}

function settle(list: Element): void {
  const all = controlsOf(list);
  const current =
    all.find((control) => control === document.activeElement) ??
    all.find((control) => control.getAttribute('tabindex') === '0') ??
    all[0];
  for (const control of all) control.tabIndex = control === current ? 0 : -1;
}

const controlsOf = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>(controls)].filter((control) => control.checkVisibility());

function nextOf(from: HTMLElement, key: string, all: readonly HTMLElement[]): HTMLElement | undefined {
  const at = all.indexOf(from);
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key === 'ArrowRight') return all[at + 1];
  if (key === 'ArrowLeft') return at > 0 ? all[at - 1] : undefined;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const own = all.filter((control) => entryOf(control) === entryOf(from));
  const others = key === 'ArrowDown' ? all.slice(at + 1) : all.slice(0, at).toReversed();
  const first = others.find((control) => !own.includes(control));
  const row = first && all.filter((control) => entryOf(control) === entryOf(first));
  return row?.[Math.min(own.indexOf(from), row.length - 1)];
}

const entryOf = (control: HTMLElement): Element => control.closest(entries) ?? control;
