import { lockFolder } from '../../disk/files/ignored.ts';
import { createHash, randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { isoTime, type Lease, StoreError } from '../../disk/base/core.ts';
import { appendLines, takeBackDoubtful } from '../../disk/files/appendLines.ts';
import { writeSynced } from '../../disk/files/atomic.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { readOnlyError } from '../../disk/files/readOnly.ts';
import {
  confirmFolder,
  filesIn,
  makeFolder,
  removeFile,
  sweep,
  temporarySuffix,
} from '../../disk/files/folders.ts';
import { ensureHistoryFolder } from '../../disk/files/historyFolder.ts';
import { withLock } from '../../disk/files/lock.ts';
import { placeNew } from '../../disk/files/placeNew.ts';
import { fileAt } from '../../disk/files/way.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { storedType } from '../../agents/reading/types.ts';
import type { NewMessage } from './recordingTypes.ts';

export const sessionsFolder = '.sessions';

/** The identity of a recording, from its name and first line. */
export interface RecordingHead {
  readonly sessionId: string;
  /** Milliseconds. */
  readonly startedAt: number;
}

/** The append-only files of recorded sessions: `session-<minute>-<id>.jsonl`. */
export class Recordings {
  readonly #context: StoreContext;
  /** Absolute path of `.sessions`, which need not exist. */
  readonly folder: string;

  constructor(context: StoreContext) {
    this.#context = context;
    this.folder = join(context.folder, sessionsFolder);
  }

  /** Absolute paths of all recordings, by name; empty without a history. */
  async paths(): Promise<string[]> {
    const names = (await filesIn(this.folder)).filter(isRecording);
    return names.sort().map((name) => join(this.folder, name));
  }

  /** Throws for a path other than our recordings, such as an agent's transcript. */
  check(path: string): void {
    if (dirname(path) === this.folder && isRecording(basename(path))) return;
    throw new StoreError(
      'invalid_argument',
      `${JSON.stringify(path)} is not a recording of this project, whose recordings are in ${this.folder}; only these are changed.`,
      { path },
    );
  }

  /** Runs `work` under the lock of the recordings. */
  async change<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    const { folder, isReadOnly, log, wrote } = this.#context;
    if (isReadOnly()) throw readOnlyError(folder);
    const result = await withStoreErrors(async () => {
      await ensureHistoryFolder(folder);
      await makeFolder(this.folder);
      const turn = async (lease: Lease): Promise<T> => {
        await sweep(this.folder, lease);
        return work(lease);
      };
      return withLock(lockFolder(folder, sessionsFolder), turn, log);
    });
    wrote(sessionsFolder);
    return result;
  }

  /** Creates a recording atomically with all its lines and returns its path. Call it inside `change`. */
  async create(head: RecordingHead, lines: readonly string[], lease: Lease): Promise<string> {
    const all = [this.#headLine(head), ...lines].map((line) => `${line}\n`);
    return this.place(nameOf(head), all.join(''), lease);
  }

  /** Writes a new file under a name, numbered if taken. Call it inside `change`. */
  async place(name: string, content: string | Uint8Array, lease: Lease): Promise<string> {
    const temporary = join(this.folder, `${randomBytes(4).toString('hex')}${temporarySuffix}`);
    try {
      await writeSynced(temporary, content);
      for (let n = 1; ; n++) {
        const path = join(this.folder, `${name}${n === 1 ? '' : `-${n}`}.jsonl`);
        if (!(await placeNew(temporary, path, () => lease.assertHeld()))) continue;
        await confirmFolder(this.folder, lease);
        return path;
      }
    } catch (error) {
      await removeFile(temporary).catch(() => undefined); // the first error is the one to report
      throw error;
    }
  }

  /** Appends lines to a recording, and recreates a deleted one. Call it inside `change`. */
  async append(path: string, head: RecordingHead, lines: readonly string[], lease: Lease): Promise<void> {
    await takeBackDoubtful(path, lease);
    const isBegun = (fileAt(path)?.size ?? 0) > 0; // one that a full disk left empty is not
    const all = isBegun ? lines : [this.#headLine(head), ...lines];
    // A message and its time of activity may be torn apart.
    const records = all.length === 2 ? [all.join('\n')] : all;
    await appendLines(path, records, lease);
  }

  #headLine({ sessionId, startedAt }: RecordingHead): string {
    const projectHash = createHash('sha256').update(dirname(this.#context.folder)).digest('hex');
    const startTime = isoTime(startedAt);
    return JSON.stringify({ sessionId, projectHash, startTime, lastUpdated: startTime, kind: 'main' });
  }
}

const isRecording = (name: string): boolean => /^session-.+\.jsonl$/.test(name);

/** Named like the original's, in characters valid on every file system. */
function nameOf({ sessionId, startedAt }: RecordingHead): string {
  const minute = isoTime(startedAt).slice(0, 16).replaceAll(':', '-');
  return `session-${minute}-${sessionId.slice(0, 8).replaceAll(/[^\w-]/g, '_')}`;
}

/** The line of a message. */
export const messageLine = (message: NewMessage): string =>
  JSON.stringify({ ...message, type: storedType(message.type) });

/** The line with the time of the last activity. */
export const activityLine = (now: number): string => JSON.stringify({ $set: { lastUpdated: isoTime(now) } });
