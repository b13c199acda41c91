import type { MessagePage, SinceQuery } from '../../store/dialogs/types.ts';
import { jsonMessage, shortenMessage, type PlacedMessage } from './messageText.ts';
import { countFitting, fit, jsonObject, type Reply } from '../base/reply.ts';

/** About what the cursor and the notes of a page take. Characters. */
const headChars = 700;

/** How a page of messages was asked for. */
export interface PageForm {
  readonly dialog: string;
  readonly maxChars: number;
}

type ReadPage = (query: SinceQuery) => Promise<MessagePage>;

/** The reply of `history_get_messages_since`. */
export async function pageReply(query: SinceQuery, read: ReadPage, form: PageForm): Promise<Reply> {
  const { page, shortened } = await fittingPage(query, read, form.maxChars - headChars);
  const newest = query.sinceTs === undefined && query.cursor === undefined;
  const origin = { dialog: form.dialog, cursor: page.cursor };
  return fit(
    {
      items: placed(page),
      keep: 'all',
      render: jsonMessage,
      compose: (messages) => [composePage(page, messages, shortened ? pageNote(newest) : undefined)],
      rest: () => '',
      shorten: (message, chars) => shortenMessage(message, jsonMessage, chars, origin),
    },
    form.maxChars,
  );
}

/** Reads a page that fits into one reply: a shorter one, with its own cursor, when the page asked for is too long. */
async function fittingPage(
  query: SinceQuery,
  read: ReadPage,
  room: number,
): Promise<{ readonly page: MessagePage; readonly shortened: boolean }> {
  const page = await read(query);
  const newest = query.sinceTs === undefined && query.cursor === undefined;
  const items = placed(page);
  const count = countFitting({ items, keep: newest ? 'last' : 'first', render: jsonMessage }, room);
  if (count === items.length) return { page, shortened: false };
  const shorter = await read({ ...query, limit: Math.max(1, count), exact: true });
  return { page: shorter, shortened: shorter.messages.length < items.length };
}

const placed = ({ messages, positions, textFrom }: MessagePage): PlacedMessage[] =>
  messages.map((message, n) => ({
    message,
    position: positions[n] ?? 0,
    ...(n === 0 && textFrom !== undefined && { textFrom }),
  }));

const pageNote = (newest: boolean): string =>
  newest
    ? 'Fewer messages than asked for, to stay within maxChars; older ones come with {"sinceTs":0} and then the cursor.'
    : 'The page ended early, to stay within maxChars; pass the cursor back for the rest.';

function composePage(page: MessagePage, messages: readonly string[], omitted: string | undefined): string {
  return jsonObject({
    messages: `[${messages.join(',')}]`,
    cursor: JSON.stringify(page.cursor),
    textFrom: page.textFrom === undefined ? undefined : String(page.textFrom),
    more: page.more ? 'true' : undefined,
    restarted: page.restarted && 'true',
    damaged: page.damaged.length > 0 ? JSON.stringify(page.damaged) : undefined,
    omitted: omitted && JSON.stringify(omitted),
  });
}
