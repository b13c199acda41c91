import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '../disk/base/core.ts';
import { hasHistory } from '../disk/files/projectHistory.ts';
import { factsCache, keepFacts } from '../insight/brief/factsCache.ts';
import { fileFingerprint } from '../disk/files/fingerprint.ts';
import { briefSettings } from '../insight/brief/settings.ts';
import { FactCollector } from '../history/facts/factCollector.ts';
import { transcripts } from '../agents/readTranscript.ts';
import { findTranscript } from './findTranscript.ts';
import type { HookInput, HookContext } from './hookInput.ts';
import { contextIn } from './openContext.ts';
import { findProjectRoot, firstFolderOf, workingFolder } from './projectRoot.ts';

/** An ending session writes its last lines; they are complete after this long without a change. Milliseconds. */
const quietMs = 500;
/** Maximum wait for that. Milliseconds. */
const waitMs = 10_000;
/** Time limit of the whole process. Milliseconds. */
const maxRunMs = 120_000;

/**
 * Caches the facts of an ended session once its agent no longer waits, so that the next brief need not read its
 * transcript. Archives nothing.
 */
export async function rememberEnded(
  input: HookInput,
  { cwd: here, env, log, brief: flag }: HookContext,
): Promise<void> {
  setTimeout(() => process.exit(0), maxRunMs).unref();
  os.setPriority(os.constants.priority.PRIORITY_BELOW_NORMAL);
  const cwd = workingFolder(input, { cwd: here });
  const root = findProjectRoot(cwd, env, () => firstFolderOf(input));
  if (!hasHistory(root)) return;
  const context = contextIn(root, cwd, { env, log });
  const { mode } = briefSettings({ history: context.folder, env, log, ...defined({ flag }) });
  if (mode !== 'always') return; // other modes do not use an ended session
  const { path } = (await findTranscript(input, { cwd, env })).transcript;
  const fingerprint = await quietFingerprint(path);
  if (factsCache(context).read(path)) return;
  const facts = new FactCollector();
  const agent = await transcripts.agentOf(path);
  await facts.read(await transcripts.stream({ agent, path }, context.secrets));
  const { gathered } = facts;
  if (gathered) await keepFacts(context, path, fingerprint, gathered);
}

/** Waits until the agent has finished writing and returns the transcript's fingerprint. */
async function quietFingerprint(path: string): Promise<string | undefined> {
  let fingerprint = fileFingerprint(path);
  for (let waited = 0; waited < waitMs; waited += quietMs) {
    await sleep(quietMs);
    const now = fileFingerprint(path);
    if (now === fingerprint) break;
    fingerprint = now;
  }
  return fingerprint;
}
