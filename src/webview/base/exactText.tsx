import type { JSX, TargetedClipboardEvent, TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';

/**
 * A text as it is, to read and to copy: what is selected is copied character by character, also where a page shows
 * nothing (blanks at the end, carriage returns). Select All within it means this text.
 */
export function ExactText({ text, label }: { text: string; label: string }): JSX.Element {
  const place = useRef<HTMLPreElement>(null);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (!isSelectAll(event) || place.current === null) return;
    event.preventDefault();
    event.stopPropagation(); // the editor would select the whole pane
    getSelection()?.selectAllChildren(place.current);
  };
  return (
    <pre
      ref={place}
      class="exact"
      role="region"
      aria-label={label}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onCopy={copyExactly}
    >
      {text}
    </pre>
  );
}

function copyExactly(event: TargetedClipboardEvent<HTMLElement>): void {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0 || event.clipboardData === null) return;
  const range = selection.getRangeAt(0);
  if (!event.currentTarget.contains(range.commonAncestorContainer)) return;
  event.preventDefault();
  event.clipboardData.setData('text/plain', range.toString());
}

function isSelectAll(event: TargetedKeyboardEvent<HTMLElement>): boolean {
  return (
    (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'a'
  );
}
