import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePane } from './dialogServices.ts';

interface ItemEditorProps {
  readonly text: string;
  /** What was typed already, if anything. */
  readonly typed?: string | undefined;
  readonly label: string;
  readonly onType: (text: string) => void;
  /** Called with what was typed; never with nothing but blanks. */
  readonly onApply: (text: string) => void;
  readonly onCancel: () => void;
}

/** A text field that takes the focus. Enter applies, Shift+Enter makes a new line, Escape cancels. */
export function ItemEditor({ text, typed, label, onType, onApply, onCancel }: ItemEditorProps): JSX.Element {
  const { strings } = usePane();
  const field = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    const end = (typed ?? text).length;
    field.current?.setSelectionRange(end, end);
  }, []);
  const apply = () => {
    const wanted = field.current?.value.trim() ?? '';
    if (wanted === '' || wanted === text) onCancel();
    else onApply(wanted);
  };
  const onKeyDown = (event: TargetedKeyboardEvent<HTMLTextAreaElement>) => {
    if (event.isComposing) return;
    const isApply = event.key === 'Enter' && !event.shiftKey;
    if (!isApply && event.key !== 'Escape') return;
    event.preventDefault();
    if (isApply) apply();
    else onCancel();
  };
  return (
    <div class="item-editor">
      <textarea
        ref={field}
        aria-label={label}
        rows={3}
        defaultValue={typed ?? text}
        onInput={({ currentTarget }) => onType(currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div class="item-editor-buttons">
        <button type="button" class="button" onClick={apply}>
          {strings.apply}
        </button>
        <button type="button" class="button button-secondary" onClick={onCancel}>
          {strings.cancel}
        </button>
      </div>
    </div>
  );
}
