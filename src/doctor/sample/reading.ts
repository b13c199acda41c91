import type { JsonValue } from '../../disk/base/core.ts';
import { transcripts } from '../../agents/readTranscript.ts';
import { chunksOf } from '../../agents/reading/lines.ts';
import type { Agent, OpenTranscript, TranscriptSource } from '../../agents/reading/types.ts';

/** The content of a session, which its agent's reader reads. */
export interface SampledContent {
  readonly agent: Agent;
  readonly open: OpenTranscript;
  readonly source: TranscriptSource;
}

/** What a reader says of a content. */
export interface SampleReading {
  /** Numbers by unknown kind. */
  readonly unknown: Readonly<Record<string, number>>;
  readonly unreadable: number;
  /** Whether it found no message. */
  readonly isSilent: boolean;
  readonly version: string | undefined;
}

/** Reads a content as its agent's reader does. */
export async function readingOf({ agent, open, source }: SampledContent): Promise<SampleReading> {
  const { header, messages } = await transcripts.streamCopy(agent, open, source);
  const { unknown = {}, unreadable } = header.omitted;
  let isSilent = true;
  for await (const _ of messages()) {
    isSilent = false;
    break;
  }
  return { unknown, unreadable, isSilent, version: header.version };
}

/** Counts what the reader does not know in a content of some records alone. */
export async function unknownAmong(
  { agent, source }: SampledContent,
  records: readonly JsonValue[],
): Promise<number> {
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  const { header } = await transcripts.streamCopy(agent, () => chunksOf(text), source);
  return Object.values(header.omitted.unknown ?? {}).reduce((sum, count) => sum + count, 0);
}
