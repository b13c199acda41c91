import { streamClaudeSession } from '../transcripts/claudeFiles.ts';
import { agentOf, readers } from '../transcripts/readers.ts';
import type { StreamTranscript } from '../transcripts/types.ts';
import type { Transcript } from './types.ts';

/** The transcript of any agent at a path; whose it is shows when it is archived, which refuses what is none. */
export function transcriptAt(path: string): Transcript {
  return { path, stream: streamRecognised };
}

/** Sessions of Claude Code grow the longest and are streamed; those of other agents are read as a whole. */
const streamRecognised: StreamTranscript = async (open, source) => {
  const agent = await agentOf(source.path);
  if (agent === 'claude') return streamClaudeSession(open, source);
  const { messages, subagents = [], ...header } = await readers[agent](copies(open()), source);
  return { header, messages: () => oneByOne(messages), subagents: () => oneByOne(subagents) };
};

/** Chunks that stay what they are, for readers that hold on to them. */
async function* copies(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}

async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T> {
  await Promise.resolve();
  yield* items;
}
