import { createContext, type JSX } from 'preact';
import { useContext, useLayoutEffect, useRef } from 'preact/hooks';
import type { ContentStrings } from '../../protocol/contentStrings.ts';
import type { Format } from '../../protocol/format.ts';
import type { CommonAction, Gone } from '../../protocol/paneMessages.ts';
import type { MessageBodies } from '../markdown/messageBodies.ts';

/** Renders Markdown. */
export type Bodies = Pick<MessageBodies, 'of' | 'render' | 'renderInline'>;

/** Services available to every part of every pane. */
export interface ContentServices {
  readonly strings: ContentStrings;
  readonly format: Format;
  readonly bodies: Bodies;
  readonly send: (action: CommonAction) => void;
  /** Where what is shown is, if it was deleted. */
  readonly gone: Gone | undefined;
  /** Announces to screen readers what is visible elsewhere. */
  readonly announce: (text: string) => void;
}

export const ContentContext = createContext<ContentServices | undefined>(undefined);

/** Returns the services of the enclosing pane. */
export function useContent(): ContentServices {
  const services = useContext(ContentContext);
  if (services === undefined) throw new Error('A part of a pane was rendered outside of it');
  return services;
}

/** Markdown text, rendered again only when it changes. */
export function Markdown({ text }: { text: string }): JSX.Element {
  const { bodies } = useContent();
  const container = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => container.current?.replaceChildren(bodies.render(text)), [bodies, text]);
  return <div ref={container} />;
}
