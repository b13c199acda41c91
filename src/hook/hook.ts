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
import { openContext } from './openContext.ts';
import { findProjectRoot } from './projectRoot.ts';
import { archiveSettings } from '../history/archive/settings.ts';

/** Archives the transcript of a hook. Throws every failure, and writes it to the log of the archives where a project exists. */
export async function runHook(
  readInput: () => Promise<HookInput>,
  { cwd, env, log, assistantName }: HookContext,
): Promise<ArchiveOutcome> {
  const open = (folder: string): ArchiveStore => new Archives(openContext(folder, { env, log }));
  const input = await reported({}, () => open(cwd), readInput);
  const archives = open(input.cwd ?? cwd);
  const about = aboutOf(input);
  const transcript = await reported(
    about,
    () => archives,
    () => findTranscript(input, { cwd: input.cwd ?? cwd, env }),
  );
  spareMemory(transcript.path);
  const options: ArchiveOptions = {
    ...about,
    ...archiveSettings(env, log),
    ...defined({ compactSummary: input.compactSummary, assistantName }),
    goesOn: isRecurring(input),
  };
  const context = openContext(input.cwd ?? cwd, { env, log });
  const observer = new CompactionObserver(context, transcript);
  const outcome = await archives.archive(observer.transcript, options);
  await observer.save(input, outcome);
  const project = findProjectRoot(input.cwd ?? cwd, env);
  await noteLocation({ machine: thisMachine(env), clock: systemClock, log }, project);
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
