import { basename, dirname, join } from 'node:path';
import type { ArchiveInfo, ArchiveStore } from '../archive/types.ts';
import type { Clock } from '../../disk/base/context.ts';
import { defined, StoreError, type Log, errorMessage } from '../../disk/base/core.ts';
import { lstatOwn } from '../../disk/files/way.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';
import type { Pace } from './pace.ts';
import type { SweepState } from './sweepState.ts';
import type { Candidate, KeepSettings, SweepOptions, SweepReport } from './types.ts';

/** Number of sessions after which progress is saved, in case the process is killed. */
const saveEvery = 20;
/** Bytes of a transcript archived per millisecond on a slow machine, including the search for secrets. */
const bytesPerMs = 2_000;
/** The event recorded in archives. */
const event = 'keep';
/** Error codes of a disk that accepts no more data at all. */
const refusals = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** What a sweep works with. */
export interface SweepWork {
  readonly archives: ArchiveStore;
  readonly reader: TranscriptReader;
  readonly clock: Clock;
  readonly log: Log;
  readonly sweepState: SweepState;
  readonly settings: KeepSettings;
  readonly options: SweepOptions;
  /** When it must end, milliseconds. */
  readonly until: number;
  /** Started before anything was read. */
  readonly pace: Pace;
  /** Disk space of archives. Bytes. */
  readonly usedBytes: number;
}

/** Archives transcripts one after another. */
export class Sweep {
  readonly #work: SweepWork;
  readonly #counts = { kept: 0, bytes: 0, unchanged: 0, failed: 0, withoutCopy: 0 };
  /** Number of sessions still due at the end of the sweep. */
  #left = 0;
  #isRefused = false;

  constructor(work: SweepWork) {
    this.#work = work;
  }

  async run(due: readonly Candidate[]): Promise<SweepReport> {
    const { sweepState, options, pace } = this.#work;
    for (const [done, candidate] of due.entries()) {
      if (this.#isOver) return this.#report('stopped', due.length - done);
      if (!this.#fits(candidate)) {
        this.#left++;
        continue;
      }
      const { title = basename(candidate.path) } = candidate;
      options.onEach?.({ title, done, total: due.length });
      await this.#keep(candidate);
      if (done % saveEvery === saveEvery - 1) await sweepState.save();
      if (options.which !== 'all' && options.within === undefined) await pace.rest(options.signal);
    }
    return this.#report(this.#isOver || this.#left > 0 ? 'stopped' : 'finished', 0);
  }

  /** Skips a transcript that would take too long, leaving it to a program with more time. */
  #fits({ size }: Candidate): boolean {
    const { clock, until } = this.#work;
    return size < (until - clock.now()) * bytesPerMs;
  }

  get #isOver(): boolean {
    const { options, clock, until } = this.#work;
    return options.signal?.aborted === true || this.#isRefused || clock.now() >= until;
  }

  get #isFull(): boolean {
    const { settings, usedBytes } = this.#work;
    return usedBytes + this.#counts.bytes >= settings.maxMegabytes * 1_000_000;
  }

  #report(state: SweepReport['state'], left: number): SweepReport {
    return { state, ...this.#counts, left: this.#left + left, isFull: this.#isFull };
  }

  async #keep(candidate: Candidate): Promise<void> {
    const { sweepState, options } = this.#work;
    try {
      if (await this.#archive(candidate)) sweepState.add(candidate);
      else this.#left++;
    } catch (error) {
      if (options.signal?.aborted) this.#left++;
      else this.#failed(candidate, error);
    }
  }

  /** Returns false if it has to wait for space. */
  async #archive(candidate: Candidate): Promise<boolean> {
    const { archives, reader, settings, options } = this.#work;
    const withoutCopy = this.#isFull;
    const isSilent = candidate.sessionId === undefined;
    if (withoutCopy && isSilent) return false; // the copy is all there is of an unreadable transcript
    const outcome = await archives.archive(reader.archivable(candidate.path, candidate.agent), {
      ...settings.archive,
      event,
      withoutCopy,
      allowUnreadable: true,
      goesOn: !isSilent,
      ...defined({ session: candidate.sessionId, signal: options.signal }),
    });
    if (outcome.state === 'unchanged') {
      this.#counts.unchanged++;
      return true;
    }
    this.#counts.kept++;
    this.#counts.bytes += bytesOf(outcome.archive);
    if (withoutCopy) this.#counts.withoutCopy++;
    return true;
  }

  /**
   * Records a failure as permanent until the transcript changes, unless the disk caused it, which may be temporary.
   */
  #failed(candidate: Candidate, error: unknown): void {
    const { log, sweepState } = this.#work;
    this.#counts.failed++;
    log.warn(`cannot keep ${candidate.path}: ${errorMessage(error)}`);
    const code = error instanceof StoreError ? error.code : undefined;
    const errno = error instanceof StoreError ? error.data.errno : undefined;
    this.#isRefused = typeof errno === 'string' && refusals.has(errno);
    if (code === 'storage' || code === 'busy') this.#left++;
    else sweepState.add(candidate);
  }
}

/** Returns the disk space of a new archive's files. */
function bytesOf({ path, raw }: ArchiveInfo): number {
  const files = raw === undefined ? [path] : [path, join(dirname(path), raw)];
  return files.reduce((sum, file) => sum + (lstatOwn(file)?.size ?? 0), 0);
}
