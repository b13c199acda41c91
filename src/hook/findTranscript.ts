import { existsSync } from 'node:fs';
import type { Transcript } from '../store/archive/types.ts';
import { StoreError } from '../store/base/core.ts';
import { thisMachine } from '../store/base/stateFolder.ts';
import { listTranscripts, transcripts } from '../store/transcripts/readTranscript.ts';
import type { HookInput } from './hookInput.ts';
import type { HookSurroundings } from './surroundings.ts';

type Around = Pick<HookSurroundings, 'cwd' | 'env'>;

/**
 * The transcript a hook means: the file it names, else, as agents are known to name none or one that is not there,
 * the newest transcript of its session where agents keep them.
 */
export async function findTranscript(input: HookInput, around: Around): Promise<Transcript> {
  const { transcript: named, session } = input;
  if (named !== undefined && existsSync(named)) return transcripts.archivable(named);
  const found = session === undefined ? undefined : await transcriptOf(session, around);
  const path = found ?? named; // archiving one that is not there tells so
  if (path !== undefined) return transcripts.archivable(path);
  const searched = session === undefined ? '' : `, and no transcript of session ${session} was found`;
  throw new StoreError('invalid_argument', `The hook named no transcript (transcript_path)${searched}.`);
}

async function transcriptOf(session: string, { cwd, env }: Around): Promise<string | undefined> {
  const all = await listTranscripts(thisMachine(env), cwd); // the most recently active first
  return all.find(({ sessionId }) => sessionId === session)?.path;
}
