import type { StoreContext } from '../../disk/base/context.ts';
import { isList, isObject, type JsonObject } from '../../disk/base/core.ts';
import { Derived } from '../../disk/files/derived.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import { foreignFileNow } from '../../disk/files/foreign.ts';
import type { ReadPlace } from '../../agents/reading/continued.ts';
import { isPlace, isStill } from '../../agents/reading/fileWindow.ts';
import type { StoredMessages } from './storedMessages.ts';

/** Where archiving of a transcript goes on. */
export interface ArchivedPlace {
  readonly place: ReadPlace;
  readonly session: string;
  /** What the header needs to know of the records before the place. */
  readonly header: JsonObject;
  /** Latest time of a message, and number of compactions, before the place. */
  readonly lastTime: string;
  readonly compactions: number;
  /** Masks of the secrets in the transcript. */
  readonly masks: readonly string[];
  /** State of the files of its subagents. */
  readonly helpers: string;
  /** The part of the transcript after the place that is archived, with secrets masked. */
  readonly rest: { readonly bytes: number; readonly sum: number };
  readonly messages: StoredMessages;
}

/** The parts of a session with the state of their files. */
export type PartStates = readonly (readonly [name: string, files: string])[];

interface StoredPlace extends ArchivedPlace {
  readonly parts: PartStates;
}

/** Places that were not stored for this long are dropped. Milliseconds. */
const keptMs = 30 * 24 * 60 * 60 * 1_000;

/** The places at which archiving of transcripts goes on. */
export class ArchivedPlaces {
  readonly #stored: Derived<StoredPlace>;
  readonly #partsOf: (session: string) => Promise<PartStates>;

  constructor(context: StoreContext, partsOf: (session: string) => Promise<PartStates>) {
    this.#stored = new Derived(
      { name: 'archivedSoFar', version: 1, layout: 'files', values: jsonValues(parse) },
      context,
    );
    this.#partsOf = partsOf;
  }

  /** Returns the place of a transcript; undefined if its parts or what precedes the place changed. */
  async get(path: string): Promise<ArchivedPlace | undefined> {
    const known = this.#stored.get(path, fileOf(path));
    if (!known || !(await isStill(path, known.place))) return undefined;
    const parts = await this.#partsOf(known.session);
    return JSON.stringify(parts) === JSON.stringify(known.parts) ? known : undefined;
  }

  async put(path: string, place: ArchivedPlace): Promise<void> {
    await this.#stored.put(path, fileOf(path), { ...place, parts: await this.#partsOf(place.session) });
    await this.#stored.sweep(new Set([path]), keptMs);
  }
}

/** Identifies the file at a path. */
const fileOf = (path: string): string => String(foreignFileNow(path)?.ino ?? '');

/** The version vouches for what is not looked at. */
const isStored = (value: unknown): value is StoredPlace =>
  isObject(value) &&
  isPlace(value.place) &&
  typeof value.session === 'string' &&
  isObject(value.header) &&
  isObject(value.rest) &&
  isList(value.masks) &&
  isList(value.parts) &&
  isObject(value.messages) &&
  isList(value.messages.open);

const parse = (value: unknown): StoredPlace | undefined => (isStored(value) ? value : undefined);
