import fs from 'node:fs/promises';
import { StoreError } from '../base/errors.ts';
import { withStoreErrors } from '../files/failure.ts';
import { readClaudeSession } from './claude/claudeFiles.ts';
import { readClineFiles } from './cline/clineFiles.ts';
import { readCodex } from './codex/codex.ts';
import { readCopilot } from './copilot/copilot.ts';
import { readCopilotCli } from './copilotCli/copilotCli.ts';
import { fileChunks } from './shared/fileChunks.ts';
import { readGemini } from './gemini/gemini.ts';
import { recognise } from './recognise.ts';
import type { Agent, ReadTranscript, SessionRecord, TranscriptInfo } from './shared/types.ts';
import { readVscodeChat } from './vscode/vscodeChat.ts';

/** The reader of each agent's transcripts. */
export const readers: Readonly<Record<Agent, ReadTranscript>> = {
  claude: readClaudeSession,
  codex: readCodex,
  gemini: readGemini,
  vscode: readVscodeChat,
  copilot: readCopilot,
  'copilot-cli': readCopilotCli,
  cline: readClineFiles,
};

/**
 * Reads a transcript as a whole; the agent of a bare path is recognised by content and place. Never throws on
 * content; refuses a missing file or one of no known agent, and says what the disk refused.
 */
export async function readTranscript(
  of: Pick<TranscriptInfo, 'agent' | 'path'> | string,
): Promise<SessionRecord> {
  const { agent, path } = typeof of === 'string' ? { agent: await agentOf(of), path: of } : of;
  return withStoreErrors(async () => {
    const { mtimeMs } = await fs.stat(path);
    return readers[agent](fileChunks(path), { path, mtimeMs });
  });
}

/** The agent whose transcript a file is, recognised by content and place; refuses what is none, and says what it is. */
export async function agentOf(path: string): Promise<Agent> {
  const { agent, unread } = await withStoreErrors(() => recognise(path));
  if (agent) return agent;
  const named = unread === undefined ? 'no transcript of a known agent' : `a transcript of ${unread}`;
  const why = unread === undefined ? '' : ', which cannot be read yet';
  throw new StoreError(
    'invalid_argument',
    `${JSON.stringify(path)} is ${named}${why}. Give the path of a session file of one of these: ${Object.keys(readers).join(', ')}.`,
    { path, ...(unread !== undefined && { writtenBy: unread }) },
  );
}
