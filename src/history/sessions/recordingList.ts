import type { Stats } from 'node:fs';
import { basename } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { defined, errno, isObject, StoreError } from '../../disk/base/core.ts';
import { TimeSlices } from '../../disk/base/timeSlices.ts';
import { Derived } from '../../disk/files/derived.ts';
import type { DerivedPass } from '../../disk/files/derivedPass.ts';
import type { DerivedForm } from '../../disk/files/derivedForm.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { statForeign } from '../../disk/files/foreign.ts';
import { fileAt } from '../../disk/files/way.ts';
import type { Ends } from '../../agents/reading/agent.ts';
import { quickScan, readUntil } from '../../agents/reading/ends.ts';
import { fileChunks } from '../../agents/reading/whole.ts';
import { readRecords, recordKeyLines } from '../../agents/gemini/gemini.ts';
import { chunksOf } from '../../agents/reading/lines.ts';
import { isTitled } from '../../agents/reading/titles.ts';
import type { SessionRecord } from '../../agents/reading/types.ts';
import type { Recordings } from './recordings.ts';
import type { SessionInfo } from './types.ts';

/** A recording as described by its head and tail. */
export type RecordingInfo = Omit<SessionInfo, 'number' | 'cwd' | 'gitBranch'>;

/** The cached part of a recording. */
interface KnownRecording extends Pick<RecordingInfo, 'sessionId' | 'title' | 'startedAt' | 'activeAt'> {
  /** It has no messages (yet). */
  readonly empty?: boolean;
}

const form: DerivedForm<KnownRecording> = {
  name: 'recordings',
  version: 1,
  layout: 'rows',
  values: jsonValues(parse),
};

interface SeenRecording {
  readonly info: RecordingInfo;
  readonly empty: boolean;
}

/** The recordings of a project; unchanged ones are not read again by any process. */
export class RecordingList {
  readonly #context: Pick<StoreContext, 'secrets' | 'log'>;
  readonly #recordings: Recordings;
  readonly #known: Derived<KnownRecording>;

  constructor(context: StoreContext, recordings: Recordings) {
    this.#context = context;
    this.#recordings = recordings;
    this.#known = new Derived(form, context);
  }

  /** The recordings with messages. */
  async nonEmpty(): Promise<RecordingInfo[]> {
    const look = await this.#known.pass();
    const seen = await this.#seen(look);
    await look.end();
    return seen.filter(({ empty }) => !empty).map(({ info }) => info);
  }

  /** Finds the newest recording of a session by its whole id. */
  async find(sessionId: string): Promise<RecordingInfo | undefined> {
    const seen = await this.#seen(await this.#known.pass());
    return seen.findLast(({ info }) => info.sessionId === sessionId)?.info;
  }

  /** Ordered by name, and so by start. */
  async #seen(look: DerivedPass<KnownRecording>): Promise<SeenRecording[]> {
    const seen: SeenRecording[] = [];
    const slices = new TimeSlices();
    for (const path of await this.#recordings.paths()) {
      const one = await this.#scan(path, look);
      if (one) seen.push(one);
      await slices.pause();
    }
    return seen;
  }

  async #scan(path: string, look: DerivedPass<KnownRecording>): Promise<SeenRecording | undefined> {
    const stat = fileAt(path);
    if (!stat) return undefined; // deleted in the meantime
    const fingerprint = fingerprintOf(stat);
    try {
      const { empty = false, ...known } =
        look.get(basename(path), fingerprint) ??
        look.set(basename(path), fingerprint, await this.#read(path, stat));
      return { info: { source: 'history', ...known, path, size: stat.size }, empty };
    } catch (error) {
      if (errno(error) === 'ENOENT') return undefined; // deleted as well
      if (!(error instanceof StoreError) || error.code !== 'damaged') throw error;
      this.#context.log.warn(error.message);
      return undefined;
    }
  }

  async #read(path: string, stat: Stats): Promise<KnownRecording> {
    const { sessionId, title = sessionId, startTime, lastUpdated, messages } = await readOverview(path, stat);
    const [startedAt, activeAt] = [Date.parse(startTime), Date.parse(lastUpdated)];
    const empty = messages.length === 0 ? true : undefined;
    // It may have been written while secrets were not masked.
    return {
      sessionId,
      title: this.#context.secrets.text(title),
      startedAt,
      activeAt,
      ...defined({ empty }),
    };
  }
}

function parse(value: unknown): KnownRecording | undefined {
  if (!isObject(value)) return undefined;
  const { sessionId, title, startedAt, activeAt, empty } = value;
  if (typeof sessionId !== 'string' || typeof title !== 'string') return undefined;
  if (typeof startedAt !== 'number' || typeof activeAt !== 'number') return undefined;
  return { sessionId, title, startedAt, activeAt, ...(empty === true && { empty }) };
}

async function readOverview(path: string, { size, mtimeMs }: Stats): Promise<SessionRecord> {
  const read = ({ head, tail }: Ends) =>
    readRecords(chunksOf(head, '\n', tail), { path, mtimeMs }, { source: 'history' });
  const isShown = (session: SessionRecord) => session.messages.length > 0 && isTitled(session);
  const look = async (ends: Ends) => {
    const quick = quickScan(ends, recordKeyLines);
    const seen = quick && (await read(quick));
    return seen && isShown(seen) ? seen : read(ends);
  };
  return readUntil(path, size, look, isShown);
}

/** Reads a whole recording. */
export async function readRecording(path: string): Promise<SessionRecord> {
  const { mtimeMs } = await statForeign(path);
  return readRecords(fileChunks(path), { path, mtimeMs }, { source: 'history' });
}
