import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { isObject } from '../base/core.ts';
import { indexFolder, readDerivedNow, sweepDerived, writeDerived } from '../files/derived.ts';
import { WrongContent } from '../files/json.ts';
import { folderAt } from '../files/way.ts';
import { agents, type Agent } from '../transcripts/shared/types.ts';

/** A session of which no request came for so long after its compaction is not told of it any more. Milliseconds: a week. */
const keptMs = 7 * 24 * 60 * 60 * 1_000;

/** What was noted of a session. */
interface Note {
  /** How many times its context was compacted. */
  readonly compactions: number;
  /** It was not told yet what it forgot by the last one. */
  readonly isPending: boolean;
  /** Milliseconds. */
  readonly at: number;
  /** Of its transcript, and whose that is. */
  readonly path: string;
  readonly agent: Agent;
}

/** The transcript of a session that was compacted. */
export type NotedTranscript = Pick<Note, 'path' | 'agent' | 'isPending'>;

type CompactionsContext = Pick<StoreContext, 'folder' | 'log' | 'clock' | 'isReadOnly'>;

/** Whether a session was compacted and not yet told what it forgot, whatever its agent says next of it. */
export class Compactions {
  readonly #context: CompactionsContext;
  readonly #folder: string;
  readonly #file: string;

  constructor(context: CompactionsContext, session: string) {
    this.#context = context;
    this.#folder = join(indexFolder(context.folder), 'compacted');
    const name = createHash('sha256').update(session).digest('hex').slice(0, 16);
    this.#file = join(this.#folder, `${name}.json`);
  }

  /** Notes how often the session was compacted, as its transcript says; `isNext`: it is about to be once more. */
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
    await this.#write({ path, agent, compactions: expected, isPending: isNew, at });
  }

  /** The transcript of a session that was compacted of late; undefined for others. Does not wait. */
  noted(): NotedTranscript | undefined {
    const known = this.#read();
    return known && Math.abs(this.#context.clock.now() - known.at) < keptMs ? known : undefined;
  }

  /** The session was told. */
  async told(): Promise<void> {
    const known = this.#read();
    if (known?.isPending) await this.#write({ ...known, isPending: false });
  }

  #read(): Note | undefined {
    if (folderAt(this.#context.folder) === undefined) return undefined;
    return readDerivedNow(this.#file, parse, this.#context.log);
  }

  async #write(note: Note): Promise<void> {
    if (this.#context.isReadOnly()) return;
    await writeDerived(this.#file, JSON.stringify({ v: 1, ...note }));
    await sweepDerived(this.#folder, this.#context.clock.now() - keptMs);
  }
}

function parse(value: unknown): Note {
  if (!isObject(value) || value.v !== 1) throw new WrongContent('of another version');
  const { compactions, isPending, at, path } = value;
  const agent = agents.find((known) => known === value.agent);
  if (typeof compactions !== 'number' || typeof isPending !== 'boolean')
    throw new WrongContent('no note of a compaction');
  if (typeof at !== 'number' || typeof path !== 'string' || !agent)
    throw new WrongContent('no note of a session');
  return { compactions, isPending, at, path, agent };
}
