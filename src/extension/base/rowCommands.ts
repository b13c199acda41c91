import { l10n } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import type { Command } from './commands.ts';
import { pick, remarkKey } from './pick.ts';
import { allRows, isKey, kindOf, pressedRows, type TreeRows } from './rows.ts';

/** What commands for rows of several kinds require. */
export interface RowCommandServices {
  /** The rows of each view with keys, by the name its keys pass as `view`. */
  readonly sources: Readonly<Record<string, TreeRows<unknown>>>;
  /** Returns what the active pane shows; undefined without one. */
  readonly inFront: () => object | undefined;
}

/** A command of menus, keys and the palette that applies to rows of several kinds. */
interface RowCommand {
  readonly name: string;
  readonly title: string;
  /** The commands it runs, by the kind of row, in the order offered where no row is given. */
  readonly by: Readonly<Record<string, string>>;
  /** Whether the rows leave their list, so that the focus goes to the one beside them. */
  readonly leaves?: boolean;
}

/**
 * Returns a command for each verb, such as *Rename…*, that runs the command of the row's kind. Without a row it
 * applies to what the active pane shows, else it asks for a kind.
 */
export const rowCommands = (table: readonly Command[], services: RowCommandServices): readonly Command[] => {
  const known = new Map(table.map((command) => [command.id, command]));
  return verbs().map((verb) => {
    const run = (kind: unknown): Command | undefined =>
      typeof kind === 'string' ? known.get(`historyStore.${verb.by[kind] ?? ''}`) : undefined;
    const writes = Object.keys(verb.by).some((kind) => run(kind)?.writes);
    return {
      id: `historyStore.${verb.name}`,
      ...(writes && { writes }),
      run: async (argument, selected) => {
        const [row, rows] = await calledRows(services, argument, selected);
        const command = run(rowKind(row));
        if (command && verb.leaves) await leaving(services, allRows(row, rows), () => command.run(row, rows));
        else if (command) await command.run(row, rows);
        else if (isKey(argument)) remarkKey(argument, rows);
        else await run(await askKind(verb))?.run();
      },
    };
  });
};

/** Returns the row and all selected ones of a menu or key, or what the active pane shows. */
async function calledRows(
  { sources, inFront }: RowCommandServices,
  argument: unknown,
  selected: unknown,
): Promise<readonly [row: unknown, rows?: unknown]> {
  if (!isKey(argument)) return isObject(argument) ? [argument, selected] : [inFront()];
  const source = sources[argument.view ?? ''];
  const rows = source ? await pressedRows(source, argument) : [];
  return [rows[0], rows];
}

/** Runs what takes rows out of their list, then focuses the row beside them. */
async function leaving(
  { sources }: RowCommandServices,
  rows: readonly unknown[],
  act: () => Promise<void> | void,
): Promise<void> {
  const all = Object.values(sources);
  const source = all.find((each) => each.beside(rows) !== undefined);
  const beside = source?.beside(rows);
  await act();
  if (source && beside !== undefined) await source.focus(beside);
}

/** Returns the kind of a row, or of a pane's target, which may only name what it shows. */
function rowKind(row: unknown): unknown {
  if (!isObject(row)) return undefined;
  const named = { contextId: 'context', hash: 'memory', dialog: 'dialog' };
  const [, kind] = Object.entries(named).find(([key]) => row[key] !== undefined) ?? [];
  return kindOf(row) ?? kind;
}

async function askKind({ title, by }: RowCommand): Promise<string> {
  const names = kindNames();
  const items = Object.keys(by).flatMap((kind) =>
    names[kind] === undefined ? [] : [{ label: names[kind], row: kind }],
  );
  return (await pick(items, title, l10n.t('Choose what it is for'))).row;
}

