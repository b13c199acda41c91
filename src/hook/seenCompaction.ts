import type { StoreContext } from '../store/base/context.ts';
import type { ArchiveOutcome, Transcript } from '../store/archive/types.ts';
import { Compactions } from '../store/brief/compactions.ts';
import { markOf } from '../store/brief/keptOf.ts';
import { FactsOnTheWay } from '../store/facts/onTheWay.ts';
import { tidy } from '../store/files/tidy.ts';
import { transcripts } from '../store/transcripts/readTranscript.ts';
import type { HookSurroundings } from './surroundings.ts';
import { isCompacting, type HookInput } from './hookInput.ts';
import { sessionAt } from './sessionAt.ts';

/**
 * What the session will have forgotten: gathered while its transcript is archived, so that it can be told at once when
 * the agent goes on.
 */
export class SeenCompaction {
  readonly #context: StoreContext;
  readonly #facts = new FactsOnTheWay();
  readonly #mark: string | undefined;
  /** To be read instead of the other. */
  readonly transcript: Transcript;

  constructor(context: StoreContext, transcript: Transcript) {
    this.#context = context;
    this.#mark = markOf(transcript.path);
    this.transcript = { ...transcript, stream: this.#facts.of(transcript.stream) };
  }

  /** Keeps it, once the transcript was read. What fails is told to the log: the archive is there. */
  async remember(
    input: HookInput,
    outcome: ArchiveOutcome,
    surroundings: Pick<HookSurroundings, 'env' | 'log' | 'brief'>,
  ): Promise<void> {
    const { path } = this.transcript;
    const { gathered, compactions } = this.#facts;
    const session =
      input.session ?? (outcome.state === 'archived' ? outcome.archive.session : outcome.session);
    await tidy(this.#context.log, 'note that a session is compacted', async () => {
      const agent = await transcripts.agentOf(path);
      const notes = new Compactions(this.#context, session);
      await notes.note({ path, agent }, compactions, isCompacting(input));
      if (!gathered || !isCompacting(input)) return;
      const compacted = await sessionAt(path, session, agent);
      const { keepForBrief } = await import('./keepForBrief.ts'); // which makes briefs
      if (compacted) await keepForBrief(this.#context, compacted, gathered, this.#mark, surroundings);
    });
  }
}
