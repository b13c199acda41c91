import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { defined } from '../disk/base/core.ts';
import type {
  ArchiveFailure,
  ArchiveOptions,
  ArchiveOutcome,
  ArchiveStore,
} from '../history/archive/types.ts';
import { Archives } from '../history/archive/archives.ts';
import { systemClock } from '../disk/base/context.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import { findTranscript } from './findTranscript.ts';
import { isRecurring, type HookInput, type HookContext } from './hookInput.ts';
import { CompactionObserver } from './compactionObserver.ts';
import { noteLocation } from '../disk/projects/projectFolders.ts';
import { historyOf } from './historyOf.ts';
import { contextIn } from './openContext.ts';
import { findProjectRoot, workingFolder } from './projectRoot.ts';
import { archiveSettings } from '../history/archive/settings.ts';

/** Archives the transcript of a hook. Throws every failure, and writes it to the log of the archives where a project exists. */
export async function runHook(
  readInput: () => Promise<HookInput>,
  hookContext: HookContext,
): Promise<ArchiveOutcome> {
  const { env, log, assistantName } = hookContext;
  const atFolder = (cwd: string) => (): ArchiveStore =>
    new Archives(contextIn(findProjectRoot(cwd, env), cwd, { env, log }));
  const input = await reported({}, atFolder(hookContext.cwd), readInput);
  const about = aboutOf(input);
  const cwd = workingFolder(input, hookContext);
  const found = await reported(about, atFolder(cwd), () => findTranscript(input, { cwd, env }));
  const { root, deviation } = await reported(about, atFolder(cwd), () => historyOf(found, { cwd, env }));
  const context = contextIn(root, cwd, { env, log });
  const archives = new Archives(context);
  for (const note of [input.damage, found.deviation, deviation])
    if (note !== undefined)
      await archives.reportDeviation(note, { ...about, transcript: found.transcript.path });
  spareMemory(found.transcript.path);
  const options: ArchiveOptions = {
    ...about,
    ...archiveSettings(env, log),
    ...defined({ compactSummary: input.compactSummary, subagent: input.subagent, assistantName }),
    goesOn: isRecurring(input),
  };
  const observer = new CompactionObserver(context, found.transcript);
  const outcome = await archives.archive(observer.transcript, options);
  await observer.save(input, outcome);
  await noteLocation({ machine: thisMachine(env), clock: systemClock, log }, root);
  return outcome;
}

/** Above this size, memory matters more than a fifth of the time. Bytes. */
const longTranscript = 16 * 1024 * 1024;

/** Makes V8 collect garbage sooner for a long transcript. */
function spareMemory(transcript: string): void {
  try {
    if (statSync(transcript).size > longTranscript) setFlagsFromString('--optimize-for-size');
  } catch {
    // archiving reports why it cannot be read
  }
}

/** Runs `work` and writes its failure to the log of the archives as well. */
async function reported<T>(
  about: ArchiveFailure,
  archives: () => ArchiveStore,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    try {
      await archives().reportFailure(error, about);
    } catch {
      // No project, or a disk that cannot be written: the caller reports the failure itself.
    }
    throw error;
  }
}

const aboutOf = ({ event, trigger, session }: HookInput): ArchiveFailure =>
  defined({ event, trigger, session });
