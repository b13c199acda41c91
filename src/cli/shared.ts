import { localTime, defined, StoreError } from '../disk/base/core.ts';
import type { Text } from '../disk/base/texts.ts';
import { parseItemReference, type ItemReference } from '../find/search/reference.ts';
import { shareable } from '../store/shareable.ts';
import { ownSharedFrom } from '../store/sharedFrom.ts';
import type { NewSharedItem, Shared, SharedFilter, SharedItem } from '../history/shared/types.ts';
import type { CliProject } from './project.ts';
import { readInput, type CommandResult, type Terminal } from './terminal.ts';

/**
 * `shared`: items shared through git; JSON `{items: [{id, kind, title, author?, created, updated, of?, tags, file,
 * problem?}]}`.
 */
export async function listShared(
  { store }: CliProject,
  { kind, author, tag }: SharedFilter,
  { bold, dim, say }: Terminal,
): Promise<CommandResult> {
  const items = await store.shared.list(defined({ kind, author, tag }));
  const lines = items.map((item) => {
    const { id, title, author: who, updatedAt, problem } = item;
    const about = [item.kind, who, localTime(updatedAt), problem && say(problems[problem])].filter(Boolean);
    return `${id}  ${bold(title)} ${dim(about.join(', '))}`;
  });
  return { json: { items: items.map(itemFields) }, text: lines.join('\n') || say(nothing) };
}

const nothing: Text = 'Nothing is shared yet: share <reference>.';

const problems: Readonly<Record<NonNullable<SharedItem['problem']>, Text>> = {
  conflict: 'has a conflict that git left',
  sameId: 'another file has its id',
  tooLarge: 'larger than 1 MiB',
  unreadable: 'not text',
};

/** Arguments of `share`. */
export interface ShareOptions {
  readonly reference?: string;
  readonly title?: string;
  readonly tag?: readonly string[];
  readonly masked?: true;
}

/**
 * `share`: a referenced item, or text from standard input; JSON `{id, file, masked, notes}`. Sharing it again writes a
 * new version of the same file.
 */
export async function share(
  { store, workspace }: CliProject,
  { reference, title, tag, masked }: ShareOptions,
  { say, dim }: Terminal,
): Promise<CommandResult> {
  const place = reference === undefined ? undefined : placeOf(reference);
  const content = place
    ? await shareable({ store, workspace }, place)
    : { kind: 'note', text: await readInput() };
  const wanted = {
    ...content,
    ...defined({ title: title ?? content.title, tags: tag ?? content.tags }),
    masked: masked === true,
  };
  const before = place && (await ownBefore(store, place, wanted));
  const done = before ? await shareAnew(store, before, wanted, tag) : await store.shared.share(wanted);
  const { id, file } = done.item;
  const told = before === undefined ? sharedText : before === done.item ? sameText : anewText;
  const texts = done.notes.map((note) => note.text);
  return {
    json: { id, file, masked: done.masked, notes: texts },
    text: [say(told, file, id), ...texts.map(dim)].join('\n'),
  };
}

const sharedText: Text = 'Shared as {0} ({1}). Commit it to send it to others.';
const anewText: Text = 'Shared anew as {0} ({1}). Commit it to send it to others.';
const sameText: Text = 'Shared already as {0} ({1}).';

/** Returns what this person shared of a reference before. */
async function ownBefore(
  { shared }: CliProject['store'],
  place: ItemReference,
  wanted: NewSharedItem,
): Promise<SharedItem | undefined> {
  const { author } = (await shared.draft(wanted)).item;
  const item = ownSharedFrom(await shared.list(), place, author);
  return item?.problem === undefined ? item : undefined;
}

/** Writes a new version, or returns the item if it would be the same. */
async function shareAnew(
  { shared }: CliProject['store'],
  before: SharedItem,
  wanted: NewSharedItem,
  tags: readonly string[] | undefined,
): Promise<Shared> {
  const { text, title } = (await shared.draft(wanted)).item;
  if (tags === undefined && text === before.text && title === before.title)
    return { item: before, masked: 0, notes: [] };
  return shared.edit(before.id, {
    text: wanted.text,
    ...defined({ title: wanted.title, tags, masked: wanted.masked }),
  });
}

function placeOf(reference: string): ItemReference {
  const place = parseItemReference(reference);
  if (place) return place;
  throw new StoreError(
    'invalid_argument',
    `${JSON.stringify(reference)} is no reference; search gives them: history://…`,
    { argument: 'reference' },
  );
}

/** `unshare`: JSON `{id, trashId, tombstone}`. */
export async function unshare(
  { store }: CliProject,
  { id }: { readonly id: string },
  { say }: Terminal,
): Promise<CommandResult> {
  const { trashId, tombstone } = await store.shared.unshare(id);
  const text: Text = tombstone
    ? 'No longer shared; commit it, so that others learn of it.'
    : 'No longer shared.';
  const undo = say('To undo: mcp-history-store restore {0}', trashId);
  return { json: { id, trashId, tombstone }, text: `${say(text)} ${undo}` };
}

const itemFields = ({ createdAt, updatedAt, text: _text, ...item }: SharedItem): object => ({
  ...item,
  created: new Date(createdAt).toISOString(),
  updated: new Date(updatedAt).toISOString(),
});
