import { sourceKinds, type SourceKind } from './types.ts';

/** What a reference names: an entry, by its id or else its time, of something by its name. */
export interface Reference {
  readonly source: SourceKind;
  readonly name: string;
  readonly entry: string;
}

/** `history://<source>/<encoded name>/<encoded id or ts>`. */
export const formatReference = ({ source, name, entry }: Reference): string =>
  `history://${source}/${encode(name)}/${encode(entry)}`;

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Undefined for a text that is no reference. */
export function parseReference(text: string): Reference | undefined {
  const [, kind, name, entry] = /^history:\/\/([a-z]+)\/([^/]+)\/([^/]+)$/.exec(text) ?? [];
  const source = sourceKinds.find((known) => known === kind);
  if (source === undefined || name === undefined || entry === undefined) return undefined;
  try {
    return { source, name: decodeURIComponent(name), entry: decodeURIComponent(entry) };
  } catch {
    return undefined; // not encoded as ours are
  }
}
