import { lockFolder } from '../files/ignored.ts';
import { join } from 'node:path';
import { archivesFolder } from '../archive/names.ts';
import type { ArchiveStore } from '../archive/types.ts';
import type { StoreContext } from '../base/context.ts';
import { withStoreErrors } from '../files/failure.ts';
import { ensureHistoryFolder } from '../files/historyFolder.ts';
import { tryLock } from '../files/lock.ts';
import { folderAt } from '../files/way.ts';
import type { TranscriptLists, Workspace } from '../sessions/types.ts';
import type { TranscriptReader } from '../transcripts/reader.ts';
import { bytesBelow } from './diskUse.ts';
import { toKeep } from './due.ts';
import { Pace, paceShare } from './pace.ts';
import { Sweep, type SweepWork } from './sweep.ts';
import { SweepMark } from './sweepMark.ts';
import type * as T from './types.ts';

/** Of the lock that one sweep holds at a time. */
const lockName = '.capture';

/** Keeps the sessions of one project. What the method promises stands at `CaptureStore`. */
export class Capture implements T.CaptureStore {
  readonly #context: StoreContext;
  readonly #archives: ArchiveStore;
  readonly #transcripts: TranscriptLists;
  readonly #reader: TranscriptReader;

  constructor(
    context: StoreContext,
    archives: ArchiveStore,
    transcripts: TranscriptLists,
    reader: TranscriptReader,
  ) {
    this.#context = context;
    this.#archives = archives;
    this.#transcripts = transcripts;
    this.#reader = reader;
  }

  sweep(
    workspace: Workspace,
    settings: T.KeepSettings,
    options: T.SweepOptions = {},
  ): Promise<T.SweepReport> {
    return withStoreErrors(async () => {
      if (this.#context.isReadOnly()) return nothing('off');
      if (options.which === 'all') return this.#run(workspace, settings, options);
      return settings.keep === 'off' ? nothing('off') : this.#inTurn(workspace, settings, options);
    });
  }

  standing(workspace: Workspace): Promise<T.CaptureStanding> {
    return withStoreErrors(async () => {
      const { due } = await this.#look(workspace, { keep: 'beforeDeletion' });
      return { due: due.length, bytes: await bytesBelow(join(this.#context.folder, archivesFolder)) };
    });
  }

  /** One process at a time. */
  async #inTurn(
    workspace: Workspace,
    settings: T.KeepSettings,
    options: T.SweepOptions,
  ): Promise<T.SweepReport> {
    const { clock, folder, log } = this.#context;
    const pace = new Pace(clock);
    const isRecent = async () =>
      (await SweepMark.load(this.#context)).isRecent(settings.keep, options.every ?? 0);
    if (folderAt(folder) === undefined) {
      if ((await this.#look(workspace, settings, options)).due.length === 0) return nothing('finished');
      await ensureHistoryFolder(folder);
    } else if (await isRecent()) return nothing('recent');
    const turn = async () =>
      (await isRecent()) ? nothing('recent') : this.#run(workspace, settings, options, pace);
    return (await tryLock(lockFolder(folder, lockName), turn, log)) ?? nothing('elsewhere');
  }

  async #run(
    workspace: Workspace,
    settings: T.KeepSettings,
    options: T.SweepOptions,
    pace = new Pace(this.#context.clock),
  ): Promise<T.SweepReport> {
    const { clock, folder, log } = this.#context;
    const began = clock.now();
    const until = clock.now() + (options.within ?? Infinity);
    const { mark, found, due } = await this.#look(workspace, settings, options);
    const used = await bytesBelow(join(folder, archivesFolder));
    const work: SweepWork = {
      archives: this.#archives,
      reader: this.#reader,
      clock,
      log,
      mark,
      settings,
      options,
      until,
      pace,
      used,
    };
    const report = await new Sweep(work).run(due);
    if (options.within !== undefined) mark.rest((clock.now() - began) * (paceShare - 1));
    if (report.state === 'finished' && options.which !== 'all') mark.end(settings.keep, found);
    if (found.length > 0 && folderAt(folder) !== undefined) await mark.save();
    return report;
  }

  async #look(workspace: Workspace, { keep }: Pick<T.KeepSettings, 'keep'>, { which }: T.SweepOptions = {}) {
    const mark = await SweepMark.load(this.#context);
    const discovered = await this.#transcripts.of(workspace);
    const { archives } = await this.#archives.list();
    const mode = which === 'all' || keep === 'off' ? 'all' : keep;
    const due = toKeep(discovered, mode, { archives, seen: mark.seen, now: this.#context.clock.now() });
    return { mark, due, found: [...discovered.transcripts, ...discovered.silent] };
  }
}

/** The report of a sweep that did nothing. */
const nothing = (state: T.SweepReport['state']): T.SweepReport => ({
  state,
  ...{ kept: 0, bytes: 0, unchanged: 0, failed: 0, left: 0, withoutCopy: 0, isFull: false },
});
