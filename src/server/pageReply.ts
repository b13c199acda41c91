import type { Message, MessagePage, SinceQuery } from '../store/dialogs/types.ts';
import { jsonMessage, shortenMessage, type Place } from './messageText.ts';
import { countFitting, fit, jsonObject, maxTextBytes, type Listing, type Reply } from './reply.ts';

/** More than the cursor and the notes of a page take. */
const headBytes = 64 * 1024;

/** Reads a page that fits into one reply: a shorter one, with its own cursor, when the page asked for is too long. */
async function fittingPage(
  query: SinceQuery,
  read: (query: SinceQuery) => Promise<MessagePage>,
): Promise<{ readonly page: MessagePage; readonly shortened: boolean }> {
  const page = await read(query);
  const newest = query.sinceTs === undefined && query.cursor === undefined;
  const count = countFitting(
    { items: page.messages, keep: newest ? 'last' : 'first', render: jsonMessage },
    maxTextBytes - headBytes,
  );
  if (count === page.messages.length) return { page, shortened: false };
  const shorter = await read({ ...query, limit: Math.max(1, count) });
  return { page: shorter, shortened: shorter.messages.length < page.messages.length };
}

/** The reply of `history_get_messages_since`. */
export async function pageReply(
  query: SinceQuery,
  read: (query: SinceQuery) => Promise<MessagePage>,
  place: Place,
): Promise<Reply> {
  const { page, shortened } = await fittingPage(query, read);
  const newest = query.sinceTs === undefined && query.cursor === undefined;
  const listing: Listing<Message> = {
    items: page.messages,
    keep: 'all',
    render: jsonMessage,
    compose: (messages) => [composePage(page, messages, shortened ? pageNote(newest) : undefined)],
    rest: () => '',
    shorten: (message, bytes) => shortenMessage(message, jsonMessage, bytes, place),
  };
  return fit(listing);
}

const pageNote = (newest: boolean): string =>
  newest
    ? 'Fewer messages than asked for, because a reply holds at most 8 MiB; ' +
      'older ones come with {"sinceTs":0} and then the cursor.'
    : 'The page ended early, because a reply holds at most 8 MiB; pass the cursor back for the rest.';

function composePage(page: MessagePage, messages: readonly string[], omitted: string | undefined): string {
  return jsonObject({
    messages: `[${messages.join(',')}]`,
    cursor: JSON.stringify(page.cursor),
    more: page.more ? 'true' : undefined,
    restarted: page.restarted && 'true',
    damaged: page.damaged.length > 0 ? JSON.stringify(page.damaged) : undefined,
    omitted: omitted && JSON.stringify(omitted),
  });
}
