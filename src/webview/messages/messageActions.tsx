import type { JSX } from 'preact';
import type { MessageAction } from '../../protocol/actions.ts';
import { useContent } from '../base/contentContext.ts';
import { CopyButton } from '../base/copyButton.tsx';
import { fill } from '../../protocol/format.ts';
import { IconButton } from '../base/iconButton.tsx';

interface MessageActionsProps {
  /** Place of the message among all of them. */
  readonly position: number;
  readonly send: (action: MessageAction) => void;
  readonly strings: { readonly openMessage: string; readonly copyMessage: string };
}

/** What can be done with a message of a list that holds a part of it only. */
export function MessageActions({ position, send, strings }: MessageActionsProps): JSX.Element {
  return (
    <>
      <IconButton
        icon="go-to-file"
        label={strings.openMessage}
        onPress={() => send({ type: 'openMessage', position })}
      />
      <CopyButton label={strings.copyMessage} onCopy={() => send({ type: 'copyMessage', position })} />
    </>
  );
}

interface CutNoticeProps {
  readonly message: { readonly position: number; readonly cutChars?: number };
  readonly send: (action: MessageAction) => void;
  readonly strings: { readonly cut: string; readonly showWhole: string };
}

/** Says how much of a message is not shown, with the way to the whole; nothing where all is. */
export function CutNotice({ message, send, strings }: CutNoticeProps): JSX.Element | null {
  const { format } = useContent();
  const { position, cutChars = 0 } = message;
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
