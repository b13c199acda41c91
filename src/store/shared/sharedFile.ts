import { randomInt } from 'node:crypto';
import { defined, isoTime } from '../base/core.ts';
import { fileSlug } from '../text/slug.ts';
import { formatFrontMatter, parseFrontMatter, type FieldValue, type FrontMatter } from './frontMatter.ts';
import { titleIn } from './title.ts';
import type { SharedItem, WithdrawnItem } from './types.ts';

/** How the files of items end. */
export const itemEnding = '.md';

/** Of a file in `shared/`; larger ones are neither written nor read. Bytes. */
export const maxItemBytes = 1024 * 1024;

/** From here on the folder is large for a repository that everybody clones. Bytes. */
export const muchSharedBytes = 20 * 1024 * 1024;

/** Letters and digits that nobody takes for one another. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz';

/** An id that two people do not choose at once: the day and eight letters. */
export const newId = (ms: number): string =>
  `${isoTime(ms).slice(0, 10).replaceAll('-', '')}-${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')}`;

/** `<YYYY-MM-DD>-<slug>-<end of the id>.md`: two people never write the same file. */
export const fileOf = ({ id, title, createdAt }: Pick<SharedItem, 'id' | 'title' | 'createdAt'>): string =>
  `${isoTime(createdAt).slice(0, 10)}-${fileSlug(shortName(title), 'item')}-${id.slice(-4)}${itemEnding}`;

/** As many whole words as a name has room for; of a text without blanks all. */
const shortName = (title: string): string => /^.{1,45}(?=\s|$)/u.exec(title)?.[0] ?? title;

/** Whether a file says that its item was withdrawn. */
export const isWithdrawn = (text: string): boolean =>
  typeof parseFrontMatter(text).fields.withdrawn === 'string' && !hasConflict(text);

/** What a file tells of its item that was withdrawn. */
export function parseWithdrawn(file: string, text: string): WithdrawnItem {
  const { fields } = parseFrontMatter(text);
  const said = (key: string): string | undefined => textOf(fields[key]);
  return defined({
    ...{ id: said('id') ?? file.slice(0, -itemEnding.length), file, kind: said('kind') ?? 'note' },
    ...{ title: titleOfName(file), author: said('author'), at: timeOf(said('withdrawn')) ?? 0 },
  });
}

/** The words in the name of a file. */
const titleOfName = (file: string): string =>
  file
    .slice(0, -itemEnding.length)
    .replace(/^\d{4}-\d\d-\d\d-/, '')
    .replace(/-[a-z0-9]{4}$/, '')
    .replaceAll('-', ' ');

/** The item of a file, whoever wrote it: what its head does not say is made of its name and its text. */
export function parseShared(file: string, text: string): SharedItem {
  const { fields, body } = parseFrontMatter(text);
  const stem = file.slice(0, -itemEnding.length);
  const said = (key: string): string | undefined => textOf(fields[key]);
  const createdAt = timeOf(said('created')) ?? timeOf(/^\d{4}-\d\d-\d\d/.exec(stem)?.[0]) ?? 0;
  const conflict = hasConflict(text);
  return defined({
    ...{ id: said('id') ?? stem, file, kind: said('kind') ?? 'note' },
    title: said('title') ?? titleIn(body) ?? stem,
    ...{ author: said('author'), of: said('of'), createdAt },
    updatedAt: Math.max(timeOf(said('updated')) ?? createdAt, createdAt),
    tags: listOf(fields.tags),
    text: conflict ? text : body.trimEnd(),
    problem: conflict ? ('conflict' as const) : undefined,
  });
}

/**
 * The file of an item; what others wrote into the head of the one before stays, and so do its line ends. When it was
 * changed stands there by the day: two people who change two paragraphs on one day would disagree of nothing else.
 */
export function formatShared(item: SharedItem, before?: string): string {
  const old: FrontMatter =
    before === undefined ? { fields: {}, others: [], body: '' } : parseFrontMatter(before);
  const fields = defined({
    ...{ id: item.id, kind: item.kind, title: item.title, author: item.author },
    ...{ created: secondsOf(item.createdAt), updated: laterDay(item), of: item.of },
    tags: item.tags.length > 0 ? item.tags : undefined,
  });
  const kept = Object.entries(old.fields).filter(
    ([key]) => !(key in fields) && !['tags', 'withdrawn', 'updated'].includes(key),
  );
  const text = formatFrontMatter({
    fields: { ...fields, ...Object.fromEntries(kept) },
    others: old.others,
    body: item.text.replaceAll('\r\n', '\n'),
  });
  return before?.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

const dayOf = (ms: number): string => isoTime(ms).slice(0, 10);

const laterDay = ({ createdAt, updatedAt }: SharedItem): string | undefined =>
  dayOf(updatedAt) > dayOf(createdAt) ? dayOf(updatedAt) : undefined;

/** What stays of an item that git has: whoever edited it meanwhile gets a conflict, and nobody gets it back by a merge. */
export const formatTombstone = ({ id, kind }: SharedItem, author: string | undefined, at: number): string =>
  formatFrontMatter({
    fields: defined({ id, kind, withdrawn: secondsOf(at), author }),
    others: [],
    body: 'Withdrawn.',
  });

/** Whether git left markers of a merge that it could not make. */
export const hasConflict = (text: string): boolean =>
  /^<{7}(?: .*)?\r?$/m.test(text) && /^={7}\r?$/m.test(text) && /^>{7}(?: .*)?\r?$/m.test(text);

const textOf = (value: FieldValue | undefined): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const listOf = (value: FieldValue | undefined): readonly string[] =>
  value === undefined || value === '' ? [] : typeof value === 'string' ? [value] : value;

function timeOf(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? '');
  return Number.isNaN(ms) ? undefined : ms;
}

const secondsOf = (ms: number): string => isoTime(ms).replace(/\.\d+Z$/, 'Z');
