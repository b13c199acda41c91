import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import { useContent } from '../base/contentContext.ts';

/** The text of a message as Markdown, made once per message. */
export function MessageBody({ message }: { message: { readonly text: string } }): JSX.Element {
  const { bodies } = useContent();
  const attach = useCallback(
    (place: HTMLElement | null) => place?.replaceChildren(bodies.of(message)),
    [bodies, message],
  );
  return <div class="body" ref={attach} />;
}
