import { join } from 'node:path';
import type { Message } from '../store/dialogs/types.ts';
import type { Store } from '../store/store.ts';
import { longestPrefix, wireBytes } from './reply.ts';

/** Where a dialog's files are, for a reply that cannot hold all of them. */
export type Place = () => Promise<string>;

/** Looks up a dialog's folder only when a reply has to name it, and then once, however many messages name it. */
export function placeOf(store: Store, dialog: string): Place {
  let folder: Promise<string> | undefined;
  return () => (folder ??= folderOf(store, dialog));
}

async function folderOf(store: Store, dialog: string): Promise<string> {
  return (await store.dialogs.overview(dialog))?.folder ?? store.folder;
}

/** A message as JSON. */
export const jsonMessage = (message: Message): string => JSON.stringify(message);

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r' };

/** A message as one line of flat text: `U:` or `A:` and the text with `\`, newline and carriage return escaped. */
export const flatMessage = ({ role, text }: Message): string =>
  `${role === 'user' ? 'U' : 'A'}:${text.replaceAll(/[\\\n\r]/g, (character) => escapes[character] ?? character)}`;

/** Cuts a message that alone is too long for a reply, saying in it how much is missing and where the whole is. */
export async function shortenMessage(
  message: Message,
  render: (message: Message) => string,
  bytes: number,
  place: Place,
): Promise<Message> {
  const files = join(await place(), 'messages*.json');
  const { meta, ...rest } = message;
  const longMeta = meta !== undefined && wireBytes(JSON.stringify(meta)) > bytes / 4;
  const slim = longMeta ? { omitted: `too long for this reply; it is in ${files}` } : meta;
  const cut = (text: string): Message => {
    const missing = message.text.length - text.length;
    const mark = missing > 0 ? `…[${missing} characters left out; the whole text is in ${files}]` : '';
    return { ...rest, text: text + mark, ...(slim && { meta: slim }) };
  };
  const size = (text: string): number => wireBytes(render({ ...rest, text }));
  const spare = bytes - wireBytes(render(cut('')));
  return cut(longestPrefix(message.text, spare, (text) => size(text) - size('')));
}
