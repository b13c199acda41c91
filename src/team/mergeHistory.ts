import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { isObject } from '../disk/base/core.ts';
import { archivesFolder } from '../history/archive/names.ts';
import { rawFolder } from '../history/archive/rawCopy.ts';
import { placeReceived, type ReceivedArchive } from '../history/archive/receivedArchive.ts';
import type { ArchiveInfo } from '../history/archive/types.ts';
import type { DialogInfo, Message, NewEntry } from '../history/dialogs/types.ts';
import { copySynced, writeAtomic, writeSynced } from '../disk/files/atomic.ts';
import { filesIn, makeTemporaryFolder, removeTree } from '../disk/files/folders.ts';
import { bytesOf } from '../disk/files/open.ts';
import { machineFolder } from '../disk/files/projectId.ts';
import { fileAt } from '../disk/files/way.ts';
import { MemoryLog } from '../history/memory/memoryLog.ts';
import { parseMemory } from '../history/memory/records.ts';
import { Recordings } from '../history/sessions/recordings.ts';
import { putInDialog } from './applyRecords.ts';
import { alternativeName, renamedCopy, renameInHead } from './archivePieces.ts';
import { localFolders, localItems, type LocalHistory } from './localHistory.ts';
import { keyOf } from './versions.ts';

/** The history to merge, and the one to merge it into; `branch` is noted in its messages. */
export interface MergedHistories {
  readonly from: LocalHistory;
  readonly to: LocalHistory;
  readonly branch: string | undefined;
}

/**
 * Merges messages, summaries, snapshots, memories, archives and recordings of a history into another one of the same
 * person and machine. Replaces and deletes nothing, and skips what was merged before.
 */
export async function mergeHistory(given: MergedHistories): Promise<void> {
  const both = { ...given, from: unmasked(given.from), to: unmasked(given.to) };
  await mergeMessages(both);
  await takeItems(both);
  await mergeSessions(both);
}

/** Merges the messages of a history into another one like `mergeHistory`. */
export async function mergeMessages(both: MergedHistories): Promise<void> {
  for (const { name } of await both.from.dialogs.list()) await takeMessages(both, name);
}

/** Merges the messages of some dialogs like `mergeHistory`, and all summaries and snapshots if there are such dialogs. */
export async function mergeDialogs(
  given: MergedHistories,
  isMerged: (dialog: DialogInfo) => boolean,
): Promise<void> {
  const both = { ...given, from: unmasked(given.from), to: unmasked(given.to) };
  const dialogs = (await both.from.dialogs.list()).filter(isMerged);
  for (const { name } of dialogs) await takeMessages(both, name);
  if (dialogs.length > 0) await takeItems(both);
}

/** Merges the archives and recordings of a history into another one like `mergeHistory`. */
export async function mergeSessions(both: MergedHistories): Promise<void> {
  for (const archive of (await both.from.archives.list()).archives) await takeArchive(both, archive);
  await takeRecordings(both);
}

/** Both histories belong to the same person and machine, so nothing needs masking. */
const unmasked = (local: LocalHistory): LocalHistory => ({ ...local, masked: local.context.secrets });

async function takeMessages({ from, to, branch }: MergedHistories, dialog: string): Promise<void> {
  const equal = new Map<string, number>();
  for await (const messages of from.dialogs.all(dialog))
    await to.dialogs.save(
      dialog,
      messages.map((message) => entryOf(message, equal, branch)),
    );
}

/** Creates an entry with the message's branch and an id by which a repeated merge recognizes it. */
function entryOf(message: Message, equal: Map<string, number>, branch: string | undefined): NewEntry {
  const { role, text, ts, meta } = message;
  const said = createHash('sha256')
    .update(JSON.stringify([role, ts, text]))
    .digest('hex');
  const n = equal.get(said) ?? 0;
  equal.set(said, n + 1);
  const id = message.id ?? `worktree:${said.slice(0, 32)}${n === 0 ? '' : `-${n}`}`;
  return { ...message, id, ...(branch !== undefined && { meta: { branch, ...meta } }) };
}

async function takeItems({ from, to }: MergedHistories): Promise<void> {
  const places = await localFolders(to);
  const placeOf = new Map([...places].map(([place, dialog]) => [dialog ?? place, place]));
  for (const [place, dialog] of await localFolders(from)) {
    const there = placeOf.get(dialog ?? place);
    const known = new Set((there === undefined ? [] : await localItems(to, there, dialog)).map(keyOf));
    for (const item of await localItems(from, place, dialog)) {
      if (known.has(keyOf(item))) continue;
      if (item.kind === 'memory') await takeMemory(to, item.body);
      else if (dialog !== undefined) await putInDialog(to, item, dialog);
    }
  }
}

async function takeMemory({ context }: LocalHistory, body: unknown): Promise<void> {
  const memory = isObject(body) ? parseMemory(body) : undefined;
  if (memory === undefined) return;
  await new MemoryLog(context).change(({ state, append }) =>
    append(state.memories.has(memory.hash) ? [] : [state.put(memory, context.clock.now())]),
  );
}

async function takeArchive(
  { from, to }: MergedHistories,
  { path, name, raw, session }: ArchiveInfo,
): Promise<void> {
  const text = await bytesOf(path);
  if (text === undefined) return;
  const archives = join(to.context.folder, archivesFolder);
  const there = await bytesOf(join(archives, `${name}.md`));
  const other = alternativeName(
    name,
    createHash('sha256').update(session).update(from.context.folder).digest('hex'),
  );
  if (there?.equals(text) === true || fileAt(join(archives, `${other}.md`))) return;
  const own = there === undefined ? name : other;
  const { context } = to;
  const staging = join(context.folder, machineFolder, 'taken-archive');
  const folder = await makeTemporaryFolder(staging, context.clock.now());
  try {
    const received = { name: own, text: join(folder, 'text'), keepsOld: false };
    await writeSynced(received.text, renameInHead(text, name, own));
    await placeReceived(to.context, { ...received, ...(await copied(path, raw, name, own, folder)) });
  } finally {
    await removeTree(folder);
  }
}

/** Copies an archive's transcript, if present. */
async function copied(
  path: string,
  raw: string | undefined,
  name: string,
  own: string,
  folder: string,
): Promise<Pick<ReceivedArchive, 'copy'>> {
  const file = raw === undefined ? undefined : join(dirname(path), rawFolder, basename(raw));
  if (file === undefined || !fileAt(file)) return {};
  await copySynced(file, join(folder, 'copy'));
  return { copy: { file: join(folder, 'copy'), name: renamedCopy(basename(file), name, own) } };
}

async function takeRecordings({ from, to }: MergedHistories): Promise<void> {
  const recordings = new Recordings(to.context);
  const there = new Set(await filesIn(recordings.folder));
  const files = await new Recordings(from.context).paths();
  if (files.length === 0) return;
  await recordings.change(async (lease) => {
    for (const file of files) {
      const content = await bytesOf(file);
      const path = join(recordings.folder, basename(file));
      const old = there.has(basename(file)) ? await bytesOf(path) : undefined;
      if (content === undefined) continue;
      if (old === undefined) await recordings.place(basename(file, '.jsonl'), content, lease);
      // Merged before and grown since.
      else if (isBeginning(old, content)) await writeAtomic(path, content, lease);
    }
  });
}

const isBeginning = (old: Buffer, content: Buffer): boolean =>
  content.length > old.length && content.subarray(0, old.length).equals(old);
