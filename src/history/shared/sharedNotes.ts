import { ignoredBy, isInRepository } from './git.ts';
import { largeSharedBytes } from './sharedFile.ts';
import { folderSize } from './sharingFolder.ts';
import { sharedFolder, type SharedNote } from './types.ts';

const mebibyte = 1024 * 1024;

/** Returns what a person should know about a file just written to the shared folder. */
export async function notesOn(folder: string, file: string): Promise<readonly SharedNote[]> {
  const bytes = await folderSize(folder);
  const large: SharedNote = {
    kind: 'large',
    bytes,
    text: `${sharedFolder}/ takes ${Math.round(bytes / mebibyte)} MiB of the repository: unshare what nobody needs any more.`,
  };
  return [...(await distributionNotes(folder, file)), ...(bytes > largeSharedBytes ? [large] : [])];
}

/** Explains why git will not distribute the file. */
async function distributionNotes(folder: string, file: string): Promise<readonly SharedNote[]> {
  const rule = await ignoredBy(folder, file);
  if (rule !== undefined) {
    const text = `git leaves it out by ${rule}: others get it once that rule no longer holds for ${sharedFolder}/.`;
    return [{ kind: 'ignored', rule, text }];
  }
  if (isInRepository(folder)) return [];
  const text = 'No git repository holds this folder: run git init, so that others can get it.';
  return [{ kind: 'noRepository', text }];
}
