import type { JSX } from 'preact';

interface IconButtonProps {
  /** Name of a codicon. */
  readonly icon: string;
  readonly label: string;
  readonly onPress: (button: HTMLElement) => void;
  readonly pressed?: boolean;
}

/** A button that shows only a codicon; its label is the tooltip and the accessible name. */
export function IconButton({ icon, label, onPress, pressed }: IconButtonProps): JSX.Element {
  return (
    <button
      type="button"
      class={`icon-button codicon codicon-${icon}`}
      title={label}
      aria-label={label}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      onClick={(event) => onPress(event.currentTarget)}
    />
  );
}

/** Shows for a moment on a button that its text was copied. */
export function showCopied(button: HTMLElement): void {
  button.classList.replace('codicon-copy', 'codicon-check');
  setTimeout(() => button.classList.replace('codicon-check', 'codicon-copy'), 1_500);
}
