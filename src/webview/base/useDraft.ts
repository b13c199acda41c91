import { useState } from 'preact/hooks';
import type { Drafted } from '../../protocol/paneMessages.ts';

/** How many drafts the page has sent, of whatever it showed. */
export class DraftCount {
  sent = 0;
}

/**
 * The draft the extension keeps, unless this page has changed it since, and how to change it. `send` tells the extension;
 * undefined is no draft any more.
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

/** By this the extension knows again what it has stored. */
export const newDraftId = (): string => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`;
