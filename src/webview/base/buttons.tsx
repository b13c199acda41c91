import type { JSX } from 'preact';
import { useContent } from './content.tsx';

interface IconButtonProps {
  /** Name of a codicon. */
  readonly icon: string;
  readonly label: string;
  readonly onPress: (button: HTMLElement) => void;
  readonly pressed?: boolean;
  /** Id of the element that describes it. */
  readonly describedBy?: string;
}

/** A button that shows only a codicon; its label is the tooltip and the accessible name. */
export function IconButton({ icon, label, onPress, pressed, describedBy }: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`icon-button codicon codicon-${icon}`}
      title={label}
      aria-label={label}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      aria-describedby={describedBy}
      onClick={(event) => onPress(event.currentTarget)}
    />
  );
}

/** Briefly shows on a button that its text was copied. */
export function showCopied(button: HTMLElement): void {
  button.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => button.classList.replace('codicon-check', 'codicon-copy'), 1_500);
}

interface CopyButtonProps {
  readonly label: string;
  readonly onCopy: () => void;
}

/** A button that copies something and announces it, also to screen readers. */
export function CopyButton({ label, onCopy }: CopyButtonProps): JSX.Element {
  const { strings, announce } = useContent();
  const copy = (button: HTMLElement) => {
    onCopy();
    showCopied(button);
    announce(strings.copied);
  };
  return <IconButton icon="copy" label={label} onPress={copy} />;
}

interface EditorButtonsProps {
  /** Label and action of the main button. */
  readonly done: string;
  readonly onDone: () => void;
  readonly cancel: string;
  readonly onCancel: () => void;
}

/** Buttons below a text editor. */
export function EditorButtons({ done, onDone, cancel, onCancel }: EditorButtonsProps): JSX.Element {
  return (
    <div class="item-editor-buttons">
      <button type="button" class="button" onClick={onDone}>
        {done}
      </button>
      <button type="button" class="button button-secondary" onClick={onCancel}>
        {cancel}
      </button>
    </div>
  );
}
