import { basename } from 'node:path';
import { defined } from '../../disk/base/core.ts';
import type { DialogInfo, MessagePage, SinceQuery } from '../../history/dialogs/types.ts';
import type { DialogStores } from '../../store/types.ts';
import { afterCursor, cursorAfter, type ListPosition } from '../base/listCursor.ts';
import { countFitting, fit, jsonMembers, jsonObject, listReply, type Reply } from '../base/reply.ts';
import { jsonMessage, shortenMessage, type ShownMessage } from './messageText.ts';

/** Selects dialogs; without a limit all that fit. */
interface DialogsQuery {
  readonly tag: string | undefined;
  readonly limit: number | undefined;
  readonly cursor: string | undefined;
}

/** The reply of `history_list_dialogs`. */
export async function dialogsReply(
  { dialogs }: DialogStores,
  { tag, limit, cursor }: DialogsQuery,
  maxChars: number,
): Promise<Reply> {
  const all = await dialogs.list();
  const infos = all.filter((info) => isMeant(info, tag));
  const active = await dialogs.active();
  const archived = all.filter((info) => info.archived).length - infos.filter((info) => info.archived).length;
  const left = afterCursor(infos, cursor, positionOf);
  const page = left.slice(0, limit);
  return listReply(
    {
      name: 'dialogs',
      items: page.map(({ name }) => name),
      tail: {
        active: active.chosen ? active.name : undefined,
        tags: tagsOf(page),
        archived: archived === 0 ? undefined : archived,
        total: page.length < infos.length ? infos.length : undefined,
        why: infos.length > 0 ? undefined : whyNoDialog(all.length, archived, tag),
      },
      cursorAfter: cursorAfter(left, positionOf),
    },
    maxChars,
  );
}

/** Says why a list has no dialog. */
function whyNoDialog(all: number, archived: number, tag: string | undefined): string {
  if (all === 0) return 'Nothing is saved in this project yet; history_save makes a dialog.';
  if (tag !== undefined) return `None of ${all} dialogs has the tag ${JSON.stringify(tag)}.`;
  return `The user put all ${archived} dialogs out of the way; tag "archived" lists them.`;
}

/** By the folder, as names may be long. */
const positionOf = ({ activeAt, folder }: DialogInfo): ListPosition => ({
  time: activeAt,
  id: basename(folder),
});

/** The tag that selects archived dialogs. */
const archivedTag = 'archived';

function isMeant({ archived, tags }: DialogInfo, tag: string | undefined): boolean {
  if (tag === undefined) return !archived;
  const wanted = tag.trim().toLowerCase();
  return tags.some((each) => each.toLowerCase() === wanted) || (archived && wanted === archivedTag);
}

/** Maximum length of the tags in a reply, of the most recently active dialogs first. Characters. */
const tagChars = 4_000;

function tagsOf(infos: readonly DialogInfo[]): Readonly<Record<string, readonly string[]>> | undefined {
  let room = tagChars;
  const tagged = infos
    .filter(({ tags }) => tags.length > 0)
    .filter(({ name, tags }) => (room -= JSON.stringify([name, tags]).length) > 0);
  return tagged.length === 0
    ? undefined
    : Object.fromEntries(tagged.map(({ name, tags }) => [name, tags] as const));
}

/** Approximate length of a page's cursor and notes. Characters. */
const headChars = 700;

/** The form of a requested page. */
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

/** Reads a page that fits into one reply: a shorter one with its own cursor, when the requested page is too long. */
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
      cursor,
      textFrom,
      more: more || undefined,
      restarted,
      damaged: damaged.length > 0 ? damaged : undefined,
      omitted,
    }),
  });
}
