import { basename, join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { renameOver, syncFile } from '../files/atomic.ts';
import { confirmFolder, syncFolder } from '../files/folders.ts';
import { copyToTrash, withArchives } from './archiveTrash.ts';
import { archiveHead } from './list.ts';
import { rawFolder } from './rawCopy.ts';

/** An archive that came from another machine, in finished files on the disk of the history. */
export interface ReceivedArchive {
  /** File name without `.md`. */
  readonly name: string;
  readonly text: string;
  /** The copy of the transcript, and its name in `raw/`, where it has one. */
  readonly copy?: { readonly file: string; readonly name: string };
  /** Whether what it takes the place of goes into the trash. */
  readonly keepsOld: boolean;
}

/** Moves an archive among those of a history, the copy first, as with one that is made here. */
export const placeReceived = (
  context: StoreContext,
  { name, text, copy, keepsOld }: ReceivedArchive,
): Promise<void> =>
  withArchives(context, async (archives, lease) => {
    const assertHeld = () => lease.assertHeld();
    const old = keepsOld ? await archiveHead(archives, name).catch(() => undefined) : undefined;
    if (old) await copyToTrash(context, old);
    if (copy !== undefined) {
      await syncFile(copy.file);
      await renameOver(copy.file, join(archives, rawFolder, basename(copy.name)), assertHeld);
      await syncFolder(join(archives, rawFolder));
    }
    await syncFile(text);
    await renameOver(text, join(archives, `${name}.md`), assertHeld);
    await confirmFolder(archives, lease);
  });
