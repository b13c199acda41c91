import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, itemFile, temporarySuffix } from '../files/folders.ts';
import { removeHeld, writeAtomic } from '../files/atomic.ts';
import { isTaken, look } from '../files/way.ts';
import { isObject, type Lease } from '../base/core.ts';
import { contextsFolder } from './names.ts';
import { readJson, WrongContent } from '../files/json.ts';

export const openPart = 'messages.json';
export const summaryFile = 'summary.json';
export const backupsFolder = 'backups';

/** The name of the n-th sealed part. */
export const sealedPart = (number: number): string => `messages-${String(number).padStart(6, '0')}.json`;

const sealed = /^messages-(\d+)\.json$/;
const damaged = /\.damaged-[\dTZ-]+$/;

/** What a listing of a dialog's folder says. */
export interface Layout {
  /** Where messages and summary are: the dialog's folder, or the backup a restore was interrupted in putting back. */
  readonly state: string | undefined;
  /** Names of the sealed parts, oldest first. */
  readonly sealed: readonly string[];
  /** Whether there is an open part. */
  readonly open: boolean;
  readonly summary: boolean;
  /** Whether there may be contexts. */
  readonly contexts: boolean;
  /** Names of files that were put aside. */
  readonly damaged: readonly string[];
  /** Paths, in the dialog's folder, of temporary files and backups; under the lock, those of dead processes. */
  readonly temporary: readonly string[];
  /** Whether clear, restore or rename was interrupted. */
  readonly pending: boolean;
  /** Number the next sealed part gets. */
  readonly nextNumber: number;
  /** Ids of the backups, oldest first. */
  readonly backups: readonly string[];
  /** Changes whenever clear or restore replaces the messages. */
  readonly epoch: string;
  /** Names and kinds of all that was listed; unknown where more than that was looked at. */
  readonly listed?: string;
}

const nothing: Layout = {
  state: undefined,
  sealed: [],
  open: false,
  summary: false,
  contexts: false,
  damaged: [],
  temporary: [],
  pending: false,
  nextNumber: 1,
  backups: [],
  epoch: '0',
};

type ListFolder = (folder: string) => Promise<Dirent[] | undefined> | Dirent[] | undefined;

/**
 * Lists a dialog's folder; one that does not exist is empty. Throws `outside` for links in it. Where the listing is that of
 * a layout read before, that one is given: a long dialog has hundreds of parts to be told apart.
 */
export async function readLayout(
  folder: string,
  listFolder: ListFolder = entriesOf,
  before?: Layout,
): Promise<Layout> {
  const entries = linksRefused(folder, await listFolder(folder));
  if (entries === undefined) return nothing;
  const names = entries.map(nameOf);
  const inBackups = names.includes(backupsFolder) ? ((await list(join(folder, backupsFolder))) ?? []) : [];
  const listed = [entries, inBackups].map((each) => each.map(nameAndKind).join('/')).join('//');
  if (before?.listed === listed) return before;
  const backups = inBackups.filter(isBackup).map(nameOf).sort();
  const epoch = epochOf(backups);
  const common = {
    damaged: names.filter((name) => damaged.test(name)),
    temporary: [...names, ...inBackups.map(({ name }) => join(backupsFolder, name))].filter(isTemporary),
    backups,
    epoch,
    contexts: names.includes(contextsFolder),
  };
  if (!names.includes(pendingFile)) return { ...common, pending: false, ...parts(folder, names), listed };
  const pending = await readPending(folder);
  if (pending?.op === 'clear') return { ...nothing, ...common, pending: true, epoch: `${epoch} cleared` };
  if (pending?.op !== 'restore') return { ...common, pending: true, ...parts(folder, names) };
  const from = join(folder, backupsFolder, pending.from);
  const restored = (await list(from))?.map(nameOf);
  if (restored === undefined) return { ...common, pending: true, ...parts(folder, names) }; // deleted by hand
  return { ...common, pending: true, ...parts(from, restored), epoch: `${epoch} restored` };
}

