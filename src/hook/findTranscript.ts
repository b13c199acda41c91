import { existsSync } from 'node:fs';
import type { Transcript } from '../history/archive/types.ts';
import { StoreError } from '../disk/base/core.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import { listTranscripts, transcripts } from '../agents/readTranscript.ts';
import type { HookInput, HookContext } from './hookInput.ts';

type Around = Pick<HookContext, 'cwd' | 'env'>;

/** Finds the transcript of a hook: the named file, or, where it is absent or missing, the newest transcript of the session. */
export async function findTranscript(input: HookInput, around: Around): Promise<Transcript> {
  const { transcript: named, session } = input;
  if (named !== undefined && existsSync(named)) return transcripts.archivable(named);
  const found = session === undefined ? undefined : await transcriptOf(session, around);
  const path = found ?? named; // archiving a missing one reports so
  if (path !== undefined) return transcripts.archivable(path);
  const searched = session === undefined ? '' : `, and no transcript of session ${session} was found`;
  throw new StoreError('invalid_argument', `The hook named no transcript (transcript_path)${searched}.`);
}

async function transcriptOf(session: string, { cwd, env }: Around): Promise<string | undefined> {
  const all = await listTranscripts(thisMachine(env), cwd); // most recently active first
  return all.find(({ sessionId }) => sessionId === session)?.path;
}
