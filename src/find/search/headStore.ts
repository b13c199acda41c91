import type { Secrets } from '../../disk/base/context.ts';
import { checksum } from '../../disk/files/checksum.ts';
import type { SealedPart, SessionHead, SessionTexts } from './sessionTexts.ts';
import type { SearchEntry } from './types.ts';

/** Units in which sessions are read and stored; tests use smaller ones. */
export interface ReadingSizes {
  /** Amount of a transcript to read before storing the result. Bytes. */
  readonly stepBytes: number;
  /** Length of words that are sealed as one part. Characters. */
  readonly sealChars: number;
  /** Progress of reading after which a head is stored again; other processes repeat at most this much. Bytes. */
  readonly storeBytes: number;
}

const usualSizes: ReadingSizes = {
  stepBytes: 1024 * 1024,
  sealChars: 128 * 1024,
  storeBytes: 32 * 1024,
};
/** Number of unsealed stretches, to which reading can go back without starting over. */
const maxStretches = 2;
/** Number of heads kept in memory, for sessions in progress. */
const maxHeads = 4;

/** A head in memory. */
interface HeldHead {
  readonly head: SessionHead;
  readonly fingerprint: string;
  /** State of the masking of secrets. */
  readonly masked: string;
  /** What is stored of it. */
  readonly stored: { readonly end: number; readonly sealed: number } | undefined;
}

/** Stores what search takes from sessions, and keeps the newest in memory. */
export class HeadStore {
  readonly #texts: SessionTexts;
  readonly #secrets: Pick<Secrets, 'state'>;
  /** By path, the last used last. */
  readonly #held = new Map<string, HeldHead>();

  readonly sizes: ReadingSizes;

  constructor(texts: SessionTexts, secrets: Pick<Secrets, 'state'>, sizes = usualSizes) {
    this.#texts = texts;
    this.#secrets = secrets;
    this.sizes = sizes;
  }

  /** Returns what is known of a session, and the fingerprint of its file then. */
  head(path: string): Pick<HeldHead, 'head' | 'fingerprint'> | undefined {
    const held = this.#held.get(path);
    if (held?.masked === this.#secrets.state) return held;
    const row = this.#texts.heads.peek(path);
    return row && { head: row.value, fingerprint: row.fingerprint };
  }

  /** Keeps the head of a session in memory, and stores it after enough progress. */
  async keep(path: string, fingerprint: string, head: SessionHead): Promise<void> {
    const stored = head.closed.place && this.#storedOf(path);
    this.#held.delete(path);
    if (head.closed.place === undefined) {
      await this.#texts.heads.put(path, fingerprint, head); // cannot be continued
      return;
    }
    const { length: sealed } = head.sealed;
    const isSmall = stored?.sealed === sealed && Math.abs(head.end - stored.end) < this.sizes.storeBytes;
    if (!isSmall) await this.#texts.heads.put(path, fingerprint, head);
    const now = isSmall ? stored : { end: head.end, sealed };
    this.#held.set(path, { head, fingerprint, masked: this.#secrets.state, stored: now });
    for (const oldest of this.#held.keys()) {
      if (this.#held.size <= maxHeads) break;
      this.#held.delete(oldest);
    }
  }

  /** Begins another stretch of words after a long one, and seals the oldest of several. */
  async sealed(path: string, head: SessionHead): Promise<SessionHead> {
    if (lengthOf(head.stretches.at(-1)?.entries ?? []) < this.sizes.sealChars) return head;
    const stretches = [...head.stretches, { from: head.closed, entries: [] }];
    const [oldest, ...others] = stretches;
    if (oldest === undefined || others.length < maxStretches) return { ...head, stretches };
    const sealed = [...head.sealed];
    const { pieces, rest } = piecesOf([...head.unsealed, ...oldest.entries], this.sizes.sealChars);
    for (const entries of pieces) sealed.push(await this.#seal(path, sealed.length, entries));
    return { ...head, sealed, unsealed: rest, stretches: others };
  }

  async #seal(path: string, number: number, entries: readonly SearchEntry[]): Promise<SealedPart> {
    const sum = checksum(Buffer.from(JSON.stringify(entries)));
    const fingerprint = `${entries.length} ${sum} ${this.#secrets.state}`;
    await this.#texts.parts.put(partKey(path, number), fingerprint, entries);
    return { fingerprint, chars: lengthOf(entries) };
  }

  /** Returns the words of a sealed part; undefined if its file is missing or damaged. */
  part(path: string, number: number, fingerprint: string): readonly SearchEntry[] | undefined {
    return this.#texts.parts.get(partKey(path, number), fingerprint);
  }

  /** Returns the stored size of a session with a number of sealed parts. Bytes. */
  size(path: string, parts: number): number {
    let size = this.#texts.heads.size(path);
    for (let number = 0; number < parts; number++) size += this.#texts.parts.size(partKey(path, number));
    return size;
  }

  /** Drops old files, except those of the given sessions, each with its number of sealed parts. */
  async sweep(kept: ReadonlyMap<string, number>): Promise<void> {
    await this.#texts.heads.sweep(new Set(kept.keys()));
    const parts = [...kept].flatMap(([path, count]) =>
      Array.from({ length: count }, (_, number) => partKey(path, number)),
    );
    await this.#texts.parts.sweep(new Set(parts));
  }

  #storedOf(path: string): HeldHead['stored'] {
    const held = this.#held.get(path);
    if (held) return held.masked === this.#secrets.state ? held.stored : undefined;
    const head = this.#texts.heads.peek(path)?.value;
    return head && { end: head.end, sealed: head.sealed.length };
  }
}

const partKey = (path: string, number: number): string => `${path}\n${number}`;

const lengthOf = (entries: readonly SearchEntry[]): number =>
  entries.reduce((sum, { text }) => sum + text.length, 0);

/** Splits entries into pieces of a length and a shorter rest, so that all processes divide alike. */
function piecesOf(
  entries: readonly SearchEntry[],
  length: number,
): { readonly pieces: readonly (readonly SearchEntry[])[]; readonly rest: readonly SearchEntry[] } {
  const pieces: SearchEntry[][] = [];
  let [piece, chars]: [SearchEntry[], number] = [[], 0];
  for (const entry of entries) {
    piece.push(entry);
    chars += entry.text.length;
    if (chars < length) continue;
    pieces.push(piece);
    [piece, chars] = [[], 0];
  }
  return { pieces, rest: piece };
}
