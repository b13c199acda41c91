import { join } from 'node:path';

/** In the folder of a dialog: the active context and the index. */
export const contextsFolder = 'contexts';
/** In the contexts folder: one file for each archived context. */
export const archiveFolder = 'archive';

/** The folders of a dialog's contexts, the outer one first; they may not exist. */
export function contextFolders(dialogFolder: string): readonly string[] {
  const contexts = join(dialogFolder, contextsFolder);
  return [contexts, join(contexts, archiveFolder)];
}
