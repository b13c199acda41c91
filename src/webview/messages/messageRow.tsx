import type { JSX } from 'preact';
import type { PaneMessage } from '../../protocol/dialogPane.ts';
import { fill } from '../format.ts';
import { IconButton, showCopied } from '../iconButton.tsx';
import { usePane } from '../paneContext.ts';
import { MessageBody } from './messageBody.tsx';
import { MessageContent } from './messageContent.tsx';
import type { RowContext } from './messageList.tsx';

/** A message of a dialog. */
export function DialogMessage({
  message,
  newDay,
  active,
}: RowContext & { message: PaneMessage }): JSX.Element {
  const { strings, send, announce } = usePane();
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
      <MessageBody message={message} />
      <CutNotice chars={message.cutChars} onOpen={open} />
    </MessageContent>
  );
}

/** Who a message is by, in words. */
export function authorOf(message: PaneMessage, strings: { user: string; assistant: string }): string {
  return message.author ?? strings[message.role];
}

function CutNotice({ chars = 0, onOpen }: { chars: number | undefined; onOpen: () => void }) {
  const { strings, format } = usePane();
  if (chars === 0) return null;
  return (
    <p class="cut">
      {fill(strings.cut, format.count(chars))}{' '}
      <button type="button" class="link-button" onClick={onOpen}>
        {strings.showWhole}
      </button>
    </p>
  );
}
