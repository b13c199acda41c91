import { l10n } from 'vscode';
import { StoreError } from '../../store/base/core.ts';
import type { Place } from '../../store/search/reference.ts';
import type { SourceKind } from '../../store/search/types.ts';
import type { Project } from './project.ts';

/** A place in the history of a project. */
export interface HistoryPlace {
  readonly project: Project;
  readonly reference: Place;
  /** Where it was when it was found, from 0: saves looking for it. */
  readonly position?: number | undefined;
}

export interface OpenOptions {
  /** Leaves the focus where it is. */
  readonly preserveFocus: boolean;
  /** A new pane opens beside the active editor. */
  readonly beside?: boolean;
  /** The words a search found there, as they stand in the text: they are lit up. */
  readonly light?: readonly string[];
}

/** Opens the pane that shows a place, and goes there. Throws `not_found` for what is not there (any more). */
export type OpenPlace = (place: HistoryPlace, options: OpenOptions) => Promise<void>;

/** Opens places of every source. */
export const openPlaces =
  (openers: Readonly<Record<SourceKind, OpenPlace>>): OpenPlace =>
  (place, options) =>
    openers[place.reference.source](place, options);

/** That a reference leads nowhere. */
export const gone = (): StoreError =>
  new StoreError('not_found', l10n.t('Not found. It may have been renamed or deleted.'));

interface Entry {
  readonly id?: string;
  /** Milliseconds. */
  readonly ts: number;
}

/** Whether a reference means this entry: it names its id or else its time. */
export const isEntry = ({ id, ts }: Entry, entry: string): boolean => id === entry || String(ts) === entry;

/** The position of the entry a place means, from 0; undefined when it is not there, or all of it is meant. */
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
