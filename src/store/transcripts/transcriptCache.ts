import { readDerived, writeDerived } from '../files/derived.ts';
import { WrongContent } from '../files/json.ts';
import { isObject, type Log } from '../base/core.ts';
import { agents, type TranscriptInfo } from './shared/types.ts';

/** What was read; the rest its file and its agent's rule tell. */
export type KnownInfo = Omit<TranscriptInfo, 'changedAt' | 'deletedAt' | 'deletedAfter' | 'neverDeleted'>;

/** What is remembered of a transcript, as long as its size and time of change stay. */
export interface KnownTranscript {
  readonly size: number;
  readonly mtimeMs: number;
  /** The folder it ran in, if it says so. */
  readonly cwd?: string;
  /** Of a chat that ran in no workspace: whether it names one of these roots, see `Roots.scratch`. */
  readonly names?: { readonly of: string; readonly ours: boolean };
  /** Missing for a transcript of another folder, of which only the head was read. */
  readonly info?: KnownInfo;
  /** Nothing was said in it. */
  readonly empty?: boolean;
}

/** Raised when what a list shows is made differently, so that nothing older is taken over. */
const version = 3;

/** What lists of the transcripts of one folder have read before; derived, losing it only costs time. */
export class TranscriptCache {
  #known: Map<string, KnownTranscript>;
  #used = new Map<string, KnownTranscript>();
  #changed = false;
  #masked = '';

  constructor(known: ReadonlyMap<string, KnownTranscript> = new Map()) {
    this.#known = new Map(known);
  }

  /** The cache a file holds; empty where it is missing, damaged, of another version or cannot be read. */
  static async load(file: string, log: Log): Promise<TranscriptCache> {
    const read = await readDerived(file, parse, log);
    const cache = new TranscriptCache(read?.known);
    cache.#masked = read?.masked ?? '';
    return cache;
  }

  /** Forgets all that was read when other secrets were masked; `state` is that of `Secrets`. */
  maskedAs(state: string): void {
    if (this.#masked !== state) this.#known = new Map();
    this.#masked = state;
  }

  get(path: string, size: number, mtimeMs: number): KnownTranscript | undefined {
    const known = this.#known.get(path);
    if (known?.size !== size || known.mtimeMs !== mtimeMs) return undefined;
    this.#used.set(path, known);
    return known;
  }

  set(path: string, known: KnownTranscript): void {
    this.#known.set(path, known);
    this.#used.set(path, known);
    this.#changed = true;
  }

  /** Forgets what was not asked for since the last sweep: those transcripts are gone. Call it after each list. */
  sweep(): void {
    this.#changed ||= this.#used.size < this.#known.size;
    this.#known = this.#used;
    this.#used = new Map();
  }

  /** Writes the cache where something is new in it. */
  async save(file: string): Promise<void> {
    if (!this.#changed) return;
    const text = JSON.stringify({
      v: version,
      masked: this.#masked,
      transcripts: Object.fromEntries(this.#known),
    });
    await writeDerived(file, text);
    this.#changed = false;
  }
}

function parse(value: unknown): { known: Map<string, KnownTranscript>; masked: string } {
  if (
    !isObject(value) ||
    value.v !== version ||
    !isObject(value.transcripts) ||
    typeof value.masked !== 'string'
  )
    throw new WrongContent('of another version');
  const known = Object.entries(value.transcripts).filter((entry): entry is [string, KnownTranscript] =>
    isKnown(entry[1]),
  );
  return { known: new Map(known), masked: value.masked };
}

function isKnown(value: unknown): value is KnownTranscript {
  if (!isObject(value) || typeof value.size !== 'number' || typeof value.mtimeMs !== 'number') return false;
  if (value.cwd !== undefined && typeof value.cwd !== 'string') return false;
  if (value.names !== undefined && !isNames(value.names)) return false;
  return value.info === undefined || isInfo(value.info);
}

function isNames(value: unknown): boolean {
  return isObject(value) && typeof value.of === 'string' && typeof value.ours === 'boolean';
}

function isInfo(value: unknown): value is KnownInfo {
  if (!isObject(value) || !agents.some((agent) => agent === value.agent)) return false;
  const texts = ['path', 'sessionId', 'title'].every((field) => typeof value[field] === 'string');
  return texts && ['startedAt', 'activeAt', 'size'].every((field) => Number.isFinite(value[field]));
}
