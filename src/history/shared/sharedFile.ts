import { randomInt } from 'node:crypto';
import { defined, isoTime } from '../../disk/base/core.ts';
import { fileSlug } from '../../disk/text/slug.ts';
import { formatFrontMatter, parseFrontMatter, type FieldValue, type FrontMatter } from './frontMatter.ts';
import { titleIn } from './title.ts';
import type { SharedItem, WithdrawnItem } from './types.ts';

/** Extension of item files. */
export const itemEnding = '.md';

/** Maximum size of a file in `shared/`, for writing and reading. Bytes. */
export const maxItemBytes = 1024 * 1024;

/** Size from which the folder is large for a repository that everyone clones. Bytes. */
export const largeSharedBytes = 20 * 1024 * 1024;

/** Letters and digits that are not easily confused. */
const letters = '23456789abcdefghjkmnpqrstuvwxyz';

/** Creates an id of the day and eight random letters, so that two people do not choose the same one. */
export const newId = (ms: number): string =>
  `${isoTime(ms).slice(0, 10).replaceAll('-', '')}-${Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')}`;

/** Returns `<YYYY-MM-DD>-<slug>-<end of the id>.md`, a name two people never both use. */
export const fileOf = ({ id, title, createdAt }: Pick<SharedItem, 'id' | 'title' | 'createdAt'>): string =>
  `${isoTime(createdAt).slice(0, 10)}-${fileSlug(shortName(title), 'item')}-${id.slice(-4)}${itemEnding}`;

/** Returns as many whole words as fit in a name; all of a text without spaces. */
const shortName = (title: string): string => /^.{1,45}(?=\s|$)/u.exec(title)?.[0] ?? title;

/** Reports whether a file marks its item as withdrawn. */
export const isWithdrawn = (text: string): boolean =>
  typeof parseFrontMatter(text).fields.withdrawn === 'string' && !hasConflict(text);

/** Parses the file of a withdrawn item. */
export function parseWithdrawn(file: string, text: string): WithdrawnItem {
  const { fields } = parseFrontMatter(text);
  const said = (key: string): string | undefined => textOf(fields[key]);
  return defined({
    id: said('id') ?? file.slice(0, -itemEnding.length),
    file,
    kind: said('kind') ?? 'note',
    title: titleOfName(file),
    author: said('author'),
    at: timeOf(said('withdrawn')) ?? 0,
  });
}

/** Returns the words in a file's name. */
const titleOfName = (file: string): string =>
  file
    .slice(0, -itemEnding.length)
    .replace(/^\d{4}-\d\d-\d\d-/, '')
    .replace(/-[a-z0-9]{4}$/, '')
    .replaceAll('-', ' ');

/** Parses an item's file, by any author, filling in from its name and text what the head lacks. */
export function parseShared(file: string, text: string): SharedItem {
  const { fields, body } = parseFrontMatter(text);
  const stem = file.slice(0, -itemEnding.length);
  const said = (key: string): string | undefined => textOf(fields[key]);
  const createdAt = timeOf(said('created')) ?? timeOf(/^\d{4}-\d\d-\d\d/.exec(stem)?.[0]) ?? 0;
  const conflict = hasConflict(text);
  return defined({
    id: said('id') ?? stem,
    file,
    kind: said('kind') ?? 'note',
    title: said('title') ?? titleIn(body) ?? stem,
    author: said('author'),
    of: said('of'),
    createdAt,
    updatedAt: Math.max(timeOf(said('updated')) ?? createdAt, createdAt),
    tags: listOf(fields.tags),
    text: conflict ? text : body.trimEnd(),
    problem: conflict ? ('conflict' as const) : undefined,
  });
}

/**
 * Formats an item's file, preserving unknown head lines and line ends of the version before. The change time is a day
 * only: otherwise two people's edits on one day would conflict there.
 */
export function formatShared(item: SharedItem, before?: string): string {
  const old: FrontMatter =
    before === undefined ? { fields: {}, others: [], body: '' } : parseFrontMatter(before);
  const fields = defined({
    id: item.id,
    kind: item.kind,
    title: item.title,
    author: item.author,
    created: secondsOf(item.createdAt),
    updated: laterDay(item),
    of: item.of,
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

/**
 * Formats the remains of an item that git has: concurrent edits conflict with it, and no merge brings the item back.
 */
export const formatTombstone = ({ id, kind }: SharedItem, author: string | undefined, at: number): string =>
  formatFrontMatter({
    fields: defined({ id, kind, withdrawn: secondsOf(at), author }),
    others: [],
    body: 'Withdrawn.',
  });

/** Reports whether a text contains git's conflict markers. */
const hasConflict = (text: string): boolean =>
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
