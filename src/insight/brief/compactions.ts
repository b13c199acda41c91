import type { StoreContext } from '../../disk/base/context.ts';
import { isObject } from '../../disk/base/core.ts';
import { Derived } from '../../disk/files/derived.ts';
import type { DerivedForm } from '../../disk/files/derivedForm.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import { agents } from '../../agents/agents.ts';
import type { Agent } from '../../agents/reading/types.ts';

/** A pending compaction expires after a week without a prompt. Milliseconds. */
const keptMs = 7 * 24 * 60 * 60 * 1_000;

/** The stored note of a session. */
interface Note {
  /** Number of compactions so far. */
  readonly compactions: number;
  /** Number of compactions for which a brief was due, the latest included. */
  readonly turn: number;
  /** Whether the brief for the latest compaction is still due. */
  readonly isPending: boolean;
  /** Milliseconds. */
  readonly at: number;
  /** The transcript and its agent. */
  readonly path: string;
  readonly agent: Agent;
}

/** The transcript of a compacted session. */
export type NotedTranscript = Pick<Note, 'path' | 'agent' | 'isPending' | 'turn'>;

type CompactionsContext = Pick<StoreContext, 'folder' | 'log' | 'clock' | 'isReadOnly'>;

/** Records whether a compacted session still needs its brief, regardless of what its agent reports next. */
export class Compactions {
  readonly #context: CompactionsContext;
  readonly #session: string;
  readonly #notes: Derived<Note>;

  constructor(context: CompactionsContext, session: string) {
    this.#context = context;
    this.#session = session.toLowerCase();
    this.#notes = new Derived(form, { ...context, secrets: { state: '' } });
  }

  /** Records the number of compactions in the transcript; `isNext` announces another one. */
  async note(
    { path, agent }: Pick<Note, 'path' | 'agent'>,
    compactions: number,
    isNext: boolean,
  ): Promise<void> {
    const known = this.#read();
    const expected = compactions + (isNext ? 1 : 0);
    const isNew = isNext || (known !== undefined && compactions > known.compactions);
    if (known && !isNew) return;
    const at = this.#context.clock.now();
    const turn = (known?.turn ?? 0) + (isNew && known?.isPending !== true ? 1 : 0);
    await this.#write({ path, agent, compactions: expected, turn, isPending: isNew, at });
  }

  /** Returns the transcript of a recently compacted session; undefined for others. Synchronous. */
  noted(): NotedTranscript | undefined {
    const known = this.#read();
    return known && Math.abs(this.#context.clock.now() - known.at) < keptMs ? known : undefined;
  }

  /** Marks the brief as given. */
  async markGiven(): Promise<void> {
    const known = this.#read();
    if (known?.isPending) await this.#write({ ...known, isPending: false });
  }

  /** Takes back an announced compaction, which was not of this session but of a subagent. */
  async takeBack(compactions: number): Promise<void> {
    const known = this.#read();
    if (known?.isPending && compactions < known.compactions)
      await this.#write({ ...known, compactions, isPending: false });
  }

  #read(): Note | undefined {
    return this.#notes.get(this.#session, '');
  }

  async #write(note: Note): Promise<void> {
    await this.#notes.put(this.#session, '', note);
    await this.#notes.sweep(new Set([this.#session]), keptMs);
  }
}

const form: DerivedForm<Note> = {
  name: 'compactions',
  version: 1,
  layout: 'files',
  values: jsonValues(parse),
};

function parse(value: unknown): Note | undefined {
  if (!isObject(value)) return undefined;
  const { compactions, isPending, at, path, turn = 0 } = value;
  const agent = agents.find((known) => known === value.agent);
  if (typeof compactions !== 'number' || typeof isPending !== 'boolean') return undefined;
  if (typeof at !== 'number' || typeof path !== 'string' || typeof turn !== 'number' || !agent)
    return undefined;
  return { compactions, turn, isPending, at, path, agent };
}
