import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useCallback, useLayoutEffect, useRef } from 'preact/hooks';
import { fill, isMoment } from '../../protocol/format.ts';
import { placeOf } from '../../protocol/messageKinds.ts';
import type { MessageAction } from '../../protocol/paneMessages.ts';
import { CopyButton, IconButton } from '../base/buttons.tsx';
import { useContent } from '../base/content.tsx';
import { SelectButton } from './selection.tsx';

interface MessageContentProps {
  readonly message: { readonly role: 'user' | 'assistant'; readonly text: string; readonly ts: number };
  readonly author: string;
  /** Whether a new day starts with this message. */
  readonly newDay: boolean;
  /** Whether Tab reaches this message and its content. */
  readonly active: boolean;
  /** Changes whenever something in it is expanded or collapsed. */
  readonly version?: number;
  /** Buttons of the message. */
  readonly actions: ComponentChildren;
  /** The text and what belongs below it. */
  readonly children: ComponentChildren;
}

/** A message as shown in all panes: the day if a new one starts, author and time, buttons, text. */
export function MessageContent(props: MessageContentProps): JSX.Element {
  const { message, author, newDay, active, version, actions, children } = props;
  const { format } = useContent();
  const bubble = useReachable<HTMLDivElement>(active, `${version ?? 0} ${message.text}`);
  return (
    <>
      {newDay && <div class="day">{format.day(message.ts)}</div>}
      <div ref={bubble} class="bubble">
        <div class="message-head">
          <span
            class={`avatar codicon codicon-${message.role === 'user' ? 'account' : 'sparkle'}`}
            aria-hidden
          />
          <h3 class="author">{author}</h3>
          <Time ts={message.ts} />
          <div class="message-actions">{actions}</div>
        </div>
        {children}
      </div>
    </>
  );
}

function Time({ ts }: { ts: number }): JSX.Element {
  const { format } = useContent();
  const machine = isMoment(ts) ? { dateTime: new Date(ts).toISOString() } : {};
  return (
    <time class="time" {...machine} title={format.dateTime(ts)}>
      {format.time(ts)}
    </time>
  );
}

/** Lets Tab reach an element's content while its message is active; `content` must change with the content. */
export function useReachable<E extends HTMLElement>(active: boolean, content: string): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => setReachable(element.current, active), [active, content]);
  return element;
}

/** Restricts Tab to the content of the active message, so that it passes one message and then leaves the list. */
function setReachable(content: HTMLElement | null, reachable: boolean): void {
  const stops = content?.querySelectorAll<HTMLElement>('a, button, summary') ?? [];
  for (const stop of stops) stop.tabIndex = reachable ? 0 : -1;
}

/** The text of a message as Markdown, rendered once per message. */
export function MessageBody({ message }: { message: { readonly text: string } }): JSX.Element {
  const { bodies } = useContent();
  const attach = useCallback(
    (element: HTMLElement | null) => element?.replaceChildren(bodies.of(message)),
    [bodies, message],
  );
  return <div class="body" ref={attach} />;
}

interface MessageActionsProps {
  /** Index of the message in the conversation. */
  readonly position: number;
  readonly send: (action: MessageAction) => void;
  readonly strings: { readonly openMessage: string; readonly copyMessage: string };
}

/** Actions of a message in a list that is only partly in the page. */
export function MessageActions({ position, send, strings }: MessageActionsProps): JSX.Element {
  return (
    <>
      <IconButton
        icon="go-to-file"
        label={strings.openMessage}
        onPress={() => send({ type: 'openMessage', position })}
      />
      <SelectButton index={position} />
      <CopyButton label={strings.copyMessage} onCopy={() => send({ type: 'copyMessage', position })} />
    </>
  );
}

interface CutNoticeProps {
  readonly message: { readonly position: number; readonly at?: number; readonly cutChars?: number };
  readonly send: (action: MessageAction) => void;
  readonly strings: { readonly cut: string; readonly showWhole: string };
}

/** Notes how much of a message is not shown, with a button to open all of it; nothing if complete. */
export function CutNotice({ message, send, strings }: CutNoticeProps): JSX.Element | null {
  const { format } = useContent();
  const { cutChars = 0 } = message;
  const position = placeOf(message);
  if (cutChars === 0) return null;
  return (
    <p class="cut">
      {fill(strings.cut, format.count(cutChars))}{' '}
      <button type="button" class="link-button" onClick={() => send({ type: 'openMessage', position })}>
        {strings.showWhole}
      </button>
    </p>
  );
}
