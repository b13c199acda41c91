import { localTime, defined, StoreError } from '../disk/base/core.ts';
import type { Text } from '../disk/base/texts.ts';
import { parseItemReference } from '../find/search/reference.ts';
import { shareable } from '../store/shareable.ts';
import type { SharedFilter, SharedItem } from '../history/shared/types.ts';
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

/** `share`: a referenced item, or text from standard input; JSON `{id, file, masked, notes}`. */
export async function share(
  { store, workspace }: CliProject,
  { reference, title, tag, masked }: ShareOptions,
  { say, dim }: Terminal,
): Promise<CommandResult> {
  const content =
    reference === undefined
      ? { kind: 'note', text: await readInput() }
      : await shareable({ store, workspace }, placeOf(reference));
  const {
    item,
    notes,
    masked: count,
  } = await store.shared.share({
    ...content,
    ...defined({ title: title ?? content.title, tags: tag ?? content.tags }),
    masked: masked === true,
  });
  const texts = notes.map((note) => note.text);
  const done = say('Shared as {0} ({1}). Commit it to send it to others.', item.file, item.id);
  return {
    json: { id: item.id, file: item.file, masked: count, notes: texts },
    text: [done, ...texts.map(dim)].join('\n'),
  };
}

function placeOf(reference: string): Parameters<typeof shareable>[1] {
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
