import type { JsonObject } from '../base/core.ts';
import { databaseStat } from '../files/databaseCopy.ts';
import { statForeign } from '../files/foreign.ts';
import { agentTranscripts } from './agents.ts';
import { databasePath } from './shared/stored.ts';
import type { Agent, OpenTranscript } from './shared/types.ts';
import { fileChunks } from './shared/whole.ts';

/** What a transcript holds, wherever it is kept. */
export interface TranscriptContent {
  /** When it changed last, milliseconds. */
  readonly mtimeMs: number;
  readonly open: OpenTranscript;
}

/** The agent that keeps a session at this path otherwise than in a file of its own; undefined for a file. */
export function storageOf(path: string): Agent | undefined {
  const slashed = path.replaceAll('\\', '/');
  return Object.values(agentTranscripts).find(({ stored }) => stored?.place.test(slashed) === true)?.id;
}

/** The bytes of a file, or the rows of a session that is kept otherwise, as JSON lines. Fails with `ENOENT` where nothing is. */
export async function contentOf(path: string): Promise<TranscriptContent> {
  const agent = storageOf(path);
  const stored = agent && agentTranscripts[agent].stored;
  const file = (stored && databasePath(path)?.database) ?? path;
  const { mtimeMs } = databaseStat(file) ?? (await statForeign(file));
  return { mtimeMs, open: () => (stored ? linesOf(stored.rows(path)) : fileChunks(path)) };
}

async function* linesOf(rows: AsyncIterable<JsonObject>): AsyncGenerator<Uint8Array> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`);
}
