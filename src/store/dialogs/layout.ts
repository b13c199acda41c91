import fs from 'node:fs';
import { join } from 'node:path';
import { errno } from '../errors.ts';
import { temporarySuffix } from '../files/atomic.ts';
import { assertInside } from '../files/contain.ts';
import { pendingFile, readPending } from './pending.ts';

export const openPart = 'messages.json';
export const summaryFile = 'summary.json';
export const dialogFile = 'dialog.json';
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
}

const nothing: Layout = {
  state: undefined,
  sealed: [],
  open: false,
  summary: false,
  damaged: [],
  temporary: [],
  pending: false,
  nextNumber: 1,
  backups: [],
  epoch: '0',
};

/** Lists a dialog's folder; one that does not exist is empty. Throws `outside` for links that lead out of `root`. */
export async function readLayout(root: string, folder: string): Promise<Layout> {
  const names = await list(root, folder);
  if (names === undefined) return nothing;
  const inBackups = names.includes(backupsFolder)
    ? ((await list(root, join(folder, backupsFolder))) ?? [])
    : [];
  const backups = inBackups.filter(isBackup).sort();
  const epoch = epochOf(backups);
  const common = {
    damaged: names.filter((name) => damaged.test(name)),
    temporary: [...names, ...inBackups.map((name) => join(backupsFolder, name))].filter(isTemporary),
    backups,
    epoch,
  };
  if (!names.includes(pendingFile)) return { ...common, pending: false, ...parts(folder, names) };
  const pending = await readPending(folder);
  if (pending?.op === 'clear') return { ...nothing, ...common, pending: true, epoch: `${epoch} cleared` };
  if (pending?.op !== 'restore') return { ...common, pending: true, ...parts(folder, names) };
  const from = join(folder, backupsFolder, pending.from);
  const restored = await list(root, from);
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
export async function listBackups(root: string, folder: string): Promise<string[]> {
  const names = (await list(root, join(folder, backupsFolder))) ?? [];
  return names.filter(isBackup).sort();
}

const isTemporary = (name: string): boolean => name.endsWith(temporarySuffix);
const isBackup = (name: string): boolean => !name.startsWith('.') && !isTemporary(name);

async function list(root: string, folder: string): Promise<string[] | undefined> {
  assertInside(root, folder);
  try {
    const entries = await fs.promises.readdir(folder, { withFileTypes: true });
    for (const entry of entries) if (entry.isSymbolicLink()) assertInside(root, join(folder, entry.name));
    return entries.map((entry) => entry.name);
  } catch (error) {
    if (errno(error) === 'ENOENT' || errno(error) === 'ENOTDIR') return undefined;
    throw error;
  }
}

/**
 * Whether a layout read before still holds, but for the content of the open part: nothing was sealed, cleared or
 * restored since. Costs the same however many parts there are.
 */
export async function stillHolds(root: string, folder: string, before: Layout): Promise<boolean> {
  const has = (name: string): boolean =>
    fs.lstatSync(join(folder, name), { throwIfNoEntry: false }) !== undefined;
  if (before.state === undefined && !before.pending) return !has('.');
  if (has(pendingFile) !== before.pending || has(sealedPart(before.nextNumber))) return false;
  const backups = before.backups.length > 0 || has(backupsFolder) ? await listBackups(root, folder) : [];
  return epochOf(backups) === epochOf(before.backups);
}
