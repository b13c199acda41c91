import {
  keyForNew,
  knownSection,
  knownSections,
  textField,
  viewSummary,
} from '../../protocol/summarySections.ts';
import { defined, isObject, type JsonObject, type JsonValue } from '../../disk/base/core.ts';

/** An entry of a summary, with an id for the model. */
export interface Entry {
  /** `E1`, `E2` … in the order of the summary. */
  readonly id: string;
  /** A known section, else the key itself. */
  readonly section: string;
  readonly text: string;
  /** Its state, e.g. `done`. */
  readonly state?: string;
  /** `2026-02-05`, if the entry has a date. */
  readonly date?: string;
  /** Position: the key of its section and its index there. */
  readonly key: string;
  readonly at: number;
  readonly value: JsonValue;
}

/** Changes to a summary. */
export interface SummaryChanges {
  readonly add: readonly Addition[];
  /** Ids of removed entries. */
  readonly remove: ReadonlySet<string>;
}

export interface Addition {
  readonly section: string;
  readonly text: string;
  readonly date?: string | undefined;
  /** Ids of the entries it replaces. */
  readonly replaces: readonly string[];
}

/** Converts a summary of any form to sections; a text or list becomes a single one. */
export function inSections(summary: JsonValue | undefined): JsonObject {
  if (isRecord(summary)) return summary;
  return summary === undefined || summary === null || summary === '' ? {} : { summary };
}

/** Returns all entries of a summary, section by section. */
export function entriesOf(summary: JsonObject): readonly Entry[] {
  const view = viewSummary(summary);
  if (view.kind !== 'sections') return [];
  const entries = view.sections.flatMap(({ key, known, items }) =>
    items.map(({ value, text, label, state }, at) => ({
      section: known ?? key,
      key,
      at,
      value,
      text: label === undefined ? text : `${label}: ${text}`,
      ...defined({ state }),
      ...dateIn(value),
    })),
  );
  return entries.map((entry, n) => ({ id: `E${n + 1}`, ...entry }));
}

function dateIn(value: JsonValue): { readonly date?: string } {
  if (!isRecord(value)) return {};
  const said = [value.date, value.at, value.updated, value.created].find((date) => typeof date === 'string');
  const day = typeof said === 'string' ? /^\d{4}-\d\d-\d\d/.exec(said)?.[0] : undefined;
  return day === undefined ? {} : { date: day };
}

/**
 * Applies changes to a summary. Other entries are unchanged; a replaced one keeps its position, id and other fields;
 * new ones come first, the order in which summaries are merged. An emptied section remains.
 */
export function withChanges(summary: JsonObject, { add, remove }: SummaryChanges): JsonObject {
  const entries = entriesOf(summary);
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const removed = new Set([...remove, ...add.flatMap(({ replaces }) => replaces)]);
  const inPlace = new Map<string, Addition>();
  for (const addition of add) {
    const oldest = addition.replaces.find((id) => byId.get(id)?.section === addition.section);
    if (oldest !== undefined) inPlace.set(oldest, addition);
  }
  const placed = new Set(inPlace.values());
  const first = new Map(
    Object.keys(summary)
      .reverse()
      .map((key) => [sectionOf(key), key]),
  );
  const sections = Object.entries(summary).map(([key, section]) => {
    const own = entries.filter((entry) => entry.key === key);
    const fresh = add.filter((each) => !placed.has(each) && first.get(each.section) === key);
    if (fresh.length === 0 && !own.some(({ id }) => removed.has(id))) return [key, section] as const;
    const left = own.flatMap((entry) => {
      const addition = inPlace.get(entry.id);
      if (addition) return [{ entry, value: replaced(entry.value, addition) }];
      return removed.has(entry.id) ? [] : [{ entry, value: entry.value }];
    });
    return [key, withEntries(section, left, fresh.map(newItem))] as const;
  });
  return Object.fromEntries([...sections, ...newSections(summary, add)]);
}

const sectionOf = (key: string): string => knownSection(key) ?? key;

interface Left {
  readonly entry: Entry;
  readonly value: JsonValue;
}

function withEntries(section: JsonValue, left: readonly Left[], fresh: readonly JsonValue[]): JsonValue {
  if (Array.isArray(section)) return [...fresh, ...left.map(({ value }) => value)];
  if (isRecord(section)) {
    const keys = Object.keys(section);
    const kept = left.map(({ entry, value }) => [keys[entry.at] ?? entry.id, value] as const);
    return Object.fromEntries([...kept, ...fresh.map((value, n) => [freeKey(keys, n), value] as const)]);
  }
  const [only] = left;
  if (fresh.length > 0) return [...fresh, ...left.map(({ value }) => value)];
  return only === undefined ? [] : only.value;
}

function freeKey(keys: readonly string[], n: number): string {
  let number = keys.length + 1 + n;
  while (keys.includes(String(number))) number += keys.length;
  return String(number);
}

/** Returns sections new to the summary, known ones in their usual order. */
function newSections(summary: JsonObject, add: readonly Addition[]): [string, JsonValue][] {
  const present = Object.keys(summary);
  const known = new Set(present.map(sectionOf));
  return knownSections
    .filter((section) => !known.has(section) && add.some((addition) => addition.section === section))
    .map((section) => [
      keyForNew(section, present),
      add.filter((addition) => addition.section === section).map(newItem),
    ]);
}

const newItem = ({ text, date }: Addition): JsonObject =>
  date === undefined ? { value: text } : { value: text, date };

function replaced(old: JsonValue, addition: Addition): JsonValue {
  const field = isRecord(old) ? textField(old) : undefined;
  if (!isRecord(old) || field === undefined) return newItem(addition);
  const { date } = addition;
  return { ...old, [field]: addition.text, ...defined({ date }) };
}

const isRecord = (value: JsonValue | undefined): value is JsonObject => isObject(value);
