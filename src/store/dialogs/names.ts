import { withoutHalfPair } from '../text/containText.ts';
import { createHash } from 'node:crypto';
import { StoreError } from '../base/core.ts';
import { maxNameLength } from '../base/limits.ts';
import { join } from 'node:path';

/** The dialog meant by an empty name, unless a person has set another one. */
export const defaultName = 'default';
/** Characters of a folder name, without the hash. */
const slugLength = 64;
/** Names Windows keeps for devices, also with an ending (learn.microsoft.com, "Naming Files, Paths, and Namespaces"). */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/;
/** What else is in the history folder. */
const ownNames: readonly string[] = ['brief.json', 'project.json', 'settings.json', 'shared'];

/** What names of folders are made by; of ASCII the same without Unicode's classes, which take milliseconds to make. */
const unicode = {
  safe: /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}._-]*[\p{L}\p{N}\p{M}])?$/u,
  others: /[^\p{L}\p{N}\p{M}._-]+/gu,
  edges: /^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu,
};
const ascii = {
  safe: /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/,
  others: /[^A-Za-z0-9._-]+/g,
  edges: /^[^A-Za-z0-9]+|[^A-Za-z0-9]+$/g,
};
const patternsFor = (name: string) => (/^[ -~]*$/.test(name) ? ascii : unicode);

/** The true name of a dialog; throws `invalid_argument` for one that no dialog can have. */
export function dialogName(name: string): string {
  if (name === '') return defaultName;
  const length = name.length;
  if (length > maxNameLength)
    throw new StoreError(
      'invalid_argument',
      `The dialog name "${name.slice(0, 40)}…" has ${length} characters; at most ${maxNameLength} are allowed. Use a shorter name.`,
      { argument: 'dialog', length },
    );
  if (!name.isWellFormed())
    throw new StoreError(
      'invalid_argument',
      `The dialog name ${JSON.stringify(name.slice(0, 80))} holds half a surrogate pair. Use a name that is valid Unicode.`,
      { argument: 'dialog' },
    );
  return name;
}

/**
 * The folder of a dialog name: the name itself where it is a safe lower-case slug, else `<slug>~<8 hex of
 * sha256(name)>`. Names that differ get folders that differ, also on disks that ignore case.
 */
export function folderName(name: string): string {
  return isSafe(name) ? name : hashedFolderName(name);
}

/** The folder of a name whose own folder belongs to another dialog. */
export function hashedFolderName(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${slug(name)}~${hash}`;
}

/** The folder that servers of the original format gave this name. */
export function legacyFolderName(name: string): string {
  return name
    .trim()
    .replace(/[\\/:"*?<>|]/g, '_')
    .replace(/\s+/g, '-')
    .slice(0, slugLength)
    .toLowerCase();
}

function isSafe(name: string): boolean {
  return (
    name.length <= slugLength &&
    patternsFor(name).safe.test(name) &&
    !reserved.test(name) &&
    !ownNames.includes(name) &&
    name === name.normalize('NFC') &&
    name === name.toLowerCase() &&
    name === name.toUpperCase().toLowerCase() // what a disk that ignores case may compare
  );
}

function slug(name: string): string {
  const { others, edges } = patternsFor(name);
  const words = name.normalize('NFC').toLowerCase().replace(others, '-');
  const cut = withoutHalfPair(words.slice(0, slugLength));
  const trimmed = cut.replace(edges, '');
  return trimmed === '' ? 'dialog' : trimmed;
}

/** Thrown when a file that was listed is gone: somebody cleared or sealed meanwhile, so look again. */
export class Changed extends Error {}

/** In the folder of a dialog: the active context and the index. */
export const contextsFolder = 'contexts';
/** In the contexts folder: one file for each archived context. */
export const archiveFolder = 'archive';

/** Where the active context of a dialog's folder is kept, once it is written down. */
export const activeContextFile = (dialogFolder: string): string =>
  join(dialogFolder, contextsFolder, 'active.json');

/** The folders of a dialog's contexts, the outer one first; they may not exist. */
export function contextFolders(dialogFolder: string): readonly string[] {
  const contexts = join(dialogFolder, contextsFolder);
  return [contexts, join(contexts, archiveFolder)];
}
