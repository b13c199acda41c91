import { basename, join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { renameOver, syncFile } from '../../disk/files/atomic.ts';
import { confirmFolder, syncFolder } from '../../disk/files/folders.ts';
import { copyToTrash, withArchives } from './archiveTrash.ts';
import { archiveHead } from './list.ts';
import { rawFolder } from './rawCopy.ts';

/** An archive from another machine, in complete files on the history's disk. */
export interface ReceivedArchive {
  /** File name without `.md`. */
  readonly name: string;
  readonly text: string;
  /** The copy of the transcript and its name in `raw/`, if there is one. */
  readonly copy?: { readonly file: string; readonly name: string };
  /** Whether a replaced archive is moved to the trash. */
  readonly keepsOld: boolean;
}

/** Moves an archive to a history's archives, the copy first, as for new ones. */
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
