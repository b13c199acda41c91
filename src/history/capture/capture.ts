import type * as T from './types.ts';
import { lockFolder } from '../../disk/files/ignored.ts';
import { join } from 'node:path';
import { archivesFolder } from '../archive/names.ts';
import type { ArchiveStore, ArchiveInfo } from '../archive/types.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { ensureHistoryFolder } from '../../disk/files/historyFolder.ts';
import { tryLock } from '../../disk/files/lock.ts';
import { folderAt } from '../../disk/files/way.ts';
import type { TranscriptLists, Workspace } from '../sessions/types.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';
import { Pace, paceShare } from './pace.ts';
import { Sweep, type SweepWork } from './sweep.ts';
import { SweepState } from './sweepState.ts';
import { statsAhead } from '../../disk/files/fingerprint.ts';
import { entriesOf } from '../../disk/files/folders.ts';
import { assertChangeable, isChangeable } from '../../disk/files/historyFormat.ts';
import { newestParts } from '../sessions/archivedSessions.ts';
import type { DiscoveredTranscripts } from '../../agents/reading/types.ts';
import { day, deletedSoon, isFinished, oldMs } from './deletion.ts';

/** Name of the lock of a sweep, which one process holds at a time. */
const lockName = '.capture';

/** Implements `CaptureStore`, which documents the methods, for one project. */
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
      const { folder, isReadOnly } = this.#context;
      if (isReadOnly()) return emptyReport('off');
      if (options.which === 'all') {
        assertChangeable(folder);
        return this.#run(workspace, settings, options);
      }
      return settings.keep === 'off' || !isChangeable(folder)
        ? emptyReport('off')
        : this.#exclusively(workspace, settings, options);
    });
  }

  status(workspace: Workspace): Promise<T.CaptureStatus> {
    return withStoreErrors(async () => {
      const { due, unread, transcripts } = await this.#look(workspace, { keep: 'beforeDeletion' });
      const listed = due.filter((each) => 'sessionId' in each); // files without a message are in no list
      const bytes = await bytesBelow(join(this.#context.folder, archivesFolder));
      return { due: listed.length, bytes, unread, transcripts };
    });
  }

  /** Runs in one process at a time. */
  async #exclusively(
    workspace: Workspace,
    settings: T.KeepSettings,
    options: T.SweepOptions,
  ): Promise<T.SweepReport> {
    const { clock, folder, log } = this.#context;
    const pace = new Pace(clock);
    const isRecent = () => SweepState.load(this.#context).isRecent(settings.keep, options.every ?? 0);
    if (folderAt(folder) === undefined) {
      if ((await this.#look(workspace, settings, options)).due.length === 0) return emptyReport('finished');
      await ensureHistoryFolder(folder);
    } else if (isRecent()) return emptyReport('recent');
    const turn = async () =>
      isRecent() ? emptyReport('recent') : this.#run(workspace, settings, options, pace);
    return (await tryLock(lockFolder(folder, lockName), turn, log)) ?? emptyReport('elsewhere');
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
    const { sweepState, found, due } = await this.#look(workspace, settings, options);
    const usedBytes = await bytesBelow(join(folder, archivesFolder));
    const work: SweepWork = {
      archives: this.#archives,
      reader: this.#reader,
      clock,
      log,
      sweepState,
      settings,
      options,
      until,
      pace,
      usedBytes,
    };
    const report = await new Sweep(work).run(due);
    if (options.within !== undefined) sweepState.rest((clock.now() - began) * (paceShare - 1));
    if (report.state === 'finished' && options.which !== 'all') sweepState.end(settings.keep, found);
    if (found.length > 0 && folderAt(folder) !== undefined) await sweepState.save();
    return report;
  }

  async #look(workspace: Workspace, { keep }: Pick<T.KeepSettings, 'keep'>, { which }: T.SweepOptions = {}) {
    const sweepState = SweepState.load(this.#context);
    const discovered = await this.#transcripts.of(workspace);
    const { archives } = await this.#archives.list();
    const mode = which === 'all' || keep === 'off' ? 'all' : keep;
    const due = sessionsToKeep(discovered, mode, {
      archives,
      seen: sweepState.seen,
      now: this.#context.clock.now(),
    });
    const { transcripts, silent, unread } = discovered;
    return { sweepState, due, unread, transcripts, found: [...transcripts, ...silent] };
  }
}

/** Creates the report of a sweep that did nothing. */
const emptyReport = (state: T.SweepReport['state']): T.SweepReport => ({
  state,
  kept: 0,
  bytes: 0,
  unchanged: 0,
  failed: 0,
  left: 0,
  withoutCopy: 0,
  isFull: false,
});

/** Returns the bytes of all files below a folder; 0 if it does not exist. */
export async function bytesBelow(folder: string): Promise<number> {
  let bytes = 0;
  const entries = (await entriesOf(folder)) ?? [];
  for (const entry of entries) if (entry.isDirectory()) bytes += await bytesBelow(join(folder, entry.name));
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => ({ path: join(folder, name) }));
  // A deleted file takes no space.
  for await (const [, stat] of statsAhead(files))
    bytes += await stat.then(
      ({ size }) => size,
      () => 0,
    );
  return bytes;
}

/** Returns the transcripts that are due, or all, and of which the archives may lack something, most urgent first. */
function sessionsToKeep(
  { transcripts, silent }: DiscoveredTranscripts,
  mode: Exclude<T.KeepMode, 'off'> | 'all',
  { archives, seen, now }: { archives: readonly ArchiveInfo[]; seen: T.SeenTranscripts; now: number },
): T.Candidate[] {
  const candidates: readonly T.Candidate[] = [...transcripts, ...silent.filter(({ size }) => size > 0)];
  const isKept = isArchivedIn(archives, seen, candidates);
  const soon = new Set(deletedSoon(candidates, now));
  const isDue = (candidate: T.Candidate): boolean =>
    mode === 'all' || (isFinished(candidate, now) && (mode === 'always' || soon.has(candidate)));
  return candidates
    .filter((candidate) => isDue(candidate) && !isKept(candidate))
    .sort((a, b) => urgency(a, now) - urgency(b, now) || a.changedAt - b.changedAt);
}

/** Returns a rank, lowest for the earliest deletion. */
const urgency = ({ deletedAt = Infinity, deletedAfter = Infinity }: T.Candidate, now: number): number =>
  Math.min((deletedAt - now) / day, deletedAfter, oldMs / day);

/**
 * Returns a test for transcripts that are completely archived: unchanged since a sweep, or archived after the last
 * change. The latter is inconclusive if a session has several transcripts.
 */
function isArchivedIn(
  archives: readonly ArchiveInfo[],
  seen: T.SeenTranscripts,
  candidates: readonly T.Candidate[],
): (candidate: T.Candidate) => boolean {
  const newest = newestParts(archives);
  const counts = new Map<string, number>();
  for (const { sessionId } of candidates)
    if (sessionId !== undefined) counts.set(sessionId, (counts.get(sessionId) ?? 0) + 1);
  return ({ path, size, changedAt, sessionId = '' }) => {
    const before = seen.get(path);
    if (before?.size === size && before.changedAt === changedAt) return true;
    const part = counts.get(sessionId) === 1 ? newest.get(sessionId) : undefined;
    return part !== undefined && part.messages > 0 && Date.parse(part.archived) >= changedAt;
  };
}
