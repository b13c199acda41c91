import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { languageFromEnvironment } from '../store/base/context.ts';
import { defined } from '../store/base/core.ts';
import { hasHistory, projectOf } from '../store/base/projectFolder.ts';
import { thisMachine } from '../store/base/stateFolder.ts';
import { Compactions, type NotedTranscript } from '../store/brief/compactions.ts';
import { briefSettings } from '../store/brief/settings.ts';
import type { BriefPurpose } from '../store/brief/types.ts';
import { briefsOf } from '../store/briefs.ts';
import type { SessionInfo, Workspace } from '../store/sessions/types.ts';
import { answerOf } from './answer.ts';
import type { HookSurroundings } from './hook.ts';
import { momentOf, type HookInput } from './hookInput.ts';
import { contextIn, findProjectRoot } from './projectRoot.ts';

/** Two hooks of one agent run for the same event so close to each other. Milliseconds. */
const onceWithinMs = 5_000;

/**
 * What is to be printed for an agent that told the start of a session, or a prompt after a compaction; undefined for
 * nothing: it is switched off, there is no history or nothing to tell, or another hook tells it.
 */
export async function briefFor(
  input: HookInput,
  { cwd: here, env, log, brief: flag }: HookSurroundings,
): Promise<string | undefined> {
  const { session, cwd = here } = input;
  const root = findProjectRoot(cwd, env);
  if (!hasHistory(root)) return undefined;
  const language = languageFromEnvironment(env, 'en');
  const context = { ...contextIn(root, cwd, { env, log }), language };
  const { mode, maxTokens } = briefSettings({ history: context.folder, env, log, ...defined({ flag }) });
  if (mode === 'off') return undefined;
  const notes = session === undefined ? undefined : new Compactions(context, session);
  const noted = await notes?.pending();
  const purpose = purposeOf(input, noted);
  if (!purpose || (purpose === 'start' && mode !== 'always')) return undefined;
  const workspace: Workspace = {
    folders: [projectOf(cwd, homedir()) ?? root],
    places: thisMachine(env),
    ...(session !== undefined && { current: { sessionId: session } }), // it is no past one
  };
  const known = purpose === 'start' ? undefined : await sessionOf(input, noted);
  const about = purpose === 'start' ? {} : defined({ session });
  const briefs = briefsOf(context, known);
  const brief = await briefs.make(workspace, { purpose, maxTokens, ...about, atOnce: true });
  const agent = known?.source ?? (await agentOf(input));
  const isOurs =
    brief.text !== '' &&
    (await briefs.claim(brief, { by: 'hook', ...defined({ agent, session }) }, onceWithinMs));
  if (purpose === 'afterCompaction') await notes?.told();
  return isOurs ? answerOf(input, brief.text) : undefined;
}

/** What the agent is to be told now; undefined where that is nothing. */
function purposeOf(input: HookInput, noted: NotedTranscript | undefined): BriefPurpose | undefined {
  const isStart = momentOf(input) === 'start';
  if (input.session !== undefined && (noted || (isStart && input.source === 'compact')))
    return 'afterCompaction';
  return isStart ? 'start' : undefined;
}

/** The session that goes on, without a look at all others; undefined where its transcript is not named, or not there. */
async function sessionOf(
  { session: sessionId, transcript }: HookInput,
  noted: NotedTranscript | undefined,
): Promise<SessionInfo | undefined> {
  if (sessionId === undefined) return undefined;
  for (const path of [transcript, noted?.path]) {
    const file = path === undefined ? undefined : await stat(path).catch(() => undefined);
    if (path === undefined || !file?.isFile()) continue;
    const times = { startedAt: file.birthtimeMs, activeAt: file.mtimeMs, changedAt: file.mtimeMs };
    const source = noted?.path === path ? noted.agent : await readerOf(path);
    return { number: 0, source, sessionId, title: '', path, size: file.size, ...times };
  }
  return undefined;
}

async function readerOf(path: string): Promise<SessionInfo['source']> {
  const { transcripts } = await import('../store/transcripts/readTranscript.ts');
  return transcripts.agentOf(path);
}

/** Which agent it is, by where it keeps its transcripts. */
async function agentOf({ form, transcript }: HookInput): Promise<string | undefined> {
  if (form !== 'nested') return form === 'copilot' ? 'copilot-cli' : form;
  const { agentTranscripts } = await import('../store/transcripts/agents.ts');
  const path = transcript?.replaceAll('\\', '/');
  return Object.values(agentTranscripts).find(({ place }) => path !== undefined && place.test(path))?.id;
}
