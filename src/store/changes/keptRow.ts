import { createHash } from 'node:crypto';
import { isObject, jsonOf } from '../base/core.ts';
import {
  eventKinds,
  type ChangeEvent,
  type EventKind,
  type SessionChanges,
  type WrittenPiece,
} from './sessionChanges.ts';

/*
 * A session in the file of changes is a line of three fields, apart by tabs, of which JSON has none: a digest of the
 * others; what is asked of every session, its events without their pieces; and the rest, the requests and the pieces,
 * which is only parsed for sessions that a question concerns.
 */

const digestLength = 12;
const tab = 0x09;

/** A session as it is kept. */
export interface KeptRow {
  readonly path: string;
  /** Of its transcript when that was read. */
  readonly mark: string;
  /** When it was kept, milliseconds. */
  readonly keptAt: number;
  readonly changes: SessionChanges;
}

/** The line of a session, without its end. */
export function writeRow({ path, mark, keptAt, changes: { requests, events } }: KeptRow): string {
  const paths = [
    ...new Set(events.flatMap((event) => [event.path, ...(event.to === undefined ? [] : [event.to])])),
  ];
  const numbers = new Map(paths.map((each, n) => [each, n]));
  const heads = events.map(({ kind, path: of, at, entry, asked, call, to, holds, pieces }) => [
    ...[eventKinds.indexOf(kind), numbers.get(of), at, entry, asked, call],
    ...[to === undefined ? -1 : numbers.get(to), pieces ? 1 : 0],
    ...(holds ? [holds] : []),
  ]);
  const pieces = events.map(
    (event) => event.pieces?.map(({ keys, flags, removed }) => [keys, flags, removed]) ?? 0,
  );
  const text = `${JSON.stringify([path, mark, keptAt, paths, heads])}\t${JSON.stringify([requests, pieces])}`;
  return `${digestOf(Buffer.from(text))}\t${text}`;
}

const digestOf = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex').slice(0, digestLength);

/** What a line holds; undefined for one that is torn or was not written so. The bytes must stay as they are. */
export function readRow(line: Buffer): KeptRow | undefined {
  const fields = line.subarray(digestLength + 1);
  if (line[digestLength] !== tab || line.toString('latin1', 0, digestLength) !== digestOf(fields))
    return undefined;
  const end = fields.indexOf(tab);
  const head = jsonOf(fields.toString('utf8', 0, end));
  if (end === -1 || !isList(head)) return undefined;
  const [path, mark, keptAt, paths, heads] = head;
  if (typeof path !== 'string' || typeof mark !== 'string' || typeof keptAt !== 'number') return undefined;
  if (!isList(paths) || !isList(heads)) return undefined;
  const rest = new Rest(fields.subarray(end + 1));
  const events = heads.flatMap((each, n) => eventOf(each, paths, rest, n) ?? []);
  if (events.length < heads.length) return undefined;
  return { path, mark, keptAt, changes: new KeptSession(events, rest) };
}

/** What a line holds besides its events, parsed when it is first asked for. */
class Rest {
  #bytes: Buffer | undefined;
  #requests: Readonly<Record<string, string>> = {};
  #pieces: readonly unknown[] = [];

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get requests(): Readonly<Record<string, string>> {
    this.#parse();
    return this.#requests;
  }

  pieces(event: number): readonly WrittenPiece[] {
    this.#parse();
    const pieces = this.#pieces[event];
    return isList(pieces) ? pieces.flatMap((piece) => pieceOf(piece) ?? []) : [];
  }

  #parse(): void {
    if (!this.#bytes) return;
    const value = jsonOf(this.#bytes.toString());
    this.#bytes = undefined;
    const [requests, pieces]: readonly unknown[] = isList(value) ? value : [];
    const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === 'string';
    this.#requests = Object.fromEntries(Object.entries(isObject(requests) ? requests : {}).filter(isText));
    this.#pieces = isList(pieces) ? pieces : [];
  }
}

class KeptSession implements SessionChanges {
  readonly events: readonly ChangeEvent[];
  readonly #rest: Rest;

  constructor(events: readonly ChangeEvent[], rest: Rest) {
    this.events = events;
    this.#rest = rest;
  }

  get requests(): SessionChanges['requests'] {
    return this.#rest.requests;
  }
}

type EventHead = Omit<ChangeEvent, 'pieces'>;

class KeptEvent implements ChangeEvent {
  readonly kind: EventKind;
  readonly path: string;
  readonly at: number;
  readonly entry: number;
  readonly asked: number;
  readonly call: string;
  readonly to?: string;
  readonly holds?: readonly (readonly string[])[];
  readonly #rest: Rest;
  readonly #number: number;
  #pieces: readonly WrittenPiece[] | undefined;

  constructor({ kind, path, at, entry, asked, call, to, holds }: EventHead, rest: Rest, number: number) {
    [this.kind, this.path, this.at] = [kind, path, at];
    [this.entry, this.asked, this.call] = [entry, asked, call];
    if (to !== undefined) this.to = to;
    if (holds !== undefined) this.holds = holds;
    [this.#rest, this.#number] = [rest, number];
  }

  get pieces(): readonly WrittenPiece[] {
    return (this.#pieces ??= this.#rest.pieces(this.#number));
  }
}

function eventOf(value: unknown, paths: readonly unknown[], rest: Rest, n: number): ChangeEvent | undefined {
  if (!isList(value)) return undefined;
  const [kindNumber, pathNumber, at, entry, asked, call, toNumber, hasPieces, holds] = value;
  const [kind, path, to] = [
    eventKinds[numberIn(kindNumber)],
    paths[numberIn(pathNumber)],
    paths[numberIn(toNumber)],
  ];
  if (kind === undefined || typeof path !== 'string' || typeof call !== 'string') return undefined;
  if (typeof at !== 'number' || typeof entry !== 'number' || typeof asked !== 'number') return undefined;
  if (holds !== undefined && !(isList(holds) && holds.every(isTexts))) return undefined;
  const head: EventHead = {
    ...{ kind, path, at, entry, asked, call },
    ...(typeof to === 'string' && { to }),
    ...(holds !== undefined && { holds: holds.filter(isTexts) }),
  };
  return hasPieces === 1 ? new KeptEvent(head, rest, n) : head;
}

function pieceOf(value: unknown): WrittenPiece | undefined {
  const [keys, flags, removed]: readonly unknown[] = isList(value) ? value : [];
  if (typeof keys !== 'string' || typeof flags !== 'string' || typeof removed !== 'string') return undefined;
  return { keys, flags, removed };
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
const isTexts = (value: unknown): value is readonly string[] =>
  isList(value) && value.every((text) => typeof text === 'string');
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : -1);
