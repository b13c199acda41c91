import type { ComponentChildren, JSX, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useContent } from '../base/contentContext.ts';
import { isMoment } from '../../protocol/format.ts';

interface MessageContentProps {
  readonly message: { readonly role: 'user' | 'assistant'; readonly text: string; readonly ts: number };
  readonly author: string;
  /** Whether the day changes with this message. */
  readonly newDay: boolean;
  /** Whether Tab reaches this message, and what is in it. */
  readonly active: boolean;
  /** Changes whenever something in it was folded or unfolded. */
  readonly version?: number;
  /** Buttons of the message. */
  readonly actions: ComponentChildren;
  /** The text and what belongs below it. */
  readonly children: ComponentChildren;
}

/** A message as every pane shows it: the day where it begins, who and when, buttons, text. */
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

/** What is in the element can be reached with Tab while the message is active; `content` stands for what is in it. */
export function useReachable<E extends HTMLElement>(active: boolean, content: string): RefObject<E | null> {
  const element = useRef<E>(null);
  useLayoutEffect(() => setReachable(element.current, active), [active, content]);
  return element;
}

/** Tab reaches what is in the active message only, so that it leads through one message and then out of the list. */
function setReachable(content: HTMLElement | null, reachable: boolean): void {
  const stops = content?.querySelectorAll<HTMLElement>('a, button, summary') ?? [];
  for (const stop of stops) stop.tabIndex = reachable ? 0 : -1;
}
