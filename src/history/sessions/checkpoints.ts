import type { Secrets, StoreContext } from '../../disk/base/context.ts';
import { isObject } from '../../disk/base/core.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { Derived } from '../../disk/files/derived.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import { foreignFileNow } from '../../disk/files/foreign.ts';
import { StoreSecrets } from '../../disk/secrets/secrets.ts';
import type { ReadPlace, TranscriptRest } from '../../agents/reading/continued.ts';
import { isStill } from '../../agents/reading/fileWindow.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';
import type { MessageRecord } from '../../agents/reading/types.ts';
import type { SessionInfo } from './types.ts';

/** A derivation from a session's messages that can be continued in another process. */
export interface Derivation<S> {
  readonly add: (message: MessageRecord) => void;
  /** Returns what it needs to continue after the messages so far; undefined if that must not be stored. */
  readonly state: () => S | undefined;
}

type ReadSession = Pick<SessionInfo, 'source' | 'path' | 'size' | 'activeAt' | 'archived'>;

/** A session that was read to its end. */
interface ReadOn<D> {
  readonly derived: D;
  readonly helpers: TranscriptRest['helpers'];
}

/** Where reading of a session can continue, with what was derived until there. */
interface Checkpoint<S> {
  readonly place: ReadPlace;
  readonly state: S;
}

/** Name and version of what is derived, and whether a stored value is its state. */
interface CheckpointForm<S> {
  readonly name: string;
  readonly version: number;
  readonly isState: (value: unknown) => value is S;
  /** Whether it needs the figures that some readers do not continue. */
  readonly needsFigures?: boolean;
}

interface CheckpointAccess {
  readonly context: StoreContext;
  readonly reader: TranscriptReader;
}

/** Amounts that tests make smaller. Bytes. */
export interface CheckpointSizes {
  /** Length of a transcript from which it is worth a checkpoint. */
  readonly minBytes: number;
  /** Progress after which a checkpoint is stored again; other processes repeat at most this much. */
  readonly storeBytes: number;
}

const usualSizes: CheckpointSizes = { minBytes: 64 * 1024, storeBytes: 32 * 1024 };

/** A session that was silent for longer is not expected to go on. Milliseconds. */
const liveMs = 24 * 60 * 60 * 1_000;

/** Masks nothing. */
export const asWritten: Secrets = new StoreSecrets({
  mode: () => 'keep',
  folders: () => [],
  isReadOnly: () => true,
});

/** Reads sessions that only grow from where another reading for the same purpose ended. */
export class Checkpoints<S> {
  readonly #access: CheckpointAccess;
  readonly #stored: Derived<Checkpoint<S>>;
  readonly #sizes: CheckpointSizes;

  readonly #needsFigures: boolean;

  constructor(
    { name, version, isState, needsFigures = false }: CheckpointForm<S>,
    access: CheckpointAccess,
    sizes = usualSizes,
  ) {
    this.#access = access;
    this.#sizes = sizes;
    this.#needsFigures = needsFigures;
    const parse = (value: unknown) => (isCheckpoint(value, isState) ? value : undefined);
    this.#stored = new Derived({ name, version, layout: 'files', values: jsonValues(parse) }, access.context);
  }

  /**
   * Reads a session to its end, without masking secrets. `begin` starts a derivation at a state, and returns undefined
   * if it cannot. Undefined if the session cannot be read like this.
   */
  async read<D extends Derivation<S>>(
    session: ReadSession,
    begin: (rest: TranscriptRest, state: S | undefined) => D | undefined,
    slices: TimeSlices,
  ): Promise<ReadOn<D> | undefined> {
    const { source, path, size, activeAt, archived = false } = session;
    const isLive = this.#access.context.clock.now() - activeAt < liveMs;
    if (source === 'history' || archived || size < this.#sizes.minBytes || !isLive) return undefined;
    const known = this.#stored.get(path, fileOf(path));
    const isUsable = known !== undefined && (await isStill(path, known.place));
    for (const from of isUsable ? [known, undefined] : [undefined]) {
      const read = await this.#readFrom(session, from, begin, slices);
      if (read !== 'reaches back') return read;
    }
    return undefined;
  }

  /** Drops checkpoints that were not stored for long, except those of the given sessions. */
  async sweep(paths: ReadonlySet<string>): Promise<void> {
    await this.#stored.sweep(paths);
  }

  async #readFrom<D extends Derivation<S>>(
    { source, path }: ReadSession,
    from: Checkpoint<S> | undefined,
    begin: (rest: TranscriptRest, state: S | undefined) => D | undefined,
    slices: TimeSlices,
  ): Promise<ReadOn<D> | 'reaches back' | undefined> {
    const rest = await this.#access.reader.goOn({ agent: source, path }, asWritten, {
      from: from?.place,
      needsFigures: this.#needsFigures,
      through: (chunks) => slices.between(chunks),
    });
    if (rest === undefined || rest === 'reaches back') return rest;
    const derived = begin(rest, from?.state);
    if (derived === undefined) return from && 'reaches back';
    let state: S | undefined;
    const progress = (rest.next?.bytes ?? 0) - (from?.place.bytes ?? 0);
    const settled = (): void => {
      if (progress >= this.#sizes.storeBytes) state = derived.state();
    };
    for await (const message of slices.between(rest.messages(settled))) derived.add(message);
    if (rest.next && state !== undefined) await this.#keep(path, { place: rest.next, state });
    return { derived, helpers: rest.helpers };
  }

  /** Stores a checkpoint, unless the reader's own notes contain a secret. */
  async #keep(path: string, checkpoint: Checkpoint<S>): Promise<void> {
    if (isHarmless(checkpoint.place.memory, this.#access.context.secrets))
      await this.#stored.put(path, fileOf(path), checkpoint);
  }
}

/** Returns what identifies the file at a path: one that was put in its place is read anew. */
const fileOf = (path: string): string => String(foreignFileNow(path)?.ino ?? '');

/** Whether a value contains no secret. */
export const isHarmless = (value: unknown, secrets: Pick<Secrets, 'value'>): boolean =>
  JSON.stringify(secrets.value(value)) === JSON.stringify(value);

function isCheckpoint<S>(value: unknown, isState: (value: unknown) => value is S): value is Checkpoint<S> {
  if (!isObject(value) || !isObject(value.place)) return false;
  const { bytes, sum, records, memory } = value.place;
  return [bytes, sum, records].every(Number.isSafeInteger) && isObject(memory) && isState(value.state);
}
