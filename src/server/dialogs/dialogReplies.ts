import { defined } from '../../store/base/core.ts';
import type { MessagePage, SinceQuery } from '../../store/dialogs/types.ts';
import type { Store } from '../../store/types.ts';
import { countFitting, fit, jsonMembers, jsonObject, listReply, type Reply } from '../base/reply.ts';
import { jsonMessage, shortenMessage, type ShownMessage } from './messageText.ts';

/** The reply of `history_list_dialogs`. */
export async function dialogsReply({ folder, dialogs }: Store, maxChars: number): Promise<Reply> {
  const infos = await dialogs.list();
  const active = await dialogs.active();
  return listReply(
    {
      name: 'dialogs',
      items: infos.map(({ name }) => name),
      ...(active.chosen && { tail: { active: active.name } }),
      rest: (dropped) =>
        `${dropped} less recent dialogs were left out of this reply; they are the folders in ${folder}.`,
    },
    maxChars,
  );
}

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

const placed = ({ messages, positions, textFrom }: MessagePage): ShownMessage[] =>
  messages.map((message, n) =>
    defined({ message, position: positions[n] ?? 0, textFrom: n === 0 ? textFrom : undefined }),
  );

const pageNote = (newest: boolean): string =>
  newest
    ? 'Fewer messages than asked for, to stay within maxChars; older ones come with {"sinceTs":0} and then the cursor.'
    : 'The page ended early, to stay within maxChars; pass the cursor back for the rest.';

function composePage(page: MessagePage, messages: readonly string[], omitted: string | undefined): string {
  const { cursor, textFrom, more, restarted, damaged } = page;
  return jsonObject({
    messages: `[${messages.join(',')}]`,
    ...jsonMembers({
      ...{ cursor, textFrom, more: more || undefined, restarted },
      ...{ damaged: damaged.length > 0 ? damaged : undefined, omitted },
    }),
  });
}
