import type { JSX } from 'preact';
import { useCallback, useReducer } from 'preact/hooks';
import type { SessionPaneMessage } from '../../protocol/sessionPane.ts';
import type { SessionPaneStrings } from '../../protocol/sessionPaneStrings.ts';
import { useMarks } from '../find/findMarks.ts';
import { CutNotice, MessageActions } from '../messages/messageActions.tsx';
import { MessageBody } from '../messages/messageBody.tsx';
import { MessageContent } from '../messages/messageContent.tsx';
import type { RowContext } from '../messages/messageList.tsx';
import { Compaction } from './compaction.tsx';
import { MessageParts, Thoughts } from './messageParts.tsx';
import { SessionNotice } from './sessionNotice.tsx';
import { useLook, useSession } from './sessionServices.ts';

/** A message of a session. */
export function SessionMessage(props: RowContext & { message: SessionPaneMessage }): JSX.Element {
  const { message, newDay, active } = props;
  const { query, current } = useLook();
  const [version, change] = useReducer((count: number) => count + 1, 0);
  const onFold = useCallback(() => change(undefined), []);
  const found = current === message.position;
  const row = useMarks(query, found);
  const { role } = message;
  return (
    <div ref={row}>
      {role === 'compaction' && <Compaction {...{ message, newDay, active, version, onFold }} />}
      {role === 'notice' && <SessionNotice {...{ message, newDay }} />}
      {(role === 'user' || role === 'assistant') && (
        <Spoken {...{ message, role, newDay, active, version, found, onFold }} />
      )}
    </div>
  );
}

/** Who a message is by, in words. */
export function authorOf({ role, model }: SessionPaneMessage, strings: SessionPaneStrings): string {
  if (role === 'assistant') return model ?? strings.assistant;
  return { user: strings.user, notice: strings.notice, compaction: strings.compaction }[role];
}

interface SpokenProps extends RowContext {
  readonly message: SessionPaneMessage;
  readonly role: 'user' | 'assistant';
  readonly version: number;
  readonly found: boolean;
  readonly onFold: () => void;
}

function Spoken({ message, role, newDay, active, version, found, onFold }: SpokenProps): JSX.Element {
  const { strings, send } = useSession();
  const { position, text, ts } = message;
  const actions = <MessageActions {...{ position, strings, send }} />;
  return (
    <MessageContent
      {...{ newDay, active, version, actions }}
      message={{ role, text, ts }}
      author={authorOf(message, strings)}
    >
      <Thoughts message={message} />
      {text !== '' && <MessageBody message={message} />}
      <CutNotice {...{ message, send, strings }} />
      <MessageParts message={message} found={found} onFold={onFold} />
    </MessageContent>
  );
}
