import { createContext, type JSX } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { ContentStrings } from '../../protocol/contentStrings.ts';
import type { Format } from '../../protocol/format.ts';
import type { ContentAction } from '../../protocol/paneMessages.ts';
import type { MessageBodies } from '../markdown/messageBodies.ts';

/** Renders Markdown. */
export type Bodies = Pick<MessageBodies, 'of' | 'render' | 'renderInline'>;

/** The services every part of every pane can use. */
export interface ContentServices {
  readonly strings: ContentStrings;
  readonly format: Format;
  readonly bodies: Bodies;
  readonly send: (action: ContentAction) => void;
  /** Says something to screen readers that the eye sees elsewhere. */
  readonly announce: (text: string) => void;
}

export const ContentContext = createContext<ContentServices | undefined>(undefined);

/** The services of the pane around a shared part. */
export function useContent(): ContentServices {
  const services = useContext(ContentContext);
  if (services === undefined) throw new Error('A part of a pane was rendered outside of it');
  return services;
}

/** A text as Markdown; rendered again only when it becomes another. */
export function Markdown({ text }: { text: string }): JSX.Element {
  const { bodies } = useContent();
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(bodies.render(text)), [bodies, text]);
  return <div ref={place} />;
}
