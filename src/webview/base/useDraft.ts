import { useState } from 'preact/hooks';
import type { Drafted } from '../../protocol/paneMessages.ts';

/** Number of drafts the page has sent, for any content. */
export class DraftCount {
  sent = 0;
}

/**
 * Returns the draft kept by the extension, unless this page has a newer one, and a function to change it. `send`
 * passes changes to the extension; undefined discards the draft.
 */
export function useDraft<Draft>(
  count: DraftCount,
  { draft, draftsSeen }: Drafted<Draft>,
  send: (next: Draft | undefined) => void,
): [Draft | undefined, (next: Draft | undefined) => void] {
  const [own, setOwn] = useState<Draft>();
  const keep = (next: Draft | undefined) => {
    count.sent++;
    send(next);
    setOwn(() => next);
  };
  return [draftsSeen === count.sent ? draft : own, keep];
}

/** Creates an id by which the extension recognizes what it has saved. */
export const newDraftId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
