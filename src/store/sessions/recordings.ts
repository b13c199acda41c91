import { lockFolder } from '../files/ignored.ts';
import { createHash, randomBytes } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { isoTime, type Lease, StoreError } from '../base/core.ts';
import { appendLines } from '../files/appendLines.ts';
import { writeSynced } from '../files/atomic.ts';
import { readOnlyError, withStoreErrors } from '../files/failure.ts';
import { confirmFolder, filesIn, makeFolder, sweep, temporarySuffix } from '../files/folders.ts';
import { ensureHistoryFolder } from '../files/historyFolder.ts';
import { withLock } from '../files/lock.ts';
import { placeNew } from '../files/placeNew.ts';
import { fileAt } from '../files/way.ts';
import type { StoreContext } from '../base/context.ts';

const sessionsFolder = '.sessions';

/** What a recording is called, and what its first line says. */
export interface RecordingHead {
  readonly sessionId: string;
  /** Milliseconds. */
  readonly startedAt: number;
}

/** The files of recorded sessions: `session-<minute>-<id>.jsonl`, to which lines are only ever added. */
export class Recordings {
  readonly #context: StoreContext;
  /** Absolute path of `.sessions`, which need not exist. */
  readonly folder: string;

  constructor(context: StoreContext) {
    this.#context = context;
    this.folder = join(context.folder, sessionsFolder);
  }

  /** Absolute paths of all recordings, by name; none where there is no history. */
  async paths(): Promise<string[]> {
    const names = (await filesIn(this.folder)).filter(isRecording);
    return names.sort().map((name) => join(this.folder, name));
  }

  /** Refuses a path that is none of ours, such as an agent's transcript. */
  check(path: string): void {
    if (dirname(path) === this.folder && isRecording(basename(path))) return;
    throw new StoreError(
      'invalid_argument',
      `${JSON.stringify(path)} is not a recording of this project, whose recordings are in ${this.folder}; only these are changed.`,
      { path },
    );
  }

  /** Runs `work` while no other process adds to a recording. */
  async change<T>(work: (lease: Lease) => Promise<T>): Promise<T> {
    const { folder, isReadOnly, log, wrote } = this.#context;
    if (isReadOnly()) throw readOnlyError(folder);
    const result = await withStoreErrors(async () => {
      await ensureHistoryFolder(folder);
      await makeFolder(this.folder);
      const turn = async (lease: Lease): Promise<T> => {
        await sweep(this.folder);
        return work(lease);
      };
      return withLock(lockFolder(folder, sessionsFolder), turn, log);
    });
    wrote(sessionsFolder);
    return result;
  }

  /** Makes a recording that appears with all its lines, and gives its path. Call it inside `change`. */
  async create(head: RecordingHead, lines: readonly string[], lease: Lease): Promise<string> {
    const all = [this.#headLine(head), ...lines].map((line) => `${line}\n`);
    return this.place(nameOf(head), all.join(''), lease);
  }

  /** Writes a new file under a name, or that with a number where it is taken. Call it inside `change`. */
  async place(name: string, content: string | Uint8Array, lease: Lease): Promise<string> {
    const temporary = join(this.folder, `${randomBytes(4).toString('hex')}${temporarySuffix}`);
    await writeSynced(temporary, content);
    for (let n = 1; ; n++) {
      const path = join(this.folder, `${name}${n === 1 ? '' : `-${n}`}.jsonl`);
      if (!(await placeNew(temporary, path, () => lease.assertHeld()))) continue;
      await confirmFolder(this.folder, lease);
      return path;
    }
  }

  /** Adds lines to a recording, which is begun again where somebody deleted it. Call it inside `change`. */
  async append(path: string, head: RecordingHead, lines: readonly string[], lease: Lease): Promise<void> {
    const all = fileAt(path) ? lines : [this.#headLine(head), ...lines];
    // A message and the time of activity after it may be torn apart.
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

/** As the original names them, with the characters no file system minds. */
function nameOf({ sessionId, startedAt }: RecordingHead): string {
  const minute = isoTime(startedAt).slice(0, 16).replaceAll(':', '-');
  return `session-${minute}-${sessionId.slice(0, 8).replaceAll(/[^\w-]/g, '_')}`;
}

/** The line that dates the last activity of a recording. */
export const activityLine = (now: number): string => JSON.stringify({ $set: { lastUpdated: isoTime(now) } });
