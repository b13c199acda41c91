import { ignoredBy, isInRepository } from './git.ts';
import { muchSharedBytes } from './sharedFile.ts';
import { folderSize } from './sharingFolder.ts';
import { sharedFolder, type SharedNote } from './types.ts';

const mebibyte = 1024 * 1024;

/** What a person should know of a file that was just written to the folder of what is shared. */
export async function notesOn(folder: string, file: string): Promise<readonly SharedNote[]> {
  const bytes = await folderSize(folder);
  const large: SharedNote = {
    ...{ kind: 'large', bytes },
    text: `${sharedFolder}/ takes ${Math.round(bytes / mebibyte)} MiB of the repository: unshare what nobody needs any more.`,
  };
  return [...(await wayNotes(folder, file)), ...(bytes > muchSharedBytes ? [large] : [])];
}

/** Why git will not take it to others. */
async function wayNotes(folder: string, file: string): Promise<readonly SharedNote[]> {
  const rule = await ignoredBy(folder, file);
  if (rule !== undefined) {
    const text = `git leaves it out by ${rule}: others get it once that rule no longer holds for ${sharedFolder}/.`;
    return [{ kind: 'ignored', rule, text }];
  }
  if (isInRepository(folder)) return [];
  const text = 'No git repository holds this folder: run git init, so that others can get it.';
  return [{ kind: 'noRepository', text }];
}
