import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { defined } from '../disk/base/core.ts';
import { hasHistory } from '../disk/files/projectHistory.ts';
import { fileFingerprint } from '../disk/files/fingerprint.ts';
import { briefSettings } from '../insight/brief/settings.ts';
import { cacheFacts } from './sessionFacts.ts';
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
  const found = await findTranscript(input, { cwd, env });
  await untilQuiet(found.transcript.path);
  await cacheFacts(context, found);
}

/** Waits until the agent has finished writing. */
async function untilQuiet(path: string): Promise<void> {
  let fingerprint = fileFingerprint(path);
  for (let waited = 0; waited < waitMs; waited += quietMs) {
    await sleep(quietMs);
    const now = fileFingerprint(path);
    if (now === fingerprint) break;
    fingerprint = now;
  }
}
