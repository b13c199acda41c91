import { defined } from '../base/core.ts';
import { sourceKinds, type SourceKind } from './types.ts';

/** So much of the hash of a memory names it where a person reads the reference. Characters. */
export const hashLength = 12;

/** Something of the history by its name, or one entry of it, by its id or else its time. */
export interface Place {
  readonly source: SourceKind;
  readonly name: string;
  readonly entry?: string;
}

/** What a reference names: an entry of something. */
export interface Reference extends Place {
  readonly entry: string;
}

/** `history://<source>/<encoded name>/<encoded id or ts>`. */
export const formatReference = (reference: Reference): string => formatPlace(reference);

/** The same, without the entry where all of it is meant. */
export const formatPlace = ({ source, name, entry }: Place): string =>
  `history://${source}/${encode(name)}${entry === undefined ? '' : `/${encode(entry)}`}`;

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Undefined for a text that is no reference. */
export function parseReference(text: string): Reference | undefined {
  const { entry, ...place } = parsePlace(text) ?? {};
  return 'source' in place && entry !== undefined ? { ...place, entry } : undefined;
}

/** Undefined for a text that names no place. */
export function parsePlace(text: string): Place | undefined {
  const [, kind, name, entry] = /^history:\/\/([a-z]+)\/([^/]+)(?:\/([^/]+))?$/.exec(text) ?? [];
  const source = sourceKinds.find((known) => known === kind);
  if (source === undefined || name === undefined) return undefined;
  try {
    return {
      source,
      name: decodeURIComponent(name),
      ...defined({ entry: entry && decodeURIComponent(entry) }),
    };
  } catch {
    return undefined; // not encoded as ours are
  }
}
