import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '../store/base/core.ts';
import { hasHistory } from '../store/files/projectHistory.ts';
import { keptFacts } from '../store/brief/keptFacts.ts';
import { markOf } from '../store/brief/keptOf.ts';
import { briefSettings } from '../store/brief/settings.ts';
import { worthTelling } from '../store/brief/worthTelling.ts';
import { FactsOnTheWay } from '../store/facts/onTheWay.ts';
import { transcripts } from '../store/transcripts/readTranscript.ts';
import { findTranscript } from './findTranscript.ts';
import { isEnd, type HookInput } from './hookInput.ts';
import { openContext } from './openContext.ts';
import { findProjectRoot } from './projectRoot.ts';
import { makeReadyForStart } from './readyForStart.ts';
import type { HookSurroundings } from './surroundings.ts';

/** The last lines of a session are written when it ends: they are there once nothing comes for so long. Milliseconds. */
const quietMs = 500;
/** So long it is waited for that. Milliseconds. */
const waitMs = 10_000;
/** Whatever holds it up, it is over then. Milliseconds. */
const mostMs = 120_000;

/** What is left to do when an agent waits no longer: to remember its session, if that ended, and to have the next brief ready. */
export async function goOnWith(input: HookInput, surroundings: HookSurroundings): Promise<void> {
  setTimeout(() => process.exit(0), mostMs).unref();
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  if (isEnd(input)) await rememberEnded(input, surroundings);
  await makeReadyForStart(input, surroundings);
}

/**
 * Keeps what a brief may tell of a session that ended, so that the next one need not read its transcript. Archives
 * nothing.
 */
async function rememberEnded(
  input: HookInput,
  { cwd: here, env, log, brief: flag }: HookSurroundings,
): Promise<void> {
  const { cwd = here } = input;
  if (!hasHistory(findProjectRoot(cwd, env))) return;
  const context = openContext(cwd, { env, log });
  const { mode } = briefSettings({ history: context.folder, env, log, ...defined({ flag }) });
  if (mode !== 'always') return; // no other tells how a session ended
  const { path } = await findTranscript(input, { cwd, env });
  const mark = await quietMark(path);
  const kept = keptFacts(context);
  if (!kept.isWorthwhile(path) || kept.read(path)) return;
  const facts = new FactsOnTheWay();
  const agent = await transcripts.agentOf(path);
  await facts.read(await transcripts.stream({ agent, path }, context.secrets));
  const { gathered } = facts;
  if (!gathered) return;
  const told = worthTelling(context.secrets.value(gathered.facts));
  await kept.write(path, mark, { told, ...defined({ cwd: gathered.cwd }) });
}

/** What tells a transcript from itself as it was before, once its agent has written all of it. */
async function quietMark(path: string): Promise<string | undefined> {
  let mark = markOf(path);
  for (let waited = 0; waited < waitMs; waited += quietMs) {
    await sleep(quietMs);
    const now = markOf(path);
    if (now === mark) break;
    mark = now;
  }
  return mark;
}
