import { defined } from '../../disk/base/core.ts';
import { sourceKinds, type SourceKind } from './types.ts';

/** Length of a memory's hash in references for people. Characters. */
export const hashLength = 12;

/** An item of the history by name, or one entry of it by id or else time. */
export interface ItemReference {
  readonly source: SourceKind;
  readonly name: string;
  readonly entry?: string;
}

/** Reference to an entry of an item. */
export interface Reference extends ItemReference {
  readonly entry: string;
}

/** Formats `history://<source>/<encoded name>/<encoded id or ts>`. */
export const formatReference = (reference: Reference): string => formatItemReference(reference);

/** Formats the same, without the entry for a whole item. */
export const formatItemReference = ({ source, name, entry }: ItemReference): string =>
  `history://${source}/${encode(name)}${entry === undefined ? '' : `/${encode(entry)}`}`;

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Undefined if the text is not a reference. */
export function parseReference(text: string): Reference | undefined {
  const { entry, ...item } = parseItemReference(text) ?? {};
  return 'source' in item && entry !== undefined ? { ...item, entry } : undefined;
}

/** Undefined if the text is not a reference to an item or entry. */
export function parseItemReference(text: string): ItemReference | undefined {
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
    return undefined; // not encoded by `formatItemReference`
  }
}
