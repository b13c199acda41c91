import type { JSX, TargetedClipboardEvent, TargetedKeyboardEvent } from 'preact';
import { useRef } from 'preact/hooks';

/**
 * Text shown unchanged. Selected text is copied exactly, including invisible characters (trailing spaces, carriage
 * returns). Select All selects only this text.
 */
export function ExactText({ text, label }: { text: string; label: string }): JSX.Element {
  const container = useRef<HTMLPreElement>(null);
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (!isSelectAll(event) || container.current === null) return;
    event.preventDefault();
    event.stopPropagation(); // the editor would select the whole pane
    getSelection()?.selectAllChildren(container.current);
  };
  return (
    <pre
      ref={container}
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
