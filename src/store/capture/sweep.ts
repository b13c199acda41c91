import { basename, dirname, join } from 'node:path';
import type { ArchiveInfo, ArchiveStore } from '../archive/types.ts';
import type { Clock } from '../base/context.ts';
import { defined, StoreError, type Log } from '../base/core.ts';
import { peek } from '../files/way.ts';
import type { TranscriptReader } from '../transcripts/reader.ts';
import type { Pace } from './pace.ts';
import type { SweepMark } from './sweepMark.ts';
import type { Candidate, KeepSettings, SweepOptions, SweepReport } from './types.ts';

/** After so many sessions what was done is written down, for the case that this process is killed. */
const saveEvery = 20;
/** So much of a transcript is archived in a millisecond on a slow machine, secrets looked for. Bytes. */
const bytesPerMs = 2_000;
/** What the archives note as the reason. */
const event = 'keep';
/** What the disk answers that takes nothing at all any more. */
const refusals = new Set(['ENOSPC', 'EDQUOT', 'EROFS']);

/** What a sweep works with. */
export interface SweepWork {
  readonly archives: ArchiveStore;
  readonly reader: TranscriptReader;
  readonly clock: Clock;
  readonly log: Log;
  readonly mark: SweepMark;
  readonly settings: KeepSettings;
  readonly options: SweepOptions;
  /** When it ends at the latest, milliseconds. */
  readonly until: number;
  /** Begun before anything was looked at. */
  readonly pace: Pace;
  /** What archives take on the disk. Bytes. */
  readonly used: number;
}

/** Archives one transcript after the other. */
export class Sweep {
  readonly #work: SweepWork;
  readonly #counts = { kept: 0, bytes: 0, unchanged: 0, failed: 0, withoutCopy: 0 };
  /** What is due still although the sweep came to its end. */
  #left = 0;
  #isRefused = false;

  constructor(work: SweepWork) {
    this.#work = work;
  }

  async run(due: readonly Candidate[]): Promise<SweepReport> {
    const { mark, options, pace } = this.#work;
    for (const [done, candidate] of due.entries()) {
      if (this.#isOver) return this.#report('stopped', due.length - done);
      if (!this.#fits(candidate)) {
        this.#left++;
        continue;
      }
      const { title = basename(candidate.path) } = candidate;
      options.onEach?.({ title, done, total: due.length });
      await this.#keep(candidate);
      if (done % saveEvery === saveEvery - 1) await mark.save();
      if (options.which !== 'all' && options.within === undefined) await pace.rest(options.signal);
    }
    return this.#report(this.#isOver || this.#left > 0 ? 'stopped' : 'finished', 0);
  }

  /** One for which there is no time is left for a program that has it, and keeps no other from it. */
  #fits({ size }: Candidate): boolean {
    const { clock, until } = this.#work;
    return size < (until - clock.now()) * bytesPerMs;
  }

  get #isOver(): boolean {
    const { options, clock, until } = this.#work;
    return options.signal?.aborted === true || this.#isRefused || clock.now() >= until;
  }

  get #isFull(): boolean {
    const { settings, used } = this.#work;
    return used + this.#counts.bytes >= settings.maxMegabytes * 1_000_000;
  }

  #report(state: SweepReport['state'], left: number): SweepReport {
    return { state, ...this.#counts, left: this.#left + left, isFull: this.#isFull };
  }

  async #keep(candidate: Candidate): Promise<void> {
    const { mark, options } = this.#work;
    try {
      if (await this.#archive(candidate)) mark.add(candidate);
      else this.#left++;
    } catch (error) {
      if (options.signal?.aborted) this.#left++;
      else this.#failed(candidate, error);
    }
  }

  /** False where it has to wait for space. */
  async #archive(candidate: Candidate): Promise<boolean> {
    const { archives, reader, settings, options } = this.#work;
    const withoutCopy = this.#isFull;
    const isSilent = candidate.sessionId === undefined;
    if (withoutCopy && isSilent) return false; // of one that nothing can be read of, the copy is all there is
    const outcome = await archives.archive(reader.archivable(candidate.path, candidate.agent), {
      ...settings.archive,
      ...{ event, withoutCopy, evenUnread: true, goesOn: !isSilent },
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

  /** What is wrong with a transcript is so until it changes; a disk that refuses something may not a moment later. */
  #failed(candidate: Candidate, error: unknown): void {
    const { log, mark } = this.#work;
    this.#counts.failed++;
    log.warn(`cannot keep ${candidate.path}: ${error instanceof Error ? error.message : String(error)}`);
    const code = error instanceof StoreError ? error.code : undefined;
    const errno = error instanceof StoreError ? error.data.errno : undefined;
    this.#isRefused = typeof errno === 'string' && refusals.has(errno);
    if (code === 'storage' || code === 'busy') this.#left++;
    else mark.add(candidate);
  }
}

/** What the files of a new archive take. */
function bytesOf({ path, raw }: ArchiveInfo): number {
  const files = raw === undefined ? [path] : [path, join(dirname(path), raw)];
  return files.reduce((sum, file) => sum + (peek(file)?.size ?? 0), 0);
}
