import { l10n } from 'vscode';
import { StoreError } from '../../disk/base/core.ts';
import type { ItemReference } from '../../find/search/reference.ts';
import type { SourceKind } from '../../find/search/types.ts';
import type { Project } from './project.ts';

/** A reference in the history of a project. */
export interface HistoryPlace {
  readonly project: Project;
  readonly reference: ItemReference;
  /** Its position when found, from 0, which saves searching for it. */
  readonly position?: number | undefined;
}

export interface OpenOptions {
  /** Does not move the focus. */
  readonly preserveFocus: boolean;
  /** Opens a new pane beside the active editor. */
  readonly beside?: boolean;
  /** Words found by a search, as written in the text, to be highlighted. */
  readonly light?: readonly string[];
}

/** Opens the pane for a reference and scrolls to it. Throws `not_found` if it no longer exists. */
export type OpenPlace = (place: HistoryPlace, options: OpenOptions) => Promise<void>;

/** Opens references of all sources. */
export const openPlaces =
  (openers: Readonly<Record<SourceKind, OpenPlace>>): OpenPlace =>
  (place, options) =>
    openers[place.reference.source](place, options);

/** Creates the error for a reference that no longer exists. */
export const gone = (): StoreError =>
  new StoreError('not_found', l10n.t('Not found. It may have been renamed or deleted.'));

interface Entry {
  readonly id?: string;
  /** Milliseconds. */
  readonly ts: number;
}

/** Reports whether a reference means this entry, by id or time. */
export const isEntry = ({ id, ts }: Entry, entry: string): boolean => id === entry || String(ts) === entry;

/** Returns the position of the referenced entry, from 0; undefined if it is missing, or everything is referenced. */
export async function positionIn(
  pages: AsyncIterable<readonly Entry[]>,
  entry: string | undefined,
): Promise<number | undefined> {
  if (entry === undefined) return undefined;
  let before = 0;
  for await (const page of pages) {
    const at = page.findIndex((one) => isEntry(one, entry));
    if (at !== -1) return before + at;
    before += page.length;
  }
  return undefined;
}
