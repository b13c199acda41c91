import { streamClaudeSession } from './claude/claudeFiles.ts';
import { readCline } from './cline/cline.ts';
import { clineSubagents } from './cline/clineFiles.ts';
import { streamCodex } from './codex/codex.ts';
import { readers } from './readers.ts';
import type { Agent, ReadTranscript, StreamTranscript } from './shared/types.ts';

/**
 * How transcripts of each agent are read piece by piece. Those of Claude Code and Codex grow without end and are read
 * in bounded memory; the others are held as a whole.
 */
export const streams: Readonly<Record<Agent, StreamTranscript>> = {
  claude: streamClaudeSession,
  codex: streamCodex,
  gemini: inWhole(readers.gemini),
  vscode: inWhole(readers.vscode),
  copilot: inWhole(readers.copilot),
  'copilot-cli': inWhole(readers['copilot-cli']),
  cline: async (open, source) => ({
    ...(await inWhole(readCline)(open, source)),
    subagents: () => clineSubagents(source.path),
  }),
};

function inWhole(read: ReadTranscript): StreamTranscript {
  return async (open, source) => {
    const { messages, subagents = [], ...header } = await read(open(), source);
    return { header, messages: () => oneByOne(messages), subagents: () => oneByOne(subagents) };
  };
}

/** Items that are in memory already, as a reader gives them. */
export async function* oneByOne<T>(items: readonly T[]): AsyncGenerator<T> {
  await Promise.resolve();
  yield* items;
}
