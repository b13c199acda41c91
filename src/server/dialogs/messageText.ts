import { isoTime } from '../../store/base/core.ts';
import { cursorAt } from '../../store/dialogs/cursor.ts';
import type { Message } from '../../store/dialogs/types.ts';
import { containLines, visible } from '../../store/text/containText.ts';
import type { DialogStores } from '../../store/types.ts';
import { longestPrefix } from '../base/text.ts';

/** Where a dialog's files are, for a reply that cannot hold all of them. */
export type DialogPath = () => Promise<string>;

/** Looks up a dialog's folder only when a reply has to name it, and then once, however many messages name it. */
export function placeOf(store: DialogStores, dialog: string): DialogPath {
  let folder: Promise<string> | undefined;
  return () => (folder ??= folderOf(store, dialog));
}

async function folderOf(store: DialogStores, dialog: string): Promise<string> {
  return (await store.dialogs.overview(dialog))?.folder ?? store.folder;
}

/** A message of a dialog and where it stands there. */
export interface ShownMessage {
  readonly message: Message;
  readonly position: number;
  /** Characters of its text that were left out because they were read before. */
  readonly textFrom?: number;
}

/** Of which dialog messages are, and any cursor of it. */
export interface MessageOrigin {
  readonly dialog: string;
  readonly cursor: string;
}

/** The call that gives messages from a position on, of the first one what comes after so many characters. */
export function callFrom(
  { dialog, cursor }: MessageOrigin,
  position: number,
  limit: number,
  characters = 0,
): string {
  return `history_get_messages_since ${JSON.stringify({ dialog, cursor: cursorAt(cursor, position, characters), limit })}`;
}

/** A message as JSON. */
export const jsonMessage = ({ message }: ShownMessage): string => JSON.stringify(message);

/** A message as one line of flat text: `U:` or `A:` and the text, with `\` and whatever ends a line somewhere escaped. */
export const flatMessage = ({ message: { role, text } }: ShownMessage): string =>
  `${role === 'user' ? 'U' : 'A'}:${oneFlatLine(text.replaceAll('\\', '\\\\'))}`;

/** A text, or JSON, in which nothing ends a line, as escapes of JSON: for Unicode and for old terminals more does than `\n`. */
export const oneFlatLine = (text: string): string =>
  text.replaceAll(/[\n\r\v\f\u0085\u2028\u2029]/g, visible);

/** A message with a heading, for people to read. No line of its text looks like the heading of another one. */
export const markdownMessage = ({ message: { role, text, ts } }: ShownMessage): string =>
  `### ${role} · ${isoTime(ts).slice(0, 19).replace('T', ' ')}\n\n${containLines(text, '### (user|assistant) ')}`;

/** Cuts a message that alone is too long for a reply, saying in it how much is missing and which call gives that. */
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
