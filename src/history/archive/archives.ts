import { lockFolder } from '../../disk/files/ignored.ts';
import { defined, errno, isoTime, type Lease, StoreError, errorMessage } from '../../disk/base/core.ts';
import { join } from 'node:path';
import { asStoreError, withStoreErrors } from '../../disk/files/failure.ts';
import { readOnlyError } from '../../disk/files/readOnly.ts';
import { makeFolder, sweep } from '../../disk/files/folders.ts';
import { Derived } from '../../disk/files/derived.ts';
import { ensureHistoryFolder } from '../../disk/files/historyFolder.ts';
import { withLock } from '../../disk/files/lock.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { archiveTranscript, type ArchiveRun } from './archiveTranscript.ts';
import { ArchivedPlaces } from './archivedPlace.ts';
import { ArchivedTranscripts } from './archivedTranscripts.ts';
import { archivesFolder } from './names.ts';
import { archivesOf, knownHeads, listArchives } from './list.ts';
import { appendEntry, readLog } from './logFile.ts';
import { rawFolder, transcriptBytes } from './rawCopy.ts';
import { headOfArchive, readPage } from './readPage.ts';
import type * as T from './types.ts';
import { unknownByVersion } from './unknownKinds.ts';

const logName = 'log.jsonl';

/** All archives of one store; the methods are documented at `ArchiveStore`. */
export class Archives implements T.ArchiveStore {
  readonly #context: StoreContext;
  readonly #folder: string;
  readonly #heads: Derived<T.KnownHead>;
  readonly #archived: ArchivedTranscripts;
  readonly #places: ArchivedPlaces;

