import type { Dirent } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, itemFile, temporarySuffix } from '../../disk/files/folders.ts';
import { bytesNow } from '../../disk/files/open.ts';
import { removeHeld, writeAtomic } from '../../disk/files/atomic.ts';
import { fileAt, isTaken, statOwn } from '../../disk/files/way.ts';
import { isObject, type Lease } from '../../disk/base/core.ts';
import { contextsFolder } from './names.ts';
import { readJson, WrongContent } from '../../disk/files/json.ts';

export const openPart = 'messages.json';
export const summaryFile = 'summary.json';
export const backupsFolder = 'backups';

/** Returns the name of the n-th sealed part. */
export const sealedPart = (number: number): string => `messages-${String(number).padStart(6, '0')}.json`;

const sealed = /^messages-(\d+)\.json$/;

/** Reports whether a file name is that of a sealed part. */
export const isSealedPart = (name: string): boolean => sealed.test(name);

const damaged = /\.damaged-[\dTZ-]+$/;

/** The listing of a dialog's folder. */
export interface Layout {
  /** Folder of messages and summary: the dialog's own, or the backup whose restoration was interrupted. */
  readonly state: string | undefined;
  /** Names of the sealed parts, oldest first. */
  readonly sealed: readonly string[];
  /** Whether there is an open part. */
  readonly open: boolean;
  readonly summary: boolean;
  /** Whether contexts may exist. */
  readonly contexts: boolean;
  /** Names of files that were set aside. */
  readonly damaged: readonly string[];
  /** Paths of temporary files and backups in the dialog's folder; under the lock, they belong to dead processes. */
  readonly temporary: readonly string[];
  /** Whether clear, restore or rename was interrupted. */
  readonly pending: boolean;
  /** Number of the next sealed part. */
  readonly nextNumber: number;
  /** Ids of the backups, oldest first. */
  readonly backups: readonly string[];
  /** Changes whenever clear or restore replaces the messages. */
  readonly epoch: string;
  /** Names and kinds of all entries; undefined if more than the listing was examined. */
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
 * Lists a dialog's folder, which may not exist. Throws `outside` for links in it. Returns the previous layout if the
 * listing is unchanged, since a long dialog has hundreds of parts.
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
    // A part set aside keeps its number, so that later ones are not mistaken for it.
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

/**
 * Reports whether the open part is the last sealed one under its other name, so that nothing was added since. Copies of
 * a history, and file systems without links, have two equal files instead.
 */
export function isOpenSealed({ state, open, sealed }: Layout): boolean {
  const last = sealed.at(-1);
  if (!open || state === undefined || last === undefined) return false;
  const [openPath, sealedPath] = [join(state, openPart), join(state, last)];
  const [one, other] = [fileAt(openPath), fileAt(sealedPath)];
  if (one === undefined || other === undefined || one.size !== other.size || one.size === 0) return false;
  return one.ino === other.ino || bytesNow(openPath)?.equals(bytesNow(sealedPath) ?? noBytes) === true;
}

const noBytes = new Uint8Array();

const epochOf = (backups: readonly string[]): string => backups.at(-1) ?? '0';

/** Returns the ids of a dialog's complete backups, oldest first. */
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
  for (const entry of entries ?? []) if (entry.isSymbolicLink()) statOwn(join(folder, entry.name));
  return entries;
}

/**
 * Reports whether a layout is still valid except for the content of the open part, that is, nothing was sealed,
 * cleared or restored. The cost does not depend on the number of parts.
 */
export async function isStillValid(folder: string, before: Layout): Promise<boolean> {
  const has = (name: string): boolean => isTaken(join(folder, name));
  if (before.state === undefined && !before.pending) return !has('.');
  if (has(pendingFile) !== before.pending || has(sealedPart(before.nextNumber))) return false;
  const backups = before.backups.length > 0 || has(backupsFolder) ? await listBackups(folder) : [];
  return epochOf(backups) === epochOf(before.backups);
}

/** Exists in a dialog's folder during an operation of several steps. */
export const pendingFile = 'pending.json';

/**
 * A committed operation that may be incomplete. Once this file exists, readers see the result, and the next writer
 * completes the operation: a dialog is never half cleared.
 */
export type Pending =
  | { readonly op: 'clear' }
  | { readonly op: 'restore'; readonly from: string }
  | { readonly op: 'rename'; readonly to: string; readonly from?: string };

/** Returns the pending operation in a dialog's folder, if any. */
export async function readPending(folder: string): Promise<Pending | undefined> {
  const read = await readJson(join(folder, pendingFile), parsePending);
  return read.state === 'read' ? read.value : undefined;
}

/** Commits an operation. */
export async function writePending(folder: string, pending: Pending, lease: Lease): Promise<void> {
  const text = `${JSON.stringify({ v: 1, ...pending })}\n`;
  await writeAtomic(join(folder, pendingFile), text, lease);
}

/** Ends an operation. */
export async function removePending(folder: string, lease: Lease): Promise<void> {
  await removeHeld([join(folder, pendingFile)], lease);
}

/** Reports whether a string can be a backup's id, and so a folder name without a path. */
export const isBackupId = (id: string): boolean => /^[^./\\\0][^/\\\0]{0,200}$/.test(id);

/** Parses `pending.json`. */
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
