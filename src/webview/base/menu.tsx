import type { JSX, TargetedKeyboardEvent, TargetedToggleEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useUniqueId } from './uniqueId.ts';

/** An item of a menu. */
export interface MenuItem {
  readonly label: string;
  readonly run: () => void;
  /** Whether it is checked; choosing such an item leaves the menu open. */
  readonly checked?: boolean;
}

interface MenuButtonProps {
  /** Name of a codicon. */
  readonly icon?: string;
  readonly label: string;
  /** Whether to mark the button, because what it controls is active. */
  readonly marked?: boolean;
  readonly items: readonly MenuItem[];
}

/**
 * A button with a menu. Arrow keys, Home, End and first letters move between items, Escape and Tab close it; the
 * focus returns to the button.
 */
export function MenuButton({
  icon = 'ellipsis',
  label,
  marked = false,
  items,
}: MenuButtonProps): JSX.Element | null {
  const id = useUniqueId();
  // Number of times it was opened; 0 while closed. Closing and opening may arrive as one event.
  const [opened, setOpened] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (opened === 0 || !menu.current || !button.current) return;
    positionMenu(menu.current, button.current.getBoundingClientRect());
    menu.current.querySelector('button')?.focus();
  }, [opened]);
  const onToggle = ({ newState }: TargetedToggleEvent<HTMLElement>) =>
    setOpened((count) => (newState === 'open' ? count + 1 : 0));
  const choose = ({ checked, run }: MenuItem) => {
    if (checked === undefined) {
      menu.current?.hidePopover();
      button.current?.focus();
    }
    run();
  };
  if (items.length === 0) return null;
  return (
    <>
      <button
        ref={button}
        type="button"
        class={`icon-button codicon codicon-${icon}${marked ? ' icon-marked' : ''}`}
        title={label}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened > 0}
        popovertarget={id}
      />
      <div
        ref={menu}
        id={id}
        class="menu"
        popover="auto"
        role="menu"
        aria-label={label}
        onToggle={onToggle}
        onKeyDown={onMenuKey}
      >
        {opened > 0 &&
          items.map((item) => (
            <button
              key={item.label}
              type="button"
              class="menu-item"
              tabIndex={-1}
              {...(item.checked === undefined
                ? { role: 'menuitem' }
                : { role: 'menuitemcheckbox', 'aria-checked': item.checked })}
              onClick={() => choose(item)}
            >
              {item.checked === true && <span class="codicon codicon-check" aria-hidden="true" />}
              {item.label}
            </button>
          ))}
      </div>
    </>
  );
}

const edge = 4;

/** Positions the menu below the button, aligned right, within the window. */
function positionMenu(menu: HTMLElement, { right, top, bottom }: DOMRect): void {
  const { width, height } = menu.getBoundingClientRect();
  const below = bottom + height + edge <= innerHeight;
  menu.style.left = `${Math.max(edge, Math.min(right - width, innerWidth - width - edge))}px`;
  menu.style.top = `${Math.max(edge, below ? bottom : top - height)}px`;
}

function onMenuKey(event: TargetedKeyboardEvent<HTMLElement>): void {
  const menu = event.currentTarget;
  if (event.key === 'Tab') menu.hidePopover(); // Tab continues from the button
  const items = [...menu.querySelectorAll('button')];
  const target = targetOf(
    event,
    items,
    items.findIndex((item) => item === document.activeElement),
  );
  event.stopPropagation(); // the enclosing list handles arrow keys too
  if (target === undefined) return;
  event.preventDefault();
  target.focus();
}

function targetOf<Item extends HTMLElement>(
  { key, ctrlKey, metaKey, altKey }: KeyboardEvent,
  items: readonly Item[],
  at: number,
): Item | undefined {
  const { length } = items;
  if (key === 'ArrowDown') return items[(at + 1) % length];
  if (key === 'ArrowUp') return items[(Math.max(0, at) + length - 1) % length];
  if (key === 'Home') return items[0];
  if (key === 'End') return items[length - 1];
  if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return undefined;
  const begins = (item: Item) => item.textContent.toLowerCase().startsWith(key.toLowerCase());
  return items.find((item, index) => index > at && begins(item)) ?? items.find(begins);
}
