import {
  createContext,
  type ComponentChildren,
  type JSX,
  type TargetedEvent,
  type TargetedKeyboardEvent,
  type TargetedMouseEvent,
} from 'preact';
import { useCallback, useContext, useMemo, useState } from 'preact/hooks';
import type { ContentStrings } from '../../protocol/contentStrings.ts';
import { Format } from '../../protocol/format.ts';
import type { ContentAction, Localised } from '../../protocol/paneMessages.ts';
import { showCopied } from './buttons.tsx';
import { type Bodies, ContentContext, type ContentServices } from './content.tsx';

/** The services of one kind of pane: the shared ones, with its own texts and actions. */
export interface FrameServices<Strings extends ContentStrings, Action> extends ContentServices {
  readonly strings: Strings;
  readonly send: (action: Action | ContentAction) => void;
}

export interface FrameProps<Strings, Action> {
  /** What was received last. */
  readonly content: Localised<Strings>;
  readonly host: { send(action: Action | ContentAction): void };
  readonly children: ComponentChildren;
}

/** One kind of pane. */
export interface FrameKind<Strings extends ContentStrings, Action> {
  /** What is around the content: services, clicks in Markdown, a voice for screen readers. */
  readonly Frame: (props: FrameProps<Strings, Action>) => JSX.Element;
  /** The services of the pane around a component. */
  readonly usePane: () => FrameServices<Strings, Action>;
}

/** What renders the Markdown of a pane, in its language. */
export type BodiesOf = (strings: ContentStrings, format: Format) => Bodies;

const none = (): never => {
  throw new Error('This pane was defined without Markdown');
};
const withoutMarkdown: BodiesOf = () => ({ of: none, render: none, renderInline: none });

/** A kind of pane with these texts and actions. Only one that shows Markdown brings along what renders it. */
export function definePane<Strings extends ContentStrings, Action>(
  bodiesOf = withoutMarkdown,
): FrameKind<Strings, Action> {
  const Services = createContext<FrameServices<Strings, Action> | undefined>(undefined);
  return {
    Frame: ({ content, host, children }) => {
      const [announcement, announce] = useState('');
      const services = useServices(content, { host, announce, bodiesOf });
      const onClick = (event: TargetedMouseEvent<HTMLElement>) => onContentClick(event, services);
      return (
        <Services.Provider value={services}>
          <ContentContext.Provider value={services}>
            <main class="pane" onClick={onClick} {...readingEvents}>
              {children}
              <div class="visually-hidden" role="status">
                {announcement}
              </div>
            </main>
          </ContentContext.Provider>
        </Services.Provider>
      );
    },
    usePane: () => {
      const services = useContext(Services);
      if (services === undefined) throw new Error('A part of a pane was rendered outside of it');
      return services;
    },
  };
}

const readingKeys = /^(?:Arrow(?:Up|Down)|Page(?:Up|Down)|Home|End)$/;

/** Where one reads below the header, the page says so to its style sheet. */
const readingEvents = {
  onWheel: (event: TargetedEvent<HTMLElement>) => noteReading(event),
  onTouchMove: (event: TargetedEvent<HTMLElement>) => noteReading(event),
  onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (readingKeys.test(event.key)) noteReading(event);
  },
  onPointerDown: (event: TargetedEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.matches('.scroller')) noteReading(event); // its bar
  },
};

function noteReading({ target, currentTarget }: TargetedEvent<HTMLElement>): void {
  const isBelow = target instanceof Element && target.closest('.header') === null;
  if (isBelow) currentTarget.classList.add('reading');
}

interface FrameParts<Action> {
  readonly host: { send(action: Action | ContentAction): void };
  readonly announce: (text: string) => void;
  readonly bodiesOf: BodiesOf;
}

/** The services stay the same as long as language and texts do. */
function useServices<Strings extends ContentStrings, Action>(
  { locale, strings: latest }: Localised<Strings>,
  { host, announce, bodiesOf }: FrameParts<Action>,
): FrameServices<Strings, Action> {
  const wording = JSON.stringify(latest);
  const strings = useMemo(() => latest, [wording]);
  const send = useCallback((action: Action | ContentAction) => host.send(action), [host]);
  return useMemo(() => {
    const format = new Format(locale);
    return { strings, format, bodies: bodiesOf(strings, format), send, announce };
  }, [locale, strings, send]);
}

/**
 * Clicks inside rendered Markdown: links go through the extension, code is copied. They end here, because the editor
 * would otherwise follow links by itself.
 */
function onContentClick(event: TargetedMouseEvent<HTMLElement>, services: ContentServices): void {
  if (!(event.target instanceof Element)) return;
  const link = event.target.closest('a');
  if (link !== null) {
    event.preventDefault();
    event.stopPropagation();
    const href = link.dataset.href;
    if (href !== undefined && href !== '') services.send({ type: 'openLink', href });
  }
  const copy = event.target.closest<HTMLElement>('button.copy-code');
  if (copy === null) return;
  services.send({ type: 'copyText', text: copy.closest('.code')?.querySelector('pre')?.textContent ?? '' });
  showCopied(copy);
  services.announce(services.strings.copied);
}
