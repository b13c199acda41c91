import { homedir } from 'node:os';
import { defined } from '../store/base/core.ts';
import { projectOf } from '../store/base/projectFolder.ts';
import { thisMachine } from '../store/base/stateFolder.ts';
import type { NotedTranscript } from '../store/brief/compactions.ts';
import { textOf } from '../store/brief/given.ts';
import { briefsOf } from '../store/briefs.ts';
import type { SessionInfo, Workspace } from '../store/sessions/types.ts';
import type { Brief, BriefRequest } from '../store/brief/types.ts';
import { askedBrief, handedOver, otherForms, type AskedBrief } from './askedBrief.ts';
import type { HookSurroundings } from './surroundings.ts';
import type { HookInput } from './hookInput.ts';
import { contextIn } from './openContext.ts';
import { sessionAt } from './sessionAt.ts';

/** What is to be printed for an agent, made of whatever has to be read for it; undefined for nothing. */
export async function briefFor(
  input: HookInput,
  surroundings: HookSurroundings,
): Promise<string | undefined> {
  const asked = askedBrief(input, surroundings);
  if (!asked) return undefined;
  if (asked.purpose === 'start') {
    const brief = await startBrief(asked, input, surroundings, { atOnce: true });
    return handedOver(textOf(brief), await agentOf(input), asked, input);
  }
  const { purpose, maxTokens, noted } = asked;
  const known = await sessionOf(input, noted);
  const about = defined({ session: input.session });
  const briefs = briefsOf(contextOf(asked, surroundings), known);
  const workspace = workspaceOf(asked, input, surroundings);
  const brief = await briefs.make(workspace, { purpose, maxTokens, ...about, atOnce: true });
  return handedOver(textOf(brief), known?.source ?? (await agentOf(input)), asked, input);
}

/** What a session is told that starts. With `atOnce` no long transcript is read for it. */
export const startBrief = (
  asked: AskedBrief,
  input: HookInput,
  surroundings: HookSurroundings,
  how: Pick<BriefRequest, 'atOnce'>,
): Promise<Brief> =>
  briefsOf(contextOf(asked, surroundings)).make(workspaceOf(asked, input, surroundings), {
    ...{ purpose: 'start', maxTokens: asked.maxTokens, ...how },
  });

const contextOf = ({ root, cwd, context: { language } }: AskedBrief, { env, log }: HookSurroundings) => ({
  ...contextIn(root, cwd, { env, log }),
  language,
});

const workspaceOf = (
  { root, cwd }: AskedBrief,
  { session }: HookInput,
  { env }: HookSurroundings,
): Workspace => ({
  folders: [projectOf(cwd, homedir()) ?? root],
  places: thisMachine(env),
  ...(session !== undefined && { current: { sessionId: session } }), // it is no past one
});

/** The session that goes on, without a look at all others; undefined where its transcript is not named, or not there. */
async function sessionOf(
  { session: sessionId, transcript }: HookInput,
  noted: NotedTranscript | undefined,
): Promise<SessionInfo | undefined> {
  if (sessionId === undefined) return undefined;
  for (const path of [transcript, noted?.path]) {
    const source =
      noted?.path === path ? noted?.agent : path === undefined ? undefined : await readerOf(path);
    const session = path !== undefined && source ? await sessionAt(path, sessionId, source) : undefined;
    if (session) return session;
  }
  return undefined;
}

async function readerOf(path: string): Promise<SessionInfo['source']> {
  const { transcripts } = await import('../store/transcripts/readTranscript.ts');
  return transcripts.agentOf(path);
}

/** Which agent it is, by where it keeps its transcripts. */
export async function agentOf({ form, transcript }: HookInput): Promise<string | undefined> {
  if (form !== 'nested') return otherForms[form];
  const { agentTranscripts } = await import('../store/transcripts/agents.ts');
  const path = transcript?.replaceAll('\\', '/');
  return Object.values(agentTranscripts).find(({ place }) => path !== undefined && place.test(path))?.id;
}
