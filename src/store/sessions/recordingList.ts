import type { Stats } from 'node:fs';
import { errno } from '../base/core.ts';
import { statForeign } from '../files/foreign.ts';
import { FileCache, fingerprintOf, statsAhead } from '../files/fileCache.ts';
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

interface KnownRecording {
  readonly info: RecordingInfo;
  /** Nothing was said in it (yet). */
  readonly empty: boolean;
}

/** The recordings of a project; of those that did not change since the last look nothing is read. */
export class RecordingList {
  readonly #recordings: Recordings;
  readonly #known = new FileCache<KnownRecording>();

  constructor(recordings: Recordings) {
    this.#recordings = recordings;
  }

  /** Those in which something was said. */
  async said(): Promise<RecordingInfo[]> {
    return (await this.#look()).filter(({ empty }) => !empty).map(({ info }) => info);
  }

  /** The newest recording of a session, by its whole id. */
  async find(sessionId: string): Promise<RecordingInfo | undefined> {
    return (await this.#look()).findLast(({ info }) => info.sessionId === sessionId)?.info;
  }

  /** By name, so by the time they began. */
  async #look(): Promise<KnownRecording[]> {
    const found: KnownRecording[] = [];
    const files = (await this.#recordings.paths()).map((path) => ({ path }));
    for await (const [{ path }, stat] of statsAhead(files)) found.push(...(await this.#lookAt(path, stat)));
    return found;
  }

  async #lookAt(path: string, asked: Promise<Stats>): Promise<KnownRecording[]> {
    try {
      const stat = await asked;
      if (!stat.isFile()) return [];
      const before = this.#known.get(path, fingerprintOf(stat));
      if (before) return [before];
      const session = await readOverview(path, stat);
      const known = { info: infoOf(session, path, stat.size), empty: session.messages.length === 0 };
      return [this.#known.set(path, fingerprintOf(stat), known)];
    } catch (error) {
      if (errno(error) === 'ENOENT') return []; // deleted meanwhile
      throw error;
    }
  }
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

function infoOf(
  { sessionId, title, startTime, lastUpdated }: SessionRecord,
  path: string,
  size: number,
): RecordingInfo {
  const [startedAt, activeAt] = [Date.parse(startTime), Date.parse(lastUpdated)];
  return { source: 'history', sessionId, title: title ?? sessionId, path, startedAt, activeAt, size };
}

/** All of a recording. */
export async function readRecording(path: string): Promise<SessionRecord> {
  const { mtimeMs } = await statForeign(path);
  return readRecords(fileChunks(path), { path, mtimeMs }, { source: 'history' });
}