  constructor(context: StoreContext) {
    this.#context = context;
    this.#folder = join(context.folder, archivesFolder);
    this.#heads = new Derived(knownHeads, context);
    this.#archived = new ArchivedTranscripts(context, {
      folder: this.#folder,
      archivesOf: this.#archivesOf,
    });
    this.#places = new ArchivedPlaces(context, (session) => this.#archived.partsOf(session));
  }

  async archive(transcript: T.Transcript, options: T.ArchiveOptions = {}): Promise<T.ArchiveOutcome> {
    const { event, trigger, session } = options;
    const about = {
      ...defined({ event, trigger, session }),
      transcript: transcript.path,
    };
    try {
      checkOptions(options);
      return await this.#change((lease) => this.#archive(transcript, options, { about, lease }));
    } catch (error) {
      if (!options.signal?.aborted) await this.#logFailure(error, about);
      throw error;
    }
  }

  list(): Promise<T.ArchiveList> {
    return withStoreErrors(async () => listArchives(this.#folder, this.#heads));
  }

  async unknownKinds(): Promise<readonly T.UnknownOfVersion[]> {
    return unknownByVersion((await this.list()).archives);
  }

  read(name: string, page: { offset?: number; limit?: number } = {}): Promise<T.ArchivePage> {
    return withStoreErrors(async () => readPage(this.#folder, name, page));
  }

  async *transcript(name: string): AsyncGenerator<Uint8Array> {
    try {
      const folder = this.#folder;
      yield* transcriptBytes(folder, await headOfArchive(folder, name));
    } catch (error) {
      throw asStoreError(error);
    }
  }

  log(): Promise<T.ArchiveLog> {
    return withStoreErrors(async () => readLog(join(this.#folder, logName)));
  }

  reportFailure(error: unknown, about: T.ArchiveFailure = {}): Promise<void> {
    return this.#change((lease) =>
      this.#append({ outcome: 'failed', ...about, error: failureOf(error) }, lease),
    );
  }

  reportDeviation(note: string, about: T.ArchiveFailure = {}): Promise<void> {
    return this.#change((lease) => this.#append({ outcome: 'noted', ...about, note }, lease));
  }

  async #archive(
    transcript: T.Transcript,
    options: T.ArchiveOptions,
    { about, lease }: { about: T.ArchiveFailure; lease: Lease },
  ): Promise<T.ArchiveOutcome> {
    const { path } = transcript;
    const state = await this.#archived.stateOf(transcript, options);
    const same = state === undefined ? undefined : await this.#archived.unchanged(path, state);
    if (same) return same;
    const { outcome, next } = await this.#run(transcript, options, lease);
    if (next) await this.#places.put(path, next);
    if (state !== undefined) {
      const { session } = outcome.state === 'archived' ? outcome.archive : outcome;
      await this.#archived.note(path, state, { session, compactions: outcome.compactions });
    }
    if (outcome.state === 'unchanged') return outcome;
    const { archive, damaged } = outcome;
    const { name, session, agent, messages } = archive;
    for (const part of damaged) this.#context.log.warn(`the archive ${part.name} is damaged: ${part.reason}`);
    const entry = {
      outcome: 'archived' as const,
      ...about,
      ...(agent && { agent }),
      session,
      name,
      messages,
      ...(damaged.length > 0 && { damaged: damaged.map((part) => part.name) }),
    };
    await this.#append(entry, lease).catch((error: unknown) => {
      this.#context.log.error(`cannot write to the log of archives: ${errorMessage(error)}`);
    });
    return outcome;
  }

  /** Goes on where archiving of the transcript ended, or reads all of it. */
  async #run(transcript: T.Transcript, options: T.ArchiveOptions, lease: Lease): Promise<ArchiveRun> {
    const { clock, secrets } = this.#context;
    const place = { folder: this.#folder, lease, now: clock.now(), secrets, archivesOf: this.#archivesOf };
    const from = await this.#places.get(transcript.path);
    for (const start of from ? [from, undefined] : [undefined]) {
      const run = await archiveTranscript(transcript, options, place, start);
      if (run !== 'reaches back') return run;
    }
    throw new Error('A whole transcript reaches back behind its beginning.');
  }

  readonly #archivesOf = (session: string): Promise<T.ArchiveList> =>
    archivesOf(session, this.#folder, this.#heads);

  #append(entry: Omit<T.ArchiveLogEntry, 'time'>, lease: Lease): Promise<void> {
    const time = isoTime(this.#context.clock.now());
    const masked = this.#context.secrets.value({ time, ...entry });
    return appendEntry(join(this.#folder, logName), masked, lease);
  }

  /** Logs a failure; if the log cannot be written either, as on a full disk, the program's log gets it. */
  async #logFailure(error: unknown, about: T.ArchiveFailure): Promise<void> {
    try {
      await this.reportFailure(error, about);
    } catch (again) {
      this.#context.log.error(`cannot write to the log of archives: ${String(again)}`);
    }
  }

  async #change<R>(work: (lease: Lease) => Promise<R>): Promise<R> {
    const { folder, isReadOnly, log, wrote } = this.#context;
    if (isReadOnly()) throw readOnlyError(folder);
    const result = await withStoreErrors(async () => {
      await ensureHistoryFolder(folder);
      await makeFolder(join(this.#folder, rawFolder));
      const turn = async (lease: Lease): Promise<R> => {
        await this.#sweep(lease);
        return work(lease);
      };
      return withLock(lockFolder(folder, archivesFolder), turn, log);
    });
    wrote(undefined);
    return result;
  }

  /** Removes incomplete files of dead processes. */
  async #sweep(lease: Lease): Promise<void> {
    for (const folder of [this.#folder, join(this.#folder, rawFolder)]) await sweep(folder, lease);
  }
}

function checkOptions({ maxMessageChars = 0 }: T.ArchiveOptions): void {
  if (Number.isSafeInteger(maxMessageChars) && maxMessageChars >= 0) return;
  throw new StoreError(
    'invalid_argument',
    `maxMessageChars is ${maxMessageChars}; give a whole number, 0 to keep messages whole.`,
  );
}

function failureOf(error: unknown): { code: string; message: string } {
  const message = errorMessage(error);
  if (error instanceof StoreError) return { code: error.code, message };
  return { code: errno(error) ?? 'unexpected', message };
}
