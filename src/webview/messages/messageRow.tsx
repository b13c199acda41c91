import type { JSX } from 'preact';
import { useCallback } from 'preact/hooks';
import type { PaneMessage } from '../../protocol/dialogPane.ts';
import { fill } from '../format.ts';
import { IconButton, showCopied } from '../iconButton.tsx';
import { usePane } from '../paneContext.ts';
import { MessageContent } from './messageContent.tsx';
import { estimatedHeight } from './useVirtualizer.ts';

export interface RowProps {
  readonly position: number;
  readonly total: number;
  /** Undefined until the extension has sent it. */
  readonly message: PaneMessage | undefined;
  /** Whether the day changes with this message. */
  readonly newDay: boolean;
  /** Index within the laid out segment and distance of the row from its top, in pixels. */
  readonly index: number;
  readonly top: number;
  /** Whether Tab reaches this message. */
  readonly active: boolean;
  readonly flash: boolean;
  readonly measure: (element: HTMLElement | null) => void;
}

/** A message at its place in the list, or a skeleton of it. */
export function MessageRow(props: RowProps): JSX.Element {
  const { position, total, message, index, top, active, flash, measure } = props;
  const label = useLabel(position, message);
  const kind = message === undefined ? 'skeleton' : message.role;
  return (
    <article
      ref={measure}
      class={`message message-${kind}${flash ? ' message-flash' : ''}`}
      style={{ transform: `translateY(${top}px)` }}
      data-index={index}
      data-position={position}
      aria-label={label}
      aria-posinset={position + 1}
      aria-setsize={total}
      aria-busy={message === undefined}
      tabIndex={active ? 0 : -1}
    >
      {message === undefined ? (
        <Skeleton />
      ) : (
        <Content message={message} newDay={props.newDay} active={active} />
      )}
    </article>
  );
}

function useLabel(position: number, message: PaneMessage | undefined): string {
  const { strings, format } = usePane();
  if (message === undefined) return fill(strings.loadingMessage, format.count(position + 1));
  return fill(strings.messageLabel, authorOf(message, strings), format.dateTime(message.ts));
}

function authorOf(message: PaneMessage, strings: { user: string; assistant: string }): string {
  return message.author ?? strings[message.role];
}

function Skeleton(): JSX.Element {
  return (
    <div class="skeleton" style={{ height: `${estimatedHeight - 16}px` }} aria-hidden="true">
      <span class="skeleton-line" />
      <span class="skeleton-line" />
      <span class="skeleton-line" />
    </div>
  );
}

interface ContentProps {
  readonly message: PaneMessage;
  readonly newDay: boolean;
  readonly active: boolean;
}

function Content({ message, newDay, active }: ContentProps): JSX.Element {
  const { strings, bodies, send, announce } = usePane();
  const attach = useCallback(
    (place: HTMLElement | null) => place?.replaceChildren(bodies.of(message)),
    [bodies, message],
  );
  const copy = (button: HTMLElement) => {
    send({ type: 'copyMessage', position: message.position });
    showCopied(button);
    announce(strings.copied);
  };
  const open = () => send({ type: 'openMessage', position: message.position });
  const actions = (
    <>
      <IconButton icon="go-to-file" label={strings.openMessage} onPress={open} />
      <IconButton icon="copy" label={strings.copyMessage} onPress={copy} />
    </>
  );
  return (
    <MessageContent {...{ message, newDay, active, actions }} author={authorOf(message, strings)}>
      <div class="body" ref={attach} />
      <CutNotice message={message} />
    </MessageContent>
  );
}

function CutNotice({ message }: { message: PaneMessage }): JSX.Element | null {
  const { strings, format, send } = usePane();
  if (message.cutChars === undefined || message.cutChars === 0) return null;
  return (
    <p class="cut">
      {fill(strings.cut, format.count(message.cutChars))}{' '}
      <button
        type="button"
        class="link-button"
        onClick={() => send({ type: 'openMessage', position: message.position })}
      >
        {strings.showWhole}
      </button>
    </p>
  );
}
