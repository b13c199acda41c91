import { join } from 'node:path';
import { bytesOf } from '../../disk/files/open.ts';
import { appendLines } from '../../disk/files/appendLines.ts';
import { entriesOf, makeFolder, removeFile } from '../../disk/files/folders.ts';
import { lockFolder } from '../../disk/files/ignored.ts';
import { withLock } from '../../disk/files/lock.ts';
import { stageMirror } from '../../disk/files/mirror.ts';
import { placeNew } from '../../disk/files/placeNew.ts';
import { isTaken, lstatOwn } from '../../disk/files/way.ts';
import { memoriesFolder } from '../memory/memoryLog.ts';
import { sessionsFolder } from '../sessions/recordings.ts';
import { labelsName } from '../sessions/sessionLabels.ts';
import { isUnfinished } from './copiedNames.ts';
import type { TreeMirror } from './mirrorTree.ts';

/** Adds the files of a copy that a folder of a history lacks; changes nothing that is there. */
export async function addMissing(
  mirror: TreeMirror,
  copy: string,
  to: string,
  isLeftOut: (name: string) => boolean = isUnfinished,
): Promise<void> {
  await makeFolder(to);
  for (const entry of (await entriesOf(copy)) ?? []) {
    const [source, target] = [join(copy, entry.name), join(to, entry.name)];
    if (isLeftOut(entry.name)) continue;
    if (entry.isFile()) await addFile(mirror, source, target);
    else if (!isTaken(target)) await mirror.addItem(source, target);
    else if (lstatOwn(target)?.isDirectory()) await addMissing(mirror, source, target);
  }
}

async function addFile(mirror: TreeMirror, source: string, target: string): Promise<void> {
  if (isTaken(target)) return;
  const temporary = await stageMirror(source, target, mirror.now);
  if (temporary === undefined) return;
  // Another process may just have made it.
  const isPlaced = await placeNew(temporary, target, () => mirror.lease.assertHeld());
  if (!isPlaced) await removeFile(temporary);
}

/** Logs in which the latest line of a key counts, whatever their order: lines of two are put together. */
const logs = [
  { folder: memoriesFolder, file: 'memories.jsonl' },
  { folder: sessionsFolder, file: labelsName },
];

/** Adds the lines of a copy's logs that a history lacks. */
export async function addMissingLines(copy: string, history: string): Promise<void> {
  for (const { folder, file } of logs) {
    const lines = await linesOf(join(copy, folder, file));
    if (lines.length === 0) continue;
    await withLock(lockFolder(history, folder), async (lease) => {
      const there = new Set(await linesOf(join(history, folder, file)));
      const missing = lines.filter((line) => !there.has(line));
      if (missing.length > 0) await appendLines(join(history, folder, file), missing, lease);
    });
  }
}

const linesOf = async (path: string): Promise<readonly string[]> =>
  ((await bytesOf(path)) ?? Buffer.alloc(0)).toString().split('\n').filter(Boolean);
