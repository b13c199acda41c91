import { languageFromEnvironment, type StoreContext } from '../disk/base/context.ts';
import { defined } from '../disk/base/core.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import { Compactions, type NotedTranscript } from '../insight/brief/compactions.ts';
import { GivenLog, textOf } from '../insight/brief/given.ts';
import { briefsOf } from '../store/briefs.ts';
import type { SessionInfo, Workspace } from '../history/sessions/types.ts';
import type { BriefText } from '../insight/brief/types.ts';
import type { DueBrief } from './dueBrief.ts';
import { sessionFromTranscript } from './sessionAt.ts';
import { hookOutput, type HookContext, type HookInput } from './hookInput.ts';
import { contextIn } from './openContext.ts';
import { profileOf, profiles } from '../agents/agents.ts';

/** Two hooks of one agent may run for the same start of a session this close to each other. Milliseconds. */
const onceWithinMs = 5_000;

/** Composes a due brief and returns the output for its agent; undefined where it is empty or another hook gives it. */
export async function briefFor(
  due: DueBrief,
  input: HookInput,
  { env, log }: HookContext,
): Promise<string | undefined> {
  const { root, cwd, purpose, maxTokens, noted } = due;
  const compaction = noted?.isPending ? noted.turn : undefined;
  const context = {
    ...contextIn(root, cwd, { env, log }),
    language: languageFromEnvironment(env, 'en'),
  };
  const { session } = input;
  const isStart = purpose === 'start';
  const known = isStart ? undefined : await sessionOf(input, noted);
  const agent = known?.source ?? (await agentOf(input));
  const brief = await briefsOf(context, known).make(workspaceOf(due, input, env), {
    purpose,
    maxTokens,
    maxChars: charsFor(agent),
    atOnce: true,
    ...(!isStart && defined({ session })),
  });
  const isOurs = await claim(textOf(brief), context, defined({ agent, session, compaction }));
  if (!isStart && session !== undefined) await new Compactions(context, session).markGiven();
  return isOurs ? hookOutput(input, brief.text) : undefined;
}

/** Left of what an agent shows, as it may add words of its own. Characters. */
const spareChars = 100;

/** The maximum length of a brief for an agent; for an unknown one that of the agent which shows least. Characters. */
function charsFor(agent: string | undefined): number {
  const possible = agent === undefined ? profiles : [profileOf(agent)];
  return Math.min(...possible.map((profile) => profile?.hooks?.maxContextChars ?? Infinity)) - spareChars;
}

/** Records that a brief is given; false where it is empty or another hook gives it. */
async function claim(
  brief: BriefText,
  context: StoreContext,
  {
    compaction,
    ...recipient
  }: { readonly agent?: string; readonly session?: string; readonly compaction?: number },
): Promise<boolean> {
  const claimed = { withinMs: onceWithinMs, ...defined({ compaction }) };
  return brief.text !== '' && new GivenLog(context).claim(brief, { by: 'hook', ...recipient }, claimed);
}

/** The folder whose sessions a brief is about. */
const workspaceOf = ({ project }: DueBrief, { session }: HookInput, env: HookContext['env']): Workspace => ({
  folders: [project],
  places: thisMachine(env),
  ...(session !== undefined && { current: { sessionId: session } }), // not a past session
});

/** Finds the current session without listing all others; undefined where its transcript is not named or missing. */
async function sessionOf(
  { session: sessionId, transcript }: HookInput,
  noted: NotedTranscript | undefined,
): Promise<SessionInfo | undefined> {
  if (sessionId === undefined) return undefined;
  for (const path of [noted?.path, transcript]) {
    const source =
      noted?.path === path ? noted?.agent : path === undefined ? undefined : await readerOf(path);
    const session =
      path !== undefined && source ? await sessionFromTranscript(path, sessionId, source) : undefined;
    if (session) return session;
  }
  return undefined;
}

async function readerOf(path: string): Promise<SessionInfo['source']> {
  const { transcripts } = await import('../agents/readTranscript.ts');
  return transcripts.agentOf(path);
}

/** Identifies the agent by its form of hooks, else by the folder of its transcripts. */
async function agentOf({ agent, transcript }: HookInput): Promise<string | undefined> {
  if (agent !== undefined) return agent;
  const { transcripts } = await import('../agents/readTranscript.ts');
  return transcript === undefined ? undefined : transcripts.writerAt(transcript);
}
