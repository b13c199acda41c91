import { statSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { defined, StoreError } from '../disk/base/core.ts';
import type {
  ArchiveFailure,
  ArchiveOptions,
  ArchiveOutcome,
  ArchiveStore,
  Transcript,
} from '../history/archive/types.ts';
import { Archives } from '../history/archive/archives.ts';
import { systemClock, type StoreContext } from '../disk/base/context.ts';
import { thisMachine } from '../disk/base/stateFolder.ts';
import { findTranscript, type HookTranscript } from './findTranscript.ts';
import { isRecurring, type HookInput, type HookContext, isCompacting } from './hookInput.ts';
import { noteLocation } from '../disk/projects/projectFolders.ts';
import { contextIn } from './openContext.ts';
import { findProjectRoot, workingFolder, projectAt, sharedRoot } from './projectRoot.ts';
import { archiveSettings } from '../history/archive/settings.ts';
import { listedRoots, transcripts } from '../agents/readTranscript.ts';
import { contains, realFolder } from '../disk/base/projectFolder.ts';
import { hasHistory, historyFolder } from '../disk/files/projectHistory.ts';
import { Compactions } from '../insight/brief/compactions.ts';
import { fileFingerprint } from '../disk/files/fingerprint.ts';
import { keepFacts, keepTaken } from '../insight/brief/factsCache.ts';
import { FactsTaking } from '../insight/brief/factsFold.ts';
import type { ReadOn, ReadPlace } from '../agents/reading/continued.ts';
import { cacheFacts } from './sessionFacts.ts';
import { FactCollector } from '../history/facts/factCollector.ts';
import { tidy } from '../disk/files/failure.ts';

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
    ...context.secrets.value(defined({ compactSummary: input.compactSummary })),
    ...defined({ subagent: input.subagent, assistantName }),
    goesOn: isRecurring(input),
  };
  const observer = new CompactionObserver(context, found);
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

/** The folder with the history for a transcript. */
interface TranscriptHistory {
  readonly root: string;
  /** Why it is not that of the session's project. */
  readonly deviation?: string;
}

/**
 * Finds the history for a transcript: of the session's project, unless the transcript is of another one, which must have
 * a history. Throws `invalid_argument` for a transcript without a history.
 */
async function historyOf(
  { transcript: { path }, folder }: HookTranscript,
  { cwd, env }: Pick<HookContext, 'cwd' | 'env'>,
): Promise<TranscriptHistory> {
  const root = findProjectRoot(cwd, env, () => folder);
  const other = folder === undefined || sharedRoot(env) !== undefined ? undefined : projectAt(folder);
  if (folder === undefined || other === undefined || historyFolder(other) === historyFolder(root))
    return { root };
  if (contains(root, realFolder(folder) ?? folder)) return { root };
  const { include } = await listedRoots(thisMachine(env), root);
  if (await include(folder)) return { root };
  if (hasHistory(other))
    return {
      root: other,
      deviation: `${path} is a session of ${other}, so it was kept there, not in ${root}.`,
    };
  throw new StoreError(
    'invalid_argument',
    `${path} is a session of ${other}, which has no history, so it was not kept in ${root}.`,
    { path },
  );
}

/** Gathers what a session is about to forget while its transcript is archived, so that the next brief is ready at once. */
class CompactionObserver {
  readonly #context: StoreContext;
  readonly #found: HookTranscript;
  readonly #facts = new FactCollector();
  readonly #fingerprint: string | undefined;
  #taking: { readonly taking: FactsTaking; readonly cwd: string | undefined } | undefined;
  /** The transcript to read instead of the given one. */
  readonly transcript: Transcript;

  constructor(context: StoreContext, found: HookTranscript) {
    const { transcript } = found;
    this.#context = context;
    this.#found = found;
    this.#fingerprint = fileFingerprint(transcript.path);
    const { stream, goOn } = transcript;
    this.transcript = {
      ...transcript,
      stream: this.#facts.wrap(stream),
      ...(goOn && { goOn: async (...given) => this.#takingFrom(await goOn(...given), given[1].from) }),
    };
  }

  /** Takes the facts of a transcript that is read as a whole; what is read on is taken later. */
  async #takingFrom(read: Awaited<ReadOn>, from: ReadPlace | undefined): Promise<Awaited<ReadOn>> {
    if (!read || read === 'reaches back' || from) return read;
    const taking = await FactsTaking.whole(read);
    this.#taking = { taking, cwd: read.facts?.cwd };
    return { ...read, messages: (settled) => taking.messages(settled) };
  }

  /** Caches the facts once the transcript is archived. Failures are only logged, as the archive exists. */
  async save(input: HookInput, outcome: ArchiveOutcome): Promise<void> {
    const { path } = this.transcript;
    const { compactions } = outcome;
    const session =
      input.session ?? (outcome.state === 'archived' ? outcome.archive.session : outcome.session);
    await tidy(this.#context.log, 'note that a session is compacted', async () => {
      const agent = await transcripts.agentOf(path);
      const notes = new Compactions(this.#context, session);
      if (outcome.summaryOf !== undefined) await notes.takeBack(compactions);
      else await notes.note({ path, agent }, compactions, isCompacting(input));
      if (isCompacting(input)) await this.#keepFacts();
    });
  }

  async #keepFacts(): Promise<void> {
    const { path } = this.transcript;
    const { gathered } = this.#facts;
    const { taking, cwd } = this.#taking ?? {};
    if (gathered) await keepFacts(this.#context, path, this.#fingerprint, gathered);
    else if (taking?.step?.isAll)
      await keepTaken(this.#context, path, this.#fingerprint, { ...taking.step, ...defined({ cwd }) });
    else await cacheFacts(this.#context, this.#found);
  }
}