function parts(state: string, names: readonly string[]) {
  let last = 0;
  const found: string[] = [];
  for (const name of names) {
    if (!name.startsWith('messages-')) continue;
    // A part that was put aside keeps its number, so that no later one is taken for it.
    const number = sealed.exec(name.replace(damaged, ''))?.[1];
    last = Math.max(last, Number(number ?? 0));
    if (sealed.test(name)) found.push(name);
  }
  found.sort((a, b) => a.length - b.length || (a < b ? -1 : 1)); // the numbers are padded
  return {
    state,
    sealed: found,
    open: names.includes(openPart),
    summary: names.includes(summaryFile),
    nextNumber: last + 1,
  };
}

const epochOf = (backups: readonly string[]): string => backups.at(-1) ?? '0';

/** Ids of the complete backups of a dialog, oldest first. */
export async function listBackups(folder: string): Promise<string[]> {
  const entries = (await list(join(folder, backupsFolder))) ?? [];
  return entries.filter(isBackup).map(nameOf).sort();
}

const isTemporary = (name: string): boolean => name.endsWith(temporarySuffix) || name === itemFile;
const isBackup = (entry: Dirent): boolean =>
  entry.isDirectory() && !entry.name.startsWith('.') && !isTemporary(entry.name);
const nameOf = ({ name }: Dirent): string => name;
const nameAndKind = (entry: Dirent): string => (entry.isDirectory() ? `${entry.name}\0` : entry.name);

const list = async (folder: string): Promise<Dirent[] | undefined> =>
  linksRefused(folder, await entriesOf(folder));

function linksRefused(folder: string, entries: Dirent[] | undefined): Dirent[] | undefined {
  for (const entry of entries ?? []) if (entry.isSymbolicLink()) look(join(folder, entry.name));
  return entries;
}

/**
 * Whether a layout read before still holds, but for the content of the open part: nothing was sealed, cleared or
 * restored since. Costs the same however many parts there are.
 */
export async function stillHolds(folder: string, before: Layout): Promise<boolean> {
  const has = (name: string): boolean => isTaken(join(folder, name));
  if (before.state === undefined && !before.pending) return !has('.');
  if (has(pendingFile) !== before.pending || has(sealedPart(before.nextNumber))) return false;
  const backups = before.backups.length > 0 || has(backupsFolder) ? await listBackups(folder) : [];
  return epochOf(backups) === epochOf(before.backups);
}

/** Stands in a dialog's folder while an operation of several steps is under way. */
const pendingFile = 'pending.json';

/**
 * An operation that has been decided but perhaps not finished. From the moment this file is there readers see
 * the result, and whoever next changes the dialog finishes it: there is no half-cleared dialog.
 */
export type Pending =
  | { readonly op: 'clear' }
  | { readonly op: 'restore'; readonly from: string }
  | { readonly op: 'rename'; readonly to: string; readonly from?: string };

/** The operation under way in a dialog's folder, if any. */
export async function readPending(folder: string): Promise<Pending | undefined> {
  const read = await readJson(join(folder, pendingFile), parsePending);
  return read.state === 'read' ? read.value : undefined;
}

/** Decides an operation. */
export async function writePending(folder: string, pending: Pending, lease: Lease): Promise<void> {
  const text = `${JSON.stringify({ v: 1, ...pending })}\n`;
  await writeAtomic(join(folder, pendingFile), text, lease);
}

/** Ends an operation. */
export async function removePending(folder: string, lease: Lease): Promise<void> {
  await removeHeld([join(folder, pendingFile)], lease);
}

/** Whether a string can be the id of a backup, and so a folder name that stays where it is. */
export const isBackupId = (id: string): boolean => /^[^./\\\0][^/\\\0]{0,200}$/.test(id);

/** What `pending.json` says. */
export function parsePending(value: unknown): Pending {
  if (isObject(value)) {
    if (value.op === 'clear') return { op: 'clear' };
    if (value.op === 'restore' && typeof value.from === 'string' && isBackupId(value.from))
      return { op: 'restore', from: value.from };
    const { from, to } = value;
    if (value.op === 'rename' && typeof to === 'string')
      return { op: 'rename', to, ...(typeof from === 'string' && { from }) };
  }
  throw new WrongContent('not an operation this version knows');
}
