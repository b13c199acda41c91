import type { Stats } from 'node:fs';
import { basename } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { defined, errno, isObject, StoreError } from '../base/core.ts';
import { TimeSlices } from '../base/timeSlices.ts';
import { DerivedTable, markOf, type TableForm, type TableLook } from '../files/derivedTable.ts';
import { statForeign } from '../files/foreign.ts';
import { fileAt } from '../files/way.ts';
import type { Ends } from '../transcripts/shared/agent.ts';
import { quickScan, readUntil } from '../transcripts/shared/ends.ts';
import { fileChunks } from '../transcripts/shared/whole.ts';
import { readRecords, tellingRecords } from '../transcripts/gemini/gemini.ts';
import { chunksOf } from '../transcripts/shared/lines.ts';
import { isTitled } from '../transcripts/shared/titles.ts';
import type { SessionRecord } from '../transcripts/shared/types.ts';
import type { Recordings } from './recordings.ts';
import type { SessionInfo } from './types.ts';

/** A recording as far as its head and tail tell of it. */
export type RecordingInfo = Omit<SessionInfo, 'number' | 'cwd' | 'gitBranch'>;

/** What is read of a recording. */
interface KnownRecording extends Pick<RecordingInfo, 'sessionId' | 'title' | 'startedAt' | 'activeAt'> {
  /** Nothing was said in it (yet). */
  readonly empty?: boolean;
}

const form: TableForm<KnownRecording> = { name: 'recordings.json', version: 1, parse };

interface SeenRecording {
  readonly info: RecordingInfo;
  readonly empty: boolean;
}

/** The recordings of a project; of those that did not change since anybody's last look nothing is read. */
export class RecordingList {
  readonly #context: Pick<StoreContext, 'secrets' | 'log'>;
  readonly #recordings: Recordings;
  readonly #known: DerivedTable<KnownRecording>;

  constructor(context: StoreContext, recordings: Recordings) {
    this.#context = context;
    this.#recordings = recordings;
    this.#known = new DerivedTable(form, context);
  }

  /** Those in which something was said. */
  async said(): Promise<RecordingInfo[]> {
    const look = await this.#known.look();
    const seen = await this.#seen(look);
    await look.end();
    return seen.filter(({ empty }) => !empty).map(({ info }) => info);
  }

  /** The newest recording of a session, by its whole id. */
  async find(sessionId: string): Promise<RecordingInfo | undefined> {
    const seen = await this.#seen(await this.#known.look());
    return seen.findLast(({ info }) => info.sessionId === sessionId)?.info;
  }

  /** By name, so by the time they began. */
  async #seen(look: TableLook<KnownRecording>): Promise<SeenRecording[]> {
    const seen: SeenRecording[] = [];
    const slices = new TimeSlices();
    for (const path of await this.#recordings.paths()) {
      const one = await this.#lookAt(path, look);
      if (one) seen.push(one);
      await slices.pause();
    }
    return seen;
  }

  async #lookAt(path: string, look: TableLook<KnownRecording>): Promise<SeenRecording | undefined> {
    const stat = fileAt(path);
    if (!stat) return undefined; // deleted meanwhile
    const mark = markOf(stat);
    try {
      const { empty = false, ...known } =
        look.get(basename(path), mark) ?? look.set(basename(path), mark, await this.#read(path, stat));
      return { info: { source: 'history', ...known, path, size: stat.size }, empty };
    } catch (error) {
      if (errno(error) === 'ENOENT') return undefined; // the same
      if (!(error instanceof StoreError) || error.code !== 'damaged') throw error;
      this.#context.log.warn(error.message);
      return undefined;
    }
  }

  async #read(path: string, stat: Stats): Promise<KnownRecording> {
    const { sessionId, title = sessionId, startTime, lastUpdated, messages } = await readOverview(path, stat);
    const [startedAt, activeAt] = [Date.parse(startTime), Date.parse(lastUpdated)];
    const empty = messages.length === 0 ? true : undefined;
    // It may have been written while secrets were kept.
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
    const quick = quickScan(ends, tellingRecords);
    const seen = quick && (await read(quick));
    return seen && isShown(seen) ? seen : read(ends);
  };
  return readUntil(path, size, look, isShown);
}

/** All of a recording. */
export async function readRecording(path: string): Promise<SessionRecord> {
  const { mtimeMs } = await statForeign(path);
  return readRecords(fileChunks(path), { path, mtimeMs }, { source: 'history' });
}
