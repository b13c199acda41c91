import { isList, isObject, jsonOf } from '../../disk/base/core.ts';
import type { DerivedForm } from '../../disk/files/derivedForm.ts';
import {
  eventKinds,
  type ChangeEvent,
  type EventKind,
  type SessionChanges,
  type WrittenPiece,
} from './sessionChanges.ts';

/**
 * The changes of a session are stored in two fields separated by a tab, which JSON does not contain: the events without
 * pieces, needed for every session; the requests and pieces, parsed on demand.
 */

const tab = 0x09;

/** Form of the changes of sessions, by transcript path. */
export const changesForm: DerivedForm<SessionChanges> = {
  name: 'fileChanges',
  version: 6,
  layout: 'rows',
  values: { write: writeChanges, read: readChanges },
};

function writeChanges({ requests, events }: SessionChanges): string {
  const paths = [
    ...new Set(events.flatMap((event) => [event.path, ...(event.to === undefined ? [] : [event.to])])),
  ];
  const numbers = new Map(paths.map((each, n) => [each, n]));
  const heads = events.map(({ kind, path: of, at, entry, asked, call, to, holds, pieces, after }) => [
    ...[eventKinds.indexOf(kind), numbers.get(of), at, entry, asked, call],
    ...[to === undefined ? -1 : numbers.get(to), pieces ? 1 : 0],
    ...(holds || after !== undefined ? [holds ?? 0] : []),
    ...(after === undefined ? [] : [after]),
  ]);
  const pieces = events.map(
    (event) => event.pieces?.map(({ keys, flags, removed, before }) => [keys, flags, removed, before]) ?? 0,
  );
  return `${JSON.stringify([paths, heads])}\t${JSON.stringify([requests, pieces])}`;
}

function readChanges(text: Buffer): SessionChanges | undefined {
  const end = text.indexOf(tab);
  const head = end === -1 ? undefined : jsonOf(text.toString('utf8', 0, end));
  const [paths, heads]: readonly unknown[] = isList(head) ? head : [];
  if (!isList(paths) || !isList(heads)) return undefined;
  const rest = new Rest(text.subarray(end + 1));
  const events = heads.flatMap((each, n) => eventOf(each, paths, rest, n) ?? []);
  return events.length < heads.length ? undefined : new LazySession(events, rest);
}

/** The second field, parsed on first use. */
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

class LazySession implements SessionChanges {
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

class LazyEvent implements ChangeEvent {
  readonly kind: EventKind;
  readonly path: string;
  readonly at: number;
  readonly entry: number;
  readonly asked: number;
  readonly call: string;
  readonly to?: string;
  readonly holds?: readonly (readonly string[])[];
  readonly after?: string;
  readonly #rest: Rest;
  readonly #number: number;
  #pieces: readonly WrittenPiece[] | undefined;

  constructor(
    { kind, path, at, entry, asked, call, to, holds, after }: EventHead,
    rest: Rest,
    number: number,
  ) {
    [this.kind, this.path, this.at] = [kind, path, at];
    [this.entry, this.asked, this.call] = [entry, asked, call];
    if (to !== undefined) this.to = to;
    if (holds !== undefined) this.holds = holds;
    if (after !== undefined) this.after = after;
    [this.#rest, this.#number] = [rest, number];
  }

  get pieces(): readonly WrittenPiece[] {
    return (this.#pieces ??= this.#rest.pieces(this.#number));
  }
}

function eventOf(value: unknown, paths: readonly unknown[], rest: Rest, n: number): ChangeEvent | undefined {
  if (!isList(value)) return undefined;
  const [kindNumber, pathNumber, at, entry, asked, call, toNumber, hasPieces, given, after] = value;
  const holds = given === 0 ? undefined : given;
  const [kind, path, to] = [
    eventKinds[numberIn(kindNumber)],
    paths[numberIn(pathNumber)],
    paths[numberIn(toNumber)],
  ];
  if (kind === undefined || typeof path !== 'string' || typeof call !== 'string') return undefined;
  if (typeof at !== 'number' || typeof entry !== 'number' || typeof asked !== 'number') return undefined;
  if (holds !== undefined && !(isList(holds) && holds.every(isTexts))) return undefined;
  const head: EventHead = {
    kind,
    path,
    at,
    entry,
    asked,
    call,
    ...(typeof to === 'string' && { to }),
    ...(holds !== undefined && { holds: holds.filter(isTexts) }),
    ...(typeof after === 'string' && { after }),
  };
  return hasPieces === 1 ? new LazyEvent(head, rest, n) : head;
}

function pieceOf(value: unknown): WrittenPiece | undefined {
  const [keys, flags, removed, before]: readonly unknown[] = isList(value) ? value : [];
  if (typeof keys !== 'string' || typeof flags !== 'string') return undefined;
  if (typeof removed !== 'string' || typeof before !== 'string') return undefined;
  return { keys, flags, removed, before };
}

const isTexts = (value: unknown): value is readonly string[] =>
  isList(value) && value.every((text) => typeof text === 'string');
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : -1);
