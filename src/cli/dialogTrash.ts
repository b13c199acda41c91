import { localTime, StoreError } from '../disk/base/core.ts';
import type { RestoreOptions } from './copies.ts';
import type { CliProject } from './project.ts';
import { many, type CommandResult, type Terminal } from './terminal.ts';

/** `delete`: JSON `{dialog, id, messages}`. */
export async function deleteDialog(
  { store }: CliProject,
  { dialog }: { readonly dialog: string },
  { say }: Terminal,
): Promise<CommandResult> {
  const { name, id, messages = null } = await store.dialogTrash.remove(dialog);
  const text = say('Moved {0} to the trash. To undo: mcp-history-store restore {1}', name, id);
  return { json: { dialog: name, id, messages }, text };
}

/** `trash`: JSON `{dialogs: [{id, dialog, deleted, messages}], archives: [{id, archive, deleted}]}`. */
export async function trash(
  { store }: CliProject,
  _options: object,
  { bold, dim, say }: Terminal,
): Promise<CommandResult> {
  const all = await store.dialogTrash.list();
  const lines = all.map(({ id, name, deletedAt, messages = 0 }) => {
    const about = say('{0}, deleted {1}', many(say, messages, 'message'), localTime(deletedAt));
    return `${id}  ${bold(name)} ${dim(about)}`;
  });
  const archived = await store.archiveTrash.list();
  for (const { id, name, deletedAt } of archived) {
    const about = say('archive, deleted {0}', localTime(deletedAt));
    lines.push(`${id}  ${bold(name)} ${dim(about)}`);
  }
  const archives = archived.map(({ id, name, deletedAt }) => ({
    id,
    archive: name,
    deleted: new Date(deletedAt).toISOString(),
  }));
  const dialogs = all.map(({ id, name, deletedAt, messages = null }) => ({
    id,
    dialog: name,
    deleted: new Date(deletedAt).toISOString(),
    messages,
  }));
  return {
    json: { dialogs, archives },
    text: lines.join('\n') || say('The trash is empty.'),
  };
}

/** `restore`: JSON `{dialog}`, `{archive}`, or `{shared}` with the item's id; for `--copy` see `restoreFromCopy`. */
export async function restoreDialog(
  project: CliProject,
  options: RestoreOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  if (options.copy) return (await import('./copies.ts')).restoreFromCopy(project, options, terminal);
  const { store } = project;
  const { say } = terminal;
  const { id, as } = options;
  if (id === undefined)
    throw new StoreError('invalid_argument', 'Name what to restore: trash lists the ids.');
  const archive = await foundOrNone(() => store.archiveTrash.restore(id));
  if (archive !== undefined) return { json: { archive }, text: say('Restored {0}.', archive) };
  const name = await foundOrNone(() => store.dialogTrash.restore(id, as));
  if (name === undefined) {
    const item = await store.shared.restore(id);
    return { json: { shared: item.id }, text: say('Restored {0}.', item.title) };
  }
  return { json: { dialog: name }, text: say('Restored {0}.', name) };
}

async function foundOrNone(restore: () => Promise<string>): Promise<string | undefined> {
  try {
    return await restore();
  } catch (error) {
    if (error instanceof StoreError && error.code === 'not_found') return undefined;
    throw error;
  }
}
