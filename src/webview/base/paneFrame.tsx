import {
  createContext,
  type ComponentChildren,
  type JSX,
  type TargetedEvent,
  type TargetedKeyboardEvent,
  type TargetedMouseEvent,
} from 'preact';
import { useCallback, useContext, useMemo, useRef, useState } from 'preact/hooks';
import type { ContentStrings } from '../../protocol/contentStrings.ts';
import { Format } from '../../protocol/format.ts';
import type { CommonAction, Deletable, Localised } from '../../protocol/paneMessages.ts';
import { showCopied } from './buttons.tsx';
import { type Bodies, ContentContext, type ContentServices } from './content.tsx';
import { onStopFocus, onStopKey, useOneStops } from './oneStop.ts';

/** Services of a kind of pane: the common ones with its own texts and actions. */
export interface FrameServices<Strings extends ContentStrings, Action> extends ContentServices {
  readonly strings: Strings;
  readonly send: (action: Action | CommonAction) => void;
}

export interface FrameProps<Strings, Action> {
  /** The latest content. */
  readonly content: Localised<Strings> & Deletable;
  readonly host: { send(action: Action | CommonAction): void };
  readonly children: ComponentChildren;
}

/** A kind of pane. */
export interface FrameKind<Strings extends ContentStrings, Action> {
  /** Wraps the content: provides services, handles clicks in Markdown, announces to screen readers. */
  readonly Frame: (props: FrameProps<Strings, Action>) => JSX.Element;
  /** Returns the services of the enclosing pane. */
  readonly usePane: () => FrameServices<Strings, Action>;
}

/** Creates the Markdown renderer of a pane, in its language. */
export type BodiesOf = (strings: ContentStrings, format: Format) => Bodies;

const none = (): never => {
  throw new Error('This pane was defined without Markdown');
};
const withoutMarkdown: BodiesOf = () => ({ of: none, render: none, renderInline: none });

/** Defines a kind of pane by its texts and actions. Only panes with Markdown include a renderer. */
export function definePane<Strings extends ContentStrings, Action>(
  bodiesOf = withoutMarkdown,
): FrameKind<Strings, Action> {
  const Services = createContext<FrameServices<Strings, Action> | undefined>(undefined);
  return {
    Frame: ({ content, host, children }) => {
      const [announcement, announce] = useState('');
      const services = useServices(content, { host, announce, bodiesOf });
      const main = useRef<HTMLElement>(null);
      useOneStops(main);
      const onClick = (event: TargetedMouseEvent<HTMLElement>) => onContentClick(event, services);
      return (
        <Services.Provider value={services}>
          <ContentContext.Provider value={services}>
            <main ref={main} class="pane" onClick={onClick} onFocusIn={onStopFocus} {...readingHandlers}>
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

/** Informs the style sheet when the user reads below the header. */
const readingHandlers = {
  onWheel: (event: TargetedEvent<HTMLElement>) => markReading(event),
  onTouchMove: (event: TargetedEvent<HTMLElement>) => markReading(event),
  onKeyDown: (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (!onStopKey(event) && readingKeys.test(event.key)) markReading(event);
  },
  onPointerDown: (event: TargetedEvent<HTMLElement>) => {
    if (event.target instanceof Element && event.target.matches('.scroller')) markReading(event); // its scroll bar
  },
};

function markReading({ target, currentTarget }: TargetedEvent<HTMLElement>): void {
  const isBelow = target instanceof Element && target.closest('.header') === null;
  if (isBelow) currentTarget.classList.add('reading');
}

interface FrameParts<Action> {
  readonly host: { send(action: Action | CommonAction): void };
  readonly announce: (text: string) => void;
  readonly bodiesOf: BodiesOf;
}

/** Returns services that stay the same until language or texts change. */
function useServices<Strings extends ContentStrings, Action>(
  { locale, strings: latest, gone }: Localised<Strings> & Deletable,
  { host, announce, bodiesOf }: FrameParts<Action>,
): FrameServices<Strings, Action> {
  const wording = JSON.stringify(latest);
  const strings = useMemo(() => latest, [wording]);
  const send = useCallback((action: Action | CommonAction) => host.send(action), [host]);
  return useMemo(() => {
    const format = new Format(locale);
    return { strings, format, bodies: bodiesOf(strings, format), send, announce, gone };
  }, [locale, strings, send, gone]);
}

/**
 * Handles clicks in rendered Markdown: links go to the extension, code is copied. Stops propagation, since the editor
 * would follow links itself.
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
