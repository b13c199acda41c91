import { existsSync } from 'node:fs';
import { listTranscripts, transcripts } from '../store/transcripts/readTranscript.ts';
import { defined, type Log, StoreError } from '../store/base/core.ts';
import type {
  ArchiveFailure,
  ArchiveOptions,
  ArchiveOutcome,
  ArchiveStore,
  Transcript,
} from '../store/archive/types.ts';
import { Archives } from '../store/archive/archives.ts';
import { Care } from '../store/memory/care.ts';
import { MemoryLog } from '../store/memory/memoryLog.ts';
import { systemClock, type StoreContext } from '../store/base/context.ts';
import { thisMachine } from '../store/base/stateFolder.ts';
import { goesOn, type HookInput } from './hookInput.ts';
import { keepDue } from './keepDue.ts';
import { SeenCompaction } from './seenCompaction.ts';
import { projectOpened } from '../store/projects/projectFolders.ts';
import { findProjectRoot, openContext } from './projectRoot.ts';
import { archiveSettings } from '../store/archive/settings.ts';

/** Where a hook runs. */
export interface HookSurroundings {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** What headings of archives call the agent; else as the environment says. */
  readonly assistantName?: string;
  /** When a brief is given, as the command line says it. */
  readonly brief?: string;
}

/**
 * Archives the transcript that a hook tells of. Every failure is thrown, and written to the log of the archives as
 * well where there is a project to keep it in.
 */
export async function runHook(
  readInput: () => Promise<HookInput>,
  { cwd, env, log, assistantName }: HookSurroundings,
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
  const options: ArchiveOptions = {
    ...about,
    ...archiveSettings(env, log),
    ...defined({ compactSummary: input.compactSummary, assistantName }),
    goesOn: goesOn(input),
  };
  const context = openContext(input.cwd ?? cwd, { env, log });
  const seen = new SeenCompaction(context, transcript);
  const outcome = await archives.archive(seen.transcript, options);
  await seen.remember(input, outcome);
  await consolidateIfDue(context);
  await noteProject(findProjectRoot(input.cwd ?? cwd, env), { env, log });
  await keepDue(context, input.cwd ?? cwd, { env, log });
  return outcome;
}

/** Memories that are consolidated on a schedule wait for whatever program comes by. What fails is tried by the next. */
async function consolidateIfDue(context: StoreContext): Promise<void> {
  try {
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

/**
 * The transcript a hook means: the file it names, else, as agents are known to name none or one that is not there,
 * the newest transcript of its session where agents keep them.
 */
async function findTranscript(
  input: HookInput,
  around: Pick<HookSurroundings, 'cwd' | 'env'>,
): Promise<Transcript> {
  const { transcript: named, session } = input;
  if (named !== undefined && existsSync(named)) return transcripts.archivable(named);
  const found = session === undefined ? undefined : await transcriptOf(session, around);
  const path = found ?? named; // archiving one that is not there tells so
  if (path !== undefined) return transcripts.archivable(path);
  const searched = session === undefined ? '' : `, and no transcript of session ${session} was found`;
  throw new StoreError('invalid_argument', `The hook named no transcript (transcript_path)${searched}.`);
}

async function transcriptOf(
  session: string,
  { cwd, env }: Pick<HookSurroundings, 'cwd' | 'env'>,
): Promise<string | undefined> {
  const all = await listTranscripts(thisMachine(env), cwd); // the most recently active first
  return all.find(({ sessionId }) => sessionId === session)?.path;
}
