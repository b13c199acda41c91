import { languageFromEnvironment, type StoreContext } from '../store/base/context.ts';
import { defined } from '../store/base/core.ts';
import { ChoicesFile } from '../store/brief/choices.ts';
import { changedSince } from '../store/brief/changedSince.ts';
import { textOf } from '../store/brief/given.ts';
import { keptFacts, type GatheredFacts } from '../store/brief/keptFacts.ts';
import { briefState, readyBriefs } from '../store/brief/readyBrief.ts';
import { briefSettings } from '../store/brief/settings.ts';
import { worthTelling } from '../store/brief/worthTelling.ts';
import type { SessionFacts } from '../store/facts/sessionFacts.ts';
import { briefsOf } from '../store/briefs.ts';
import type { SessionInfo } from '../store/sessions/types.ts';
import { thisMachine } from '../store/base/stateFolder.ts';
import type { HookSurroundings } from './surroundings.ts';

/** What was gathered while a transcript was read. */
interface Gathered {
  readonly facts: SessionFacts;
  readonly cwd?: string;
}

/**
 * Keeps what may be told of a session that is compacted, read when its transcript was as `mark` says, and the brief that
 * the agent will be given when it goes on. It does not wait for this; then only the text has to be read.
 */
export async function keepForBrief(
  context: StoreContext,
  session: SessionInfo,
  { facts, cwd }: Gathered,
  mark: string | undefined,
  surroundings: Surroundings,
): Promise<void> {
  const told = worthTelling(context.secrets.value(facts)); // masked while texts are whole
  const kept = { told, ...defined({ cwd }) };
  await keptFacts(context).write(session.path, mark, kept);
  await makeReady(context, session, kept, mark, surroundings);
}

type Surroundings = Pick<HookSurroundings, 'env' | 'log' | 'brief'>;

/** Where something is pinned, the brief is made when it is given, as other things may have replaced that. */
async function makeReady(
  store: StoreContext,
  session: SessionInfo,
  kept: GatheredFacts,
  mark: string | undefined,
  { env, log, brief: flag }: Surroundings,
): Promise<void> {
  const { told, cwd } = kept;
  const context = { ...store, language: languageFromEnvironment(env, 'en') };
  const { mode, maxTokens } = briefSettings({ history: context.folder, env, log, ...defined({ flag }) });
  if (mode === 'off' || new ChoicesFile(context).read().pinned.length > 0) return;
  const state = briefState(context);
  const files = told.files.map(({ path }) => path);
  const changed = [...changedSince(files, cwd, session.activeAt)];
  const workspace = { folders: [], places: thisMachine(env) };
  const request = {
    purpose: 'afterCompaction',
    session: session.sessionId,
    maxTokens,
    atOnce: true,
  } as const;
  const brief = await briefsOf(context, session, kept).make(workspace, request);
  const made = { brief: textOf(brief), maxTokens, state, files, changed, ...defined({ cwd }) };
  await readyBriefs(context).write(session.path, mark, made);
}
