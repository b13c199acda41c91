import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { transcriptAt } from '../store/transcripts/readTranscript.ts';
import type { Transcript } from '../store/archive/types.ts';
import { StoreError } from '../store/base/errors.ts';
import { listTranscripts } from '../store/transcripts/discover.ts';
import type { HookInput } from './hookInput.ts';

/** Where the agent was started and with what. */
export interface AgentSurroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * The transcript a hook means: the file it names, else, as agents are known to name none or one that is not there,
 * the newest transcript of its session where agents keep them.
 */
export async function findTranscript(input: HookInput, around: AgentSurroundings): Promise<Transcript> {
  const { transcript: named, session } = input;
  if (named !== undefined && existsSync(named)) return transcriptAt(named);
  const found = session === undefined ? undefined : await transcriptOf(session, around);
  const path = found ?? named; // archiving one that is not there tells so
  if (path !== undefined) return transcriptAt(path);
  const searched = session === undefined ? '' : `, and no transcript of session ${session} was found`;
  throw new StoreError('invalid_argument', `The hook named no transcript (transcript_path)${searched}.`);
}

async function transcriptOf(session: string, { cwd, env }: AgentSurroundings): Promise<string | undefined> {
  const places = { home: homedir(), env, platform: process.platform };
  const all = await listTranscripts(places, cwd); // the most recently active first
  return all.find(({ sessionId }) => sessionId === session)?.path;
}
