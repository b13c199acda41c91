import { join } from 'node:path';
import { isTaken, statOwn } from '../../disk/files/way.ts';
import { readDialogFile } from './dialogFile.ts';
import { dottedFolderName, folderName, hashedFolderName, legacyFolderName } from './names.ts';
import { readPending } from './layout.ts';

/** The location of a dialog, which may not exist. */
export interface DialogLocation {
  /** Name of its folder in the history folder. */
  readonly base: string;
  /** Absolute path of its folder. */
  readonly folder: string;
  readonly exists: boolean;
  /** Whether its `dialog.json` has the name; older servers wrote none, and it may be damaged. */
  readonly named: boolean;
}

/**
 * Finds a dialog's folder by true name, without creating it: the folder of the name, one an older server created, or,
 * if another dialog has that folder, the one with the hash.
 */
export async function locate(history: string, name: string): Promise<DialogLocation> {
  const own = folderName(name);
  const tried = new Set<string>();
  for (const folderOf of [
    folderName,
    hashedFolderName,
    dottedFolderName,
    legacyFolderName,
    listedFolderName,
  ]) {
    const base = folderOf(name);
    if (tried.has(base)) continue;
    tried.add(base);
    if (!isFolderOfADialog(history, base)) continue;
    const folder = join(history, base);
    if (statOwn(folder)?.isDirectory() !== true) continue; // a stray file is not a dialog but occupies the name
    if ((await nameIn(folder, base)) === name) return { base, folder, exists: true, named: true };
    if (isUnnamedFolderOf(folder, base, name)) return { base, folder, exists: true, named: false };
  }
  const base = isTaken(join(history, own)) ? hashedFolderName(name) : own;
  return { base, folder: join(history, base), exists: false, named: false };
}

/**
 * Returns the name of the dialog that a name means: of those that differ only in their form of Unicode the one that
 * exists, a new one being composed (NFC).
 */
export async function storedName(history: string, name: string): Promise<string> {
  const composed = name.normalize('NFC');
  const forms = new Set([name, composed, name.normalize('NFD')]);
  if (forms.size === 1) return name;
  for (const form of forms) if ((await locate(history, form)).exists) return form;
  return composed;
}

/** Reports whether a dialog of this name exists, judging by folder names. */
export const isNamed = (history: string, name: string): boolean =>
  [folderName(name), hashedFolderName(name)].some((base) => isTaken(join(history, base)));

/**
 * Reports whether a folder matches the name but does not state one, because an older server created it or the file is
 * damaged.
 */
function isUnnamedFolderOf(folder: string, base: string, name: string): boolean {
  if (readDialogFile(folder).state === 'read') return false;
  return (
    base === folderName(name) ||
    base === hashedFolderName(name) ||
    base === legacyFolderName(name) ||
    base === name
  );
}

/** Returns the name in a folder's `dialog.json`; undefined if unreadable. */
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
 * Reports whether a folder of the history can be a dialog. Names starting with a dot belong to the store, and so does
 * `sharedFolder`, unless it is a dialog of an older version.
 */
export const isFolderOfADialog = (history: string, base: string): boolean =>
  base !== '' &&
  !base.startsWith('.') &&
  !/[/\\\0]/.test(base) &&
  (base !== sharedFolder || containsDialog(join(history, base)));

/** Folder of items shared through git. */
const sharedFolder = 'shared';
const containsDialog = (folder: string): boolean =>
  ['dialog.json', 'messages.json'].some((name) => isTaken(join(folder, name)));

/** Maps a listed folder name, used for a dialog with an unreadable name, back to the folder. */
const listedFolderName = (name: string): string => (/~[0-9a-f]{8}$/.test(name) ? name : '');
