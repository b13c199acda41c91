import { join } from 'node:path';
import { isTaken, look } from '../files/way.ts';
import { readDialogFile } from './dialogFile.ts';
import { folderName, hashedFolderName, legacyFolderName } from './names.ts';
import { readPending } from './layout.ts';

/** Where a dialog is, or would be. */
export interface DialogLocation {
  /** Name of its folder in the history folder. */
  readonly base: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly exists: boolean;
  /** Whether its `dialog.json` says the name; older servers wrote none, and it may be damaged. */
  readonly named: boolean;
}

/**
 * Finds the folder of a dialog by its true name: the folder of the name itself, one an older server made for
 * it, or, where its folder belongs to another dialog, the folder with the hash. Looks only; creates nothing.
 */
export async function locate(history: string, name: string): Promise<DialogLocation> {
  const own = folderName(name);
  const tried = new Set<string>();
  for (const folderOf of [folderName, hashedFolderName, legacyFolderName, listedFolder]) {
    const base = folderOf(name);
    if (tried.has(base)) continue;
    tried.add(base);
    if (!isFolderOfADialog(history, base)) continue;
    const folder = join(history, base);
    if (look(folder)?.isDirectory() !== true) continue; // a stray file holds no dialog, but its name is taken
    if ((await nameIn(folder, base)) === name) return { base, folder, exists: true, named: true };
    if (isUnnamedFolderOf(folder, base, name)) return { base, folder, exists: true, named: false };
  }
  const base = isTaken(join(history, own)) ? hashedFolderName(name) : own;
  return { base, folder: join(history, base), exists: false, named: false };
}

/** Whether a dialog of this name is there, so far as names of folders tell. */
export const isNamed = (history: string, name: string): boolean =>
  [folderName(name), hashedFolderName(name)].some((base) => isTaken(join(history, base)));

/** Whether the folder says nothing of its name (an older server made it, or the file is damaged) but fits it. */
function isUnnamedFolderOf(folder: string, base: string, name: string): boolean {
  if (readDialogFile(folder).state === 'read') return false;
  return (
    base === folderName(name) ||
    base === hashedFolderName(name) ||
    base === legacyFolderName(name) ||
    base === name
  );
}

/** The name a dialog's folder gives itself; undefined without a readable `dialog.json`. */
export async function nameIn(folder: string, base: string): Promise<string | undefined> {
  const file = readDialogFile(folder);
  if (file.state !== 'read') return undefined;
  const { name } = file.value;
  if (base === folderName(name) || base === hashedFolderName(name) || base === legacyFolderName(name))
    return name;
  const pending = await readPending(folder);
  const renamed =
    pending?.op === 'rename' && (base === folderName(pending.to) || base === hashedFolderName(pending.to));
  return renamed ? pending.to : name;
}

/**
 * Whether a folder of the history folder can hold a dialog: what begins with a dot is the store's own, and so is the
 * folder of what is shared, unless an older version gave it to a dialog.
 */
export const isFolderOfADialog = (history: string, base: string): boolean =>
  base !== '' &&
  !base.startsWith('.') &&
  !/[/\\\0]/.test(base) &&
  (base !== shared || holdsDialog(join(history, base)));

/** In the history folder: what is shared through git. */
const shared = 'shared';
const holdsDialog = (folder: string): boolean =>
  ['dialog.json', 'messages.json'].some((name) => isTaken(join(folder, name)));

/** A list shows a folder whose name is unreadable under the folder's name; that must lead back to it. */
const listedFolder = (name: string): string => (/~[0-9a-f]{8}$/.test(name) ? name : '');
