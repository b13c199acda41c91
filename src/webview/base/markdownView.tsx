import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useContent } from './contentContext.ts';

/** A text as Markdown; rendered again only when it becomes another. */
export function Markdown({ text }: { text: string }): JSX.Element {
  const { bodies } = useContent();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(bodies.render(text)), [bodies, text]);
  return <div ref={place} />;
}
