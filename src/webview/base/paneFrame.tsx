import {
  createContext,
  type ComponentChildren,
  type JSX,
  type TargetedEvent,
  type TargetedKeyboardEvent,
  type TargetedMouseEvent,
  type RefObject,
  type TargetedFocusEvent,
} from 'preact';
import { useCallback, useContext, useMemo, useRef, useState, useLayoutEffect } from 'preact/hooks';
import type { ContentStrings } from '../../protocol/contentStrings.ts';
import { Format } from '../../protocol/format.ts';
import type { CommonAction, Deletable, Localised } from '../../protocol/paneMessages.ts';
import { showCopied } from './buttons.tsx';
import { type Bodies, ContentContext, type ContentServices } from './content.tsx';

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

/*
 * The controls of an element with the attribute `data-one-stop` are one stop of the Tab key: Tab leaves them and returns
 * to the one used last, and arrow keys move between them. Otherwise a list of 20 entries with two buttons each
 * would take 40 presses to get past.
 */

const lists = '[data-one-stop]';
/** Controls, without those of menus, which have keys of their own. */
const controls = 'button:not([role]), summary, a[href]';
/** Elements that contain the controls of one entry. */
const entries = 'li, tr, summary, .section-actions';

/** Keeps one control of each list reachable with Tab after each rendering. */
function useOneStops(pane: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    if (pane.current === null) return undefined;
    const { current } = pane;
    const settleAll = (): void => {
      for (const list of current.querySelectorAll(lists)) settle(list);
    };
    settleAll();
    const observer = new MutationObserver(settleAll);
    observer.observe(current, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['open'],
    });
    return () => observer.disconnect();
  }, []);
}

/** Makes the focused control the stop of its list. */
function onStopFocus({ target }: TargetedFocusEvent<HTMLElement>): void {
  const list = target instanceof Element ? target.closest(lists) : null;
  if (list) settle(list);
}

/** Moves the focus within a list, and reports whether the key did. */
function onStopKey(event: TargetedKeyboardEvent<HTMLElement>): boolean {
  const { target, key } = event;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
  if (!(target instanceof HTMLElement) || !target.matches(controls)) return false;
  const list = target.closest(lists);
  const next = list && nextOf(target, key, controlsOf(list));
  if (!next) return false;
  event.preventDefault();
  next.focus();
  return true;
}

function settle(list: Element): void {
  const all = controlsOf(list);
  const current =
    all.find((control) => control === document.activeElement) ??
    all.find((control) => control.getAttribute('tabindex') === '0') ??
    all[0];
  for (const control of all) control.tabIndex = control === current ? 0 : -1;
}

const controlsOf = (list: Element): HTMLElement[] =>
  [...list.querySelectorAll<HTMLElement>(controls)].filter((control) => control.checkVisibility());

function nextOf(from: HTMLElement, key: string, all: readonly HTMLElement[]): HTMLElement | undefined {
  const at = all.indexOf(from);
  if (key === 'Home') return all[0];
  if (key === 'End') return all.at(-1);
  if (key === 'ArrowRight') return all[at + 1];
  if (key === 'ArrowLeft') return at > 0 ? all[at - 1] : undefined;
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return undefined;
  const own = all.filter((control) => entryOf(control) === entryOf(from));
  const others = key === 'ArrowDown' ? all.slice(at + 1) : all.slice(0, at).toReversed();
  const first = others.find((control) => !own.includes(control));
  const row = first && all.filter((control) => entryOf(control) === entryOf(first));
  return row?.[Math.min(own.indexOf(from), row.length - 1)];
}

const entryOf = (control: HTMLElement): Element => control.closest(entries) ?? control;
