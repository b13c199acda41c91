import { homedir } from 'node:os';
import { Archives } from '../store/archive/archives.ts';
import type { StoreContext } from '../store/base/context.ts';
import type { Log } from '../store/base/core.ts';
import type { Environment } from '../store/base/limits.ts';
import { projectOf } from '../store/base/projectFolder.ts';
import { Capture } from '../store/capture/capture.ts';
import { keepSettings } from '../store/capture/settings.ts';
import { WorkspaceTranscripts } from '../store/sessions/workspaceTranscripts.ts';

/** The agent waits for its hook: so long after it began nothing more is started. Milliseconds. */
const untilMs = 3_000;
/** What another program did not longer ago is not done again. Milliseconds. */
const everyMs = 55 * 60 * 1_000;

/** Keeps other sessions of the project in the time that is left. What fails is tried by the next. */
export async function keepDue(
  context: StoreContext,
  cwd: string,
  { env, log }: { readonly env: Environment; readonly log: Log },
): Promise<void> {
  const within = Math.floor(untilMs - performance.now());
  const folder = projectOf(cwd, homedir());
  if (within <= 0 || folder === undefined) return;
  try {
    const capture = new Capture(context, new Archives(context), new WorkspaceTranscripts(context));
    const places = { home: homedir(), env, platform: process.platform };
    const options = { every: everyMs, within, signal: AbortSignal.timeout(within) };
    await capture.sweep({ folders: [folder], places }, keepSettings(env, log), options);
  } catch (error) {
    log.warn(`sessions could not be kept: ${String(error)}`);
  }
}
