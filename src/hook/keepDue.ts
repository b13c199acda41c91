import { homedir } from 'node:os';
import { Archives } from '../store/archive/archives.ts';
import { atMost, type StoreContext } from '../store/base/context.ts';
import type { Log } from '../store/base/core.ts';
import type { Environment } from '../store/base/limits.ts';
import { projectOf } from '../store/base/projectFolder.ts';
import { thisMachine } from '../store/base/stateFolder.ts';
import { Capture } from '../store/capture/capture.ts';
import { keepSettings } from '../store/capture/settings.ts';
import { loadAgents } from '../store/transcripts/loadAgents.ts';
import { transcripts } from '../store/transcripts/readTranscript.ts';
import { WorkspaceTranscripts } from '../store/sessions/workspaceTranscripts.ts';

/** The agent waits for its hook: so long after it began nothing more is started. Milliseconds. */
const untilMs = 3_000;
/** What was begun in time may still take so long. Milliseconds. */
const graceMs = 1_000;
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
  const capture = new Capture(
    context,
    new Archives(context),
    new WorkspaceTranscripts(context, loadAgents),
    transcripts,
  );
  const options = { every: everyMs, within, signal: AbortSignal.timeout(within) };
  const sweep = capture
    .sweep({ folders: [folder], places: thisMachine(env) }, keepSettings(env, log), options)
    .then(
      () => undefined,
      (error: unknown) => log.warn(`sessions could not be kept: ${String(error)}`),
    );
  // A first look at a home with very many sessions does not hold up the agent: this process ends in the middle of it.
  await atMost(sweep, within + graceMs);
}
