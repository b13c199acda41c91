import { defined, StoreError } from '../store/base/core.ts';
import { parsePlace } from '../store/search/reference.ts';
import { shareable } from '../store/shareable.ts';
import type { SharedFilter, SharedItem } from '../store/shared/types.ts';
import { localTime } from './localTime.ts';
import type { CliProject } from './project.ts';
import { readInput, type CommandResult, type Terminal, type Text } from './terminal.ts';

/** `shared`: what is shared through git; JSON `{items: [{id, kind, title, author?, created, updated, of?, tags, file, problem?}]}`. */
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

const nothing: Text = ['Nothing is shared yet: share <reference>.', '还没有共享内容：share <reference>。'];

const problems: Readonly<Record<NonNullable<SharedItem['problem']>, Text>> = {
  conflict: ['has a conflict that git left', '有 git 未能合并的冲突'],
  sameId: ['another file has its id', '另一文件使用了同一 id'],
  tooLarge: ['larger than 1 MiB', '超过 1 MiB'],
  unreadable: ['not text', '不是文本'],
};

/** What `share` is told. */
export interface ShareOptions {
  readonly reference?: string;
  readonly title?: string;
  readonly tag?: readonly string[];
  readonly masked?: true;
}

/** `share`: what a reference names, or a text on standard input; JSON `{id, file, masked, notes}`. */
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
  const done = say([
    `Shared as ${item.file} (${item.id}). Commit it to send it to others.`,
    `已共享为 ${item.file}（${item.id}）。提交后其他人即可看到。`,
  ]);
  return {
    json: { id: item.id, file: item.file, masked: count, notes: texts },
    text: [done, ...texts.map(dim)].join('\n'),
  };
}

function placeOf(reference: string): Parameters<typeof shareable>[1] {
  const place = parsePlace(reference);
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
    ? ['No longer shared; commit it, so that others learn of it.', '已取消共享；提交后其他人会得知。']
    : ['No longer shared.', '已取消共享。'];
  const undo: Text = [
    `To undo: mcp-history-store restore ${trashId}`,
    `撤销：mcp-history-store restore ${trashId}`,
  ];
  return { json: { id, trashId, tombstone }, text: `${say(text)} ${say(undo)}` };
}

const itemFields = ({ createdAt, updatedAt, text: _text, ...item }: SharedItem): object => ({
  ...item,
  created: new Date(createdAt).toISOString(),
  updated: new Date(updatedAt).toISOString(),
});
