import type { JSX } from 'preact';
import type { PaneMessage } from '../../protocol/dialogPane.ts';
import { usePane } from './dialogServices.ts';
import { CutNotice, MessageActions } from '../messages/messageActions.tsx';
import { MessageBody } from '../messages/messageBody.tsx';
import { MessageContent } from '../messages/messageContent.tsx';
import type { RowContext } from '../messages/messageList.tsx';

/** A message of a dialog. */
export function DialogMessage({
  message,
  newDay,
  active,
}: RowContext & { message: PaneMessage }): JSX.Element {
  const { strings, send } = usePane();
  const actions = <MessageActions {...{ strings, send }} position={message.position} />;
  return (
    <MessageContent {...{ message, newDay, active, actions }} author={authorOf(message, strings)}>
      <MessageBody message={message} />
      <CutNotice {...{ message, send, strings }} />
    </MessageContent>
  );
}

/** Who a message is by, in words. */
export function authorOf(message: PaneMessage, strings: { user: string; assistant: string }): string {
  return message.author ?? strings[message.role];
}
