import { statSync } from 'node:fs';
import type { Transcript } from '../history/archive/types.ts';
import { StoreError } from '../disk/base/core.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import { sessionTranscripts, transcripts } from '../agents/readTranscript.ts';
import { transcriptFacts, type TranscriptFacts } from '../agents/reading/transcriptFacts.ts';
import type { HookInput, HookContext } from './hookInput.ts';
import { projectOfSession } from './projectRoot.ts';

type Around = Pick<HookContext, 'cwd' | 'env'>;

/** The transcript to use for a hook. */
export interface HookTranscript {
  readonly transcript: Transcript;
  /** The first folder in it. */
  readonly folder?: string;
  /** Why it is not the named one. */
  readonly deviation?: string;
}

/**
 * Finds the transcript of a hook: of the named file and those of the session, of those that hold the session, the one
 * that was written to last, else the longest. Throws `invalid_argument` where there is none.
 */
export async function findTranscript(input: HookInput, around: Around): Promise<HookTranscript> {
  const { transcript: path } = input;
  const session = namesSession(input) ? input.session : undefined;
  const facts = path === undefined ? undefined : transcriptFacts(path);
  const isOwn = facts !== undefined && facts.size > 0 && isHeld(facts, session);
  const others = session === undefined ? [] : await othersOf(session, isOwn ? facts : undefined, around);
  const [best] = [...(isOwn ? [facts] : []), ...others.filter((other) => isHeld(other, session))].sort(
    (a, b) => b.activeAt - a.activeAt || b.size - a.size,
  );
  if (best === undefined) return asNamed(input, facts);
  const { folder } = best;
  return {
    transcript: transcripts.archivable(best.path),
    ...(folder !== undefined && { folder }),
    ...(path !== undefined &&
      best.path !== path && { deviation: `${reason(path, facts, isOwn)} ${best.path} was used instead.` }),
  };
}

/** Whether the id of an input can name a session: agents write longer ones, scripts and people type others. */
const namesSession = ({ session = '', transcript }: HookInput): boolean =>
  transcript === undefined || session.length >= 8;

const isHeld = ({ holds }: TranscriptFacts, session: string | undefined): boolean =>
  session === undefined || holds(session) !== false;

/** Finds the other transcripts of a session, of the agent of the named one where that holds the session. */
async function othersOf(
  session: string,
  named: TranscriptFacts | undefined,
  { cwd, env }: Around,
): Promise<readonly TranscriptFacts[]> {
  const agent = named && (await transcripts.recognise(named.path).catch(() => undefined));
  const project = projectOfSession(cwd, env, () => named?.folder) ?? cwd;
  const found = await sessionTranscripts(thisMachine(env), project, session, agent);
  return found.filter(({ path, size }) => path !== named?.path && size > 0);
}

/** The named transcript where there is no other: reading it reports what is wrong with it. */
function asNamed(
  { transcript: path, session }: HookInput,
  facts: TranscriptFacts | undefined,
): HookTranscript {
  const searched = session === undefined ? '' : `, and no transcript of session ${session} was found`;
  if (path === undefined)
    throw new StoreError('invalid_argument', `The hook named no transcript (transcript_path)${searched}.`);
  if (facts && facts.size > 0)
    throw new StoreError('invalid_argument', `${reason(path, facts, false).slice(0, -1)}${searched}.`, {
      path,
    });
  return { transcript: transcripts.archivable(path) };
}

function reason(path: string, facts: TranscriptFacts | undefined, isOwn: boolean): string {
  if (isOwn) return `The hook names ${path}, but the session goes on elsewhere:`;
  if (facts)
    return `The hook names ${path}, which ${facts.size === 0 ? 'is empty' : 'holds another session'}:`;
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return `The hook names ${path}, which ${isFolder ? 'is a folder' : 'cannot be read'}:`;
}
