import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { useContent } from '../base/contentContext.ts';
import { fill } from '../../protocol/format.ts';

interface NewestButtonProps {
  readonly atEnd: boolean;
  /** Messages that arrived while the reader was elsewhere. */
  readonly unseen: number;
  readonly onPress: () => void;
}

/** The way back to the newest message; says how many came in meanwhile. */
export function NewestButton({ atEnd, unseen, onPress }: NewestButtonProps): JSX.Element | null {
  const { strings, format, announce } = useContent();
  const count = fill(unseen === 1 ? strings.newMessage : strings.newMessages, format.count(unseen));
  useEffect(() => {
    if (unseen > 0) announce(count);
  }, [announce, unseen, count]);
  if (atEnd) return null;
  return (
    <button
      type="button"
      class={`newest${unseen > 0 ? ' newest-unseen' : ''}`}
      title={strings.toNewest}
      aria-label={unseen > 0 ? `${count}. ${strings.toNewest}` : strings.toNewest}
      onClick={onPress}
    >
      <span class="codicon codicon-arrow-down" aria-hidden="true" />
      {unseen > 0 && <span>{count}</span>}
    </button>
  );
}
