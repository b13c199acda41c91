import type { StoreContext } from '../../disk/base/context.ts';
import { isObject } from '../../disk/base/core.ts';
import { Derived } from '../../disk/files/derived.ts';
import { jsonValues } from '../../disk/files/derivedRows.ts';
import { isPlace } from '../../agents/reading/fileWindow.ts';
import { entryRoles } from './filters.ts';
import { atBeginning, type HelperTexts, type FoldState } from './sessionDerivation.ts';
import type { SearchEntry } from './types.ts';

/** A final part of a session's words, stored in a separate file. */
export interface SealedPart {
  /** Changes with its content. */
  readonly fingerprint: string;
  /** Characters. */
  readonly chars: number;
}

/** Words of a session that follow a state and are not sealed yet. */
export interface WordStretch {
  readonly from: FoldState;
  readonly entries: readonly SearchEntry[];
}

/**
 * What search takes from a session, read up to an offset: sealed parts, later words, and those of messages that may
 * still change.
 */
export interface SessionHead {
  readonly sealed: readonly SealedPart[];
  /** The words after these, too few for another part. */
  readonly unsealed: readonly SearchEntry[];
  /** Further words up to `closed`; reading can go back to the beginning of each stretch. */
  readonly stretches: readonly WordStretch[];
  /** The state where reading continues. */
  readonly closed: FoldState;
  /** The words after `closed`, which may change. */
  readonly open: readonly SearchEntry[];
  readonly helpers: { readonly state: string; readonly texts: readonly HelperTexts[] };
  /** Words of subagents, and what tools did; empty until the session was read to its end. */
  readonly rest: readonly SearchEntry[];
  /** Offset up to which it was read. Bytes. */
  readonly end: number;
}

/** The head of a session that was not read. */
export const unreadHead: SessionHead = {
  sealed: [],
  unsealed: [],
  stretches: [],
  closed: atBeginning,
  open: [],
  helpers: { state: '', texts: [] },
  rest: [],
  end: 0,
};

/** What search takes from sessions: a file for each head, and for each sealed part. */
export interface SessionTexts {
  readonly heads: Derived<SessionHead>;
  readonly parts: Derived<readonly SearchEntry[]>;
}

export const sessionTexts = (context: StoreContext): SessionTexts => ({
  heads: new Derived(
    { name: 'sessions', version: 11, layout: 'files', values: jsonValues(parseHead) },
    context,
  ),
  parts: new Derived({ name: 'sealed', version: 1, layout: 'files', values: jsonValues(entriesOf) }, context),
});

const entriesOf = (value: unknown): readonly SearchEntry[] | undefined =>
  Array.isArray(value) && value.every(isEntry) ? value : undefined;

function isEntry(value: unknown): value is SearchEntry {
  if (!isObject(value) || !entryRoles.some((role) => role === value.role)) return false;
  if (value.agent !== undefined && typeof value.agent !== 'string') return false;
  return (
    typeof value.text === 'string' &&
    typeof value.ts === 'number' &&
    typeof value.id === 'string' &&
    typeof value.position === 'number'
  );
}

const parseHead = (value: unknown): SessionHead | undefined => (isHead(value) ? value : undefined);

function isHead(value: unknown): value is SessionHead {
  if (!isObject(value)) return false;
  const { sealed, unsealed, stretches, closed, open, helpers, rest, end } = value;
  return (
    isListOf(sealed, isSealed) &&
    isEntries(unsealed) &&
    isListOf(stretches, isStretch) &&
    isState(closed) &&
    isEntries(open) &&
    isEntries(rest) &&
    isObject(helpers) &&
    typeof helpers.state === 'string' &&
    isListOf(helpers.texts, isHelper) &&
    typeof end === 'number'
  );
}

const isListOf = (value: unknown, isOne: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(isOne);

const isEntries = (value: unknown): boolean => isListOf(value, isEntry);

const isStretch = (value: unknown): boolean =>
  isObject(value) && isState(value.from) && isEntries(value.entries);

const isText = (value: unknown): boolean => typeof value === 'string';

const isSealed = (value: unknown): boolean =>
  isObject(value) && typeof value.fingerprint === 'string' && typeof value.chars === 'number';

function isState(value: unknown): boolean {
  if (!isObject(value) || typeof value.messages !== 'number') return false;
  const { place, work, calls } = value;
  const isCall = (call: unknown): boolean =>
    Array.isArray(call) && isText(call[0]) && typeof call[1] === 'number';
  return (place === undefined || isPlace(place)) && isWork(work) && isListOf(calls, isCall);
}

const isWork = (value: unknown): boolean =>
  isObject(value) &&
  isListOf(value.paths, isText) &&
  isListOf(value.errors, isText) &&
  isAt(value.filesAt) &&
  isAt(value.errorsAt);

const isAt = (value: unknown): boolean => isObject(value) && typeof value.position === 'number';

function isHelper(value: unknown): boolean {
  if (!isObject(value) || !isText(value.agentId) || !Array.isArray(value.entries)) return false;
  const isStep = (step: unknown): boolean =>
    isObject(step) && isListOf(step.paths, isText) && isListOf(step.errors, isText);
  const isSaid = (entry: unknown): boolean => isObject(entry) && isText(entry.text) && isText(entry.id);
  return value.entries.every(isSaid) && isListOf(value.work, isStep);
}
