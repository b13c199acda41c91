import { isoTime } from '../../disk/base/core.ts';
import { cursorAt } from '../../history/dialogs/cursor.ts';
import type { Message } from '../../history/dialogs/types.ts';
import { containLines, jsonLine, oneFlatLine } from '../../disk/text/containText.ts';
import type { DialogStores } from '../../store/types.ts';
import { longestPrefix } from '../base/text.ts';

/** Returns the folder of a dialog, for a reply that cannot contain everything. */
export type FolderLookup = () => Promise<string>;

/** Looks up a dialog's folder on demand, and only once. */
export function folderLookup(store: DialogStores, dialog: string): FolderLookup {
  let folder: Promise<string> | undefined;
  return () => (folder ??= folderOf(store, dialog));
}

async function folderOf(store: DialogStores, dialog: string): Promise<string> {
  return (await store.dialogs.overview(dialog))?.folder ?? store.folder;
}

/** A message and its position in the dialog. */
export interface ShownMessage {
  readonly message: Message;
  readonly position: number;
  /** Number of characters already read, which are omitted. */
  readonly textFrom?: number;
}

/** The dialog of messages, with any cursor of it. */
export interface MessageOrigin {
  readonly dialog: string;
  readonly cursor: string;
}

/** Formats the call for messages from a position on, skipping characters of the first. */
export function callFrom(
  { dialog, cursor }: MessageOrigin,
  position: number,
  limit: number,
  characters = 0,
): string {
  return `history_get_messages_since ${jsonLine({ dialog, cursor: cursorAt(cursor, position, characters), limit })}`;
}

/** Formats a message as JSON. */
export const jsonMessage = ({ message }: ShownMessage): string => JSON.stringify(message);

/** Formats a message as one line: `U:` or `A:` and the text, with `\` and all line ends escaped. */
export const flatMessage = ({ message: { role, text } }: ShownMessage): string =>
  `${role === 'user' ? 'U' : 'A'}:${oneFlatLine(text.replaceAll('\\', '\\\\'))}`;

/** Keeps lines of a text from beginning as those of a dialog in Markdown. */
export const contained = (text: string): string =>
  containLines(text, '### (user|assistant) |## (Summary|Messages)');

/** Formats a message with a heading for people; escapes lines that look like another heading. */
export const markdownMessage = ({ message: { role, text, ts } }: ShownMessage): string =>
  `### ${role} · ${isoTime(ts).slice(0, 19).replace('T', ' ')}\n\n${contained(text)}`;

/** Cuts a message that is too long for a reply, and inserts the missing length and the call for it. */
export function shortenMessage(
  placed: ShownMessage,
  render: (message: ShownMessage) => string,
  chars: number,
  origin: MessageOrigin,
): ShownMessage {
  const { message, position, textFrom = 0 } = placed;
  const { meta, ...rest } = message;
  const metaChars = meta === undefined ? 0 : JSON.stringify(meta).length;
  const slim = metaChars > chars / 4 ? { omitted: `${metaChars} characters: give a greater maxChars` } : meta;
  const cut = (text: string): ShownMessage => {
    const missing = message.text.length - text.length;
    const call = callFrom(origin, position, 1, textFrom + text.length);
    const mark = missing > 0 ? `…[${missing} more characters: ${call}]` : '';
    return { ...placed, message: { ...rest, text: text + mark, ...(slim && { meta: slim }) } };
  };
  const size = (text: string): number => render({ ...placed, message: { ...rest, text } }).length;
  const spare = chars - render(cut('')).length;
  return cut(longestPrefix(message.text, spare, (text) => size(text) - size('')));
}
