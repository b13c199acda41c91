import type { JSX } from 'preact';
import { useContent } from './contentContext.ts';
import { IconButton, showCopied } from './iconButton.tsx';

interface CopyButtonProps {
  readonly label: string;
  readonly onCopy: () => void;
}

/** A button that copies something, and says so to eyes and to screen readers. */
export function CopyButton({ label, onCopy }: CopyButtonProps): JSX.Element {
  const { strings, announce } = useContent();
  const copy = (button: HTMLElement) => {
    onCopy();
    showCopied(button);
    announce(strings.copied);
  };
  return <IconButton icon="copy" label={label} onPress={copy} />;
}
