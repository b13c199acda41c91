import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { isObject, type Log } from './base/core.ts';
import type { Machine } from './base/stateFolder.ts';
import { archivesFolder } from './archive/names.ts';
import { rawFolder } from './archive/rawCopy.ts';
import { placeReceived, type ReceivedArchive } from './archive/receivedArchive.ts';
import type { ArchiveInfo } from './archive/types.ts';
import type { Message, NewEntry } from './dialogs/types.ts';
import { copySynced, writeAtomic, writeSynced } from './files/atomic.ts';
import { filesIn, makeFolder, moveTo, removeTree, temporarySuffix } from './files/folders.ts';
import { ensureHistoryFolder } from './files/historyFolder.ts';
import { lockFolder, locksFolder } from './files/ignored.ts';
import { withLock } from './files/lock.ts';
import { bytesOf } from './files/open.ts';
import { machineFolder, projectName } from './files/projectId.ts';
import { historyFolder, isApart, linkedTree } from './files/projectHistory.ts';
import { fileAt } from './files/way.ts';
import { copyNamed, headNamed, otherName } from './hub/archivePieces.ts';
import { putInDialog } from './hub/applyRecords.ts';
import { localItems, localPlaces, type LocalHistory } from './hub/localHistory.ts';
import { keyOf } from './hub/versions.ts';
import { openHubHistory } from './hubHistory.ts';
import { MemoryLog } from './memory/memoryLog.ts';
import { parseMemory } from './memory/records.ts';
import { readRecord } from './projects/recordFile.ts';
import { Recordings } from './sessions/recordings.ts';
import type { StoreOptions } from './types.ts';

/** The new name of the locks of a history that was taken over: a folder without locks is no history in use. */
const takenOver = '.taken-over';

/** Two histories of which one takes in what the other has. */
interface Both {
  readonly from: LocalHistory;
  readonly to: LocalHistory;
  readonly branch: string | undefined;
}

/**
 * Takes what a linked working tree of git has of its own into the history of its main one: messages, summaries,
 * snapshots, memories, archives and recordings. Nothing that is there is replaced, nothing is deleted, and what was taken
 * before is left out. The working tree shares the history from then on. Gives the main one; undefined where there is nothing to take.
 */
export async function takeOver(root: string, options: StoreOptions = {}): Promise<string | undefined> {
  const tree = linkedTree(root);
  if (tree?.apart !== 'own history') return undefined;
  const to = unmasked(openHubHistory(tree.main, options).local);
  await ensureHistoryFolder(to.context.folder);
  // Two agents that start at once would take everything twice.
  await withLock(lockFolder(to.context.folder, '.take-over'), async () => {
    if (!isApart(root)) return;
    const from = unmasked(openHubHistory(root, { ...options, isReadOnly: () => true }).local);
    const { folder } = from.context;
    const both = { from, to, branch: tree.branch };
    await takeAll(both);
    await removeTree(join(folder, takenOver));
    await moveTo(join(folder, locksFolder), join(folder, takenOver));
    await takeAll(both); // what a process saved there meanwhile
  });
  return tree.main;
}

/** Both histories are of one person and one machine: what one may hold, the other may. */
const unmasked = (local: LocalHistory): LocalHistory => ({ ...local, masked: local.context.secrets });

/**
 * Does the same for a history that was written on this machine. One that a branch brings along is left for the person
 * to decide about. An error is logged, and the working tree keeps its history.
 */
export async function takeOwn(
  machine: Machine,
  root: string,
  options: StoreOptions & { readonly log: Log },
): Promise<string | undefined> {
  const name = projectName(historyFolder(root));
  if (name?.place === undefined || readRecord(machine, name.id)?.places.includes(name.place) !== true)
    return undefined;
  return takeOver(root, options).catch((error: unknown) => {
    options.log.warn(`the history of ${root} stays apart, and is deleted with it: ${String(error)}`);
    return undefined;
  });
}

async function takeAll(both: Both): Promise<void> {
  for (const { name } of await both.from.dialogs.list()) await takeMessages(both, name);
  await takeItems(both);
  for (const archive of (await both.from.archives.list()).archives) await takeArchive(both, archive);
  await takeRecordings(both);
}

async function takeMessages({ from, to, branch }: Both, dialog: string): Promise<void> {
  const equal = new Map<string, number>();
  for await (const messages of from.dialogs.all(dialog))
    await to.dialogs.save(
      dialog,
      messages.map((message) => entryOf(message, equal, branch)),
    );
}

/** A message with an id, by which it is known where it was taken before, and with its branch. */
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

async function takeItems({ from, to }: Both): Promise<void> {
  const places = await localPlaces(to);
  const placeOf = new Map([...places].map(([place, dialog]) => [dialog ?? place, place]));
  for (const [place, dialog] of await localPlaces(from)) {
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

async function takeArchive({ from, to }: Both, { path, name, raw, session }: ArchiveInfo): Promise<void> {
  const text = await bytesOf(path);
  if (text === undefined) return;
  const archives = join(to.context.folder, archivesFolder);
  const there = await bytesOf(join(archives, `${name}.md`));
  const other = otherName(
    name,
    createHash('sha256').update(session).update(from.context.folder).digest('hex'),
  );
  if (there?.equals(text) === true || fileAt(join(archives, `${other}.md`))) return;
  const own = there === undefined ? name : other;
  const folder = join(to.context.folder, machineFolder, `taken-archive${temporarySuffix}`);
  await removeTree(folder); // of a program that died
  await makeFolder(folder);
  try {
    const received = { name: own, text: join(folder, 'text'), keepsOld: false };
    await writeSynced(received.text, headNamed(text, name, own));
    await placeReceived(to.context, { ...received, ...(await copied(path, raw, name, own, folder)) });
  } finally {
    await removeTree(folder);
  }
}

/** The copy of a transcript beside an archive, where it is there. */
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
  return { copy: { file: join(folder, 'copy'), name: copyNamed(basename(file), name, own) } };
}

async function takeRecordings({ from, to }: Both): Promise<void> {
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
      // One that was taken before and has grown since.
      else if (isBeginning(old, content)) await writeAtomic(path, content, lease);
    }
  });
}

const isBeginning = (old: Buffer, content: Buffer): boolean =>
  content.length > old.length && content.subarray(0, old.length).equals(old);
