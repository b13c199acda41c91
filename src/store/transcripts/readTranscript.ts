import fs from 'node:fs/promises';
import { defined, StoreError } from '../base/core.ts';
import { withStoreErrors } from '../files/failure.ts';
import { agentTranscripts } from './agents.ts';
import { recognise } from './recognise.ts';
import { collect, fileChunks } from './shared/whole.ts';
import {
  agents,
  type Agent,
  type SessionRecord,
  type StreamTranscript,
  type TranscriptInfo,
} from './shared/types.ts';

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
    return collect(await agentTranscripts[agent].stream(() => fileChunks(path), { path, mtimeMs }));
  });
}

/** The transcript of any agent at a path; whose it is shows when it is read, which refuses what is none. */
export function transcriptAt(path: string): { readonly path: string; readonly stream: StreamTranscript } {
  return { path, stream: async (open, source) => agentTranscripts[await agentOf(path)].stream(open, source) };
}

/** The agent whose transcript a file is, recognised by content and place; refuses what is none, and says what it is. */
export async function agentOf(path: string): Promise<Agent> {
  const { agent, unread } = await withStoreErrors(() => recognise(path));
  if (agent) return agent;
  const named = unread === undefined ? 'no transcript of a known agent' : `a transcript of ${unread}`;
  const why = unread === undefined ? '' : ', which cannot be read yet';
  throw new StoreError(
    'invalid_argument',
    `${JSON.stringify(path)} is ${named}${why}. Give the path of a session file of one of these: ${agents.join(', ')}.`,
    { path, ...defined({ writtenBy: unread }) },
  );
}
