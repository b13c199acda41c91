import type { StoreContext } from '../disk/base/context.ts';
import type { ArchiveOutcome, Transcript } from '../history/archive/types.ts';
import { Compactions } from '../insight/brief/compactions.ts';
import { fileFingerprint } from '../disk/files/fingerprint.ts';
import { keepFacts } from '../insight/brief/factsCache.ts';
import { FactCollector } from '../history/facts/factCollector.ts';
import { tidy } from '../disk/files/failure.ts';
import { transcripts } from '../agents/readTranscript.ts';
import { isCompacting, type HookInput } from './hookInput.ts';

/** Gathers what a session is about to forget while its transcript is archived, so that the next brief is ready at once. */
export class CompactionObserver {
  readonly #context: StoreContext;
  readonly #facts = new FactCollector();
  readonly #fingerprint: string | undefined;
  /** The transcript to read instead of the given one. */
  readonly transcript: Transcript;

  constructor(context: StoreContext, transcript: Transcript) {
    this.#context = context;
    this.#fingerprint = fileFingerprint(transcript.path);
    this.transcript = { ...transcript, stream: this.#facts.wrap(transcript.stream) };
  }

  /** Caches the facts once the transcript is read. Failures are only logged, as the archive exists. */
  async save(input: HookInput, outcome: ArchiveOutcome): Promise<void> {
    const { path } = this.transcript;
    const { gathered, compactions } = this.#facts;
    const session =
      input.session ?? (outcome.state === 'archived' ? outcome.archive.session : outcome.session);
    await tidy(this.#context.log, 'note that a session is compacted', async () => {
      const agent = await transcripts.agentOf(path);
      const notes = new Compactions(this.#context, session);
      if (outcome.summaryOf !== undefined) await notes.takeBack(compactions);
      else await notes.note({ path, agent }, compactions, isCompacting(input));
      if (!gathered || !isCompacting(input)) return;
      await keepFacts(this.#context, path, this.#fingerprint, gathered);
    });
  }
}