/** Kinds that are offered where no row is given. */
const kindNames = (): Readonly<Record<string, string>> => ({
  dialog: l10n.t('Dialog'),
  session: l10n.t('Session'),
  memory: l10n.t('Memory'),
  context: l10n.t('Context snapshot'),
  trashedDialog: l10n.t('Deleted dialog'),
  trashedContexts: l10n.t('Deleted or cleared context'),
  trashedMemories: l10n.t('Deleted memories'),
  trashedArchive: l10n.t('Deleted copy of a session'),
  withdrawn: l10n.t('Unshared item'),
  backup: l10n.t('Backup of a dialog'),
  summary: l10n.t('Replaced summary of a dialog'),
});

/** Commands of verbs for many kinds, by kind of row. */
const filesShownBy = {
  dialog: 'revealFiles',
  session: 'revealTranscript',
  context: 'revealContext',
  activeContext: 'revealContext',
  damaged: 'revealFiles',
  damagedFile: 'revealFiles',
  shared: 'openSharedFile',
};

const exportedBy = {
  dialog: 'exportDialog',
  session: 'exportSession',
  memory: 'exportMemories',
  dialogGroup: 'exportFolder',
  archivedDialogs: 'exportFolder',
  group: 'exportMemories',
  archivedMemories: 'exportMemories',
};

const restoredBy = {
  trashedDialog: 'restoreDialog',
  backup: 'restoreBackup',
  summary: 'restoreSummary',
  trashedContexts: 'restoreContext',
  contexts: 'restoreContext',
  trashedMemories: 'restoreMemories',
  memoryTrash: 'restoreMemories',
  trashedArchive: 'restoreArchive',
  withdrawn: 'restoreShared',
};

const verbs = (): readonly RowCommand[] => [
  {
    name: 'openInNewPane',
    title: l10n.t('Open in New Pane'),
    by: {
      dialog: 'openDialogInNewPane',
      session: 'openSessionInNewPane',
      memory: 'openMemoryInNewPane',
      context: 'openContextInNewPane',
      activeContext: 'openContextInNewPane',
    },
  },
  {
    name: 'continueInChat',
    title: l10n.t('Continue in Chat'),
    by: { dialog: 'continueDialog', session: 'resumeSession' },
  },
  {
    name: 'continueIn',
    title: l10n.t('Continue In'),
    by: { dialog: 'continueDialogIn', session: 'continueSessionIn' },
  },
  {
    name: 'copyAsChatContext',
    title: l10n.t('Copy as Chat Context'),
    by: { dialog: 'copyDialogHistory', session: 'copySessionHistory' },
  },
  { name: 'rename', title: l10n.t('Rename'), by: { dialog: 'renameDialog', session: 'renameSession' } },
  {
    name: 'editTags',
    title: l10n.t('Edit Tags'),
    by: { dialog: 'editDialogTags', session: 'editSessionTags', memory: 'editMemoryTags' },
  },
  {
    name: 'hide',
    title: l10n.t('Hide'),
    leaves: true,
    by: { dialog: 'archiveDialog', session: 'moveSessionToArchived' },
  },
  {
    name: 'unhide',
    title: l10n.t('Unhide'),
    leaves: true,
    by: { dialog: 'unarchiveDialog', session: 'moveSessionOutOfArchived' },
  },
  { name: 'copy', title: l10n.t('Copy'), by: { memory: 'copyMemory', entry: 'copyEntry' } },
  { name: 'copyId', title: l10n.t('Copy ID'), by: { context: 'copyContextId', memory: 'copyMemoryHash' } },
  { name: 'showFiles', title: l10n.t('Show Files'), by: filesShownBy },
  { name: 'export', title: l10n.t('Export'), by: exportedBy },
  {
    name: 'delete',
    title: l10n.t('Delete'),
    leaves: true,
    by: {
      dialog: 'deleteDialog',
      session: 'deleteRecording',
      memory: 'forgetMemory',
      context: 'deleteContext',
      entry: 'deleteEntry',
    },
  },
  { name: 'restore', title: l10n.t('Restore'), leaves: true, by: restoredBy },
];
