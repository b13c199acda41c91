import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { defined } from '../store/base/core.ts';
import type { ArchiveFailure, ArchiveOptions, ArchiveOutcome, ArchiveStore } from '../store/archive/types.ts';
import { Archives } from '../store/archive/archives.ts';
import { systemClock, type StoreContext } from '../store/base/context.ts';
import { thisMachine } from '../store/base/stateFolder.ts';
import { findTranscript } from './findTranscript.ts';
import { goesOn, type HookInput } from './hookInput.ts';
import { keepDue } from './keepDue.ts';
import { SeenCompaction } from './seenCompaction.ts';
import type { HookSurroundings } from './surroundings.ts';
import { projectOpened } from '../store/projects/projectFolders.ts';
import { openContext } from './openContext.ts';
import { findProjectRoot } from './projectRoot.ts';
import { archiveSettings } from '../store/archive/settings.ts';

/**
 * Archives the transcript that a hook tells of. Every failure is thrown, and written to the log of the archives as
 * well where there is a project to keep it in.
 */
export async function runHook(
  readInput: () => Promise<HookInput>,
  { cwd, env, log, assistantName, brief }: HookSurroundings,
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
    goesOn: goesOn(input),
  };
  const context = openContext(input.cwd ?? cwd, { env, log });
  const seen = new SeenCompaction(context, transcript);
  const outcome = await archives.archive(seen.transcript, options);
  await seen.remember(input, outcome, { env, log, ...defined({ brief }) });
  await consolidateIfDue(context);
  await noteProject(findProjectRoot(input.cwd ?? cwd, env), { env, log });
  await keepDue(context, input.cwd ?? cwd, { env, log });
  return outcome;
}

/** From here on memory counts more than a fifth of the time. Bytes. */
const longTranscript = 16 * 1024 * 1024;

/** Of a long transcript much passes through: V8 then clears up sooner what was done with. */
function spareMemory(transcript: string): void {
  try {
    if (statSync(transcript).size > longTranscript) setFlagsFromString('--optimize-for-size');
  } catch {
    // archiving it says why it cannot be read
  }
}

/** Memories that are consolidated on a schedule wait for whatever program comes by. What fails is tried by the next. */
async function consolidateIfDue(context: StoreContext): Promise<void> {
  try {
    const [{ Care }, { MemoryLog }] = await Promise.all([
      import('../store/memory/care.ts'),
      import('../store/memory/memoryLog.ts'),
    ]);
    await new Care(context, new MemoryLog(context)).consolidateIfDue();
  } catch (error) {
    context.log.warn(`the scheduled consolidation of memories failed: ${String(error)}`);
  }
}

/** Notes where the project is, so that its sessions are found when it has moved. What fails is tried by the next. */
async function noteProject(
  project: string,
  { env, log }: Pick<HookSurroundings, 'env' | 'log'>,
): Promise<void> {
  try {
    await projectOpened({ machine: thisMachine(env), clock: systemClock, log }, project);
  } catch (error) {
    log.warn(`cannot note where this project is: ${String(error)}`);
  }
}

/** Runs `work`; what it throws is also written to the log of the archives. */
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
      // No project, or a disk that cannot be written: the failure itself is what the caller tells.
    }
    throw error;
  }
}

const aboutOf = ({ event, trigger, session }: HookInput): ArchiveFailure =>
  defined({ event, trigger, session });
