import { withoutHalfPair } from '../../disk/text/containText.ts';
import { deviceName } from '../../disk/text/slug.ts';
import { createHash } from 'node:crypto';
import { StoreError } from '../../disk/base/core.ts';
import { maxNameLength } from '../../disk/base/limits.ts';
import { join } from 'node:path';

/** Name of the dialog an empty name means, unless a person chose another. */
export const defaultName = 'default';
/** Maximum characters of a folder name, without the hash. */
const slugLength = 64;
/** Other names in the history folder. */
const ownNames: readonly string[] = ['brief.json', 'project.json', 'settings.json', 'shared'];

/** Patterns for folder names. The ASCII variants avoid Unicode classes, which take milliseconds to compile. */
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

/** Returns the true name of a dialog. Throws `invalid_argument` for an impossible name. */
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
 * Returns the folder of a dialog: the name itself if it is a safe lower-case slug, else `<slug>~<8 hex of
 * sha256(name)>`. Different names have different folders, even on case-insensitive disks.
 */
export function folderName(name: string): string {
  return isSafe(name) ? name : hashedFolderName(name);
}

/** Returns the folder of a name whose own folder belongs to another dialog. */
export const hashedFolderName = (name: string): string =>
  // To Windows `aux.md~…` is a device, `aux-.md~…` is none.
  dottedFolderName(name).replace(deviceName, '$&-');

/** Returns the same as earlier versions made it, with the extension after the name of a device. */
export function dottedFolderName(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${slug(name)}~${hash}`;
}

/** Returns the folder that servers of the original format used for a name. */
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
    !deviceName.test(name) &&
    !ownNames.includes(name) &&
    name === name.normalize('NFC') &&
    name === name.toLowerCase() &&
    name === name.toUpperCase().toLowerCase() // what a case-insensitive disk may compare
  );
}

function slug(name: string): string {
  const { others, edges } = patternsFor(name);
  const words = name.normalize('NFC').toLowerCase().replace(others, '-');
  const cut = withoutHalfPair(words.slice(0, slugLength));
  const trimmed = cut.replace(edges, '');
  return trimmed === '' ? 'dialog' : trimmed;
}

/** Thrown when a listed file no longer exists because of a clear or seal; the caller should list again. */
export class Changed extends Error {}

/** In a dialog's folder: the active context and the index. */
export const contextsFolder = 'contexts';
/** In the contexts folder: one file per archived context. */
export const archiveFolder = 'archive';

/** Returns the file of a dialog's active context, which may not exist yet. */
export const activeContextFile = (dialogFolder: string): string =>
  join(dialogFolder, contextsFolder, 'active.json');

/** Returns the folders of a dialog's contexts, the outer one first; they may not exist. */
export function contextFolders(dialogFolder: string): readonly string[] {
  const contexts = join(dialogFolder, contextsFolder);
  return [contexts, join(contexts, archiveFolder)];
}
