import { l10n } from 'vscode';
import { isObject, type JsonValue } from '../../store/json.ts';

/** A part of a summary as the tree shows it. */
export interface SummarySection {
  readonly key: string;
  readonly label: string;
  /** Name of a codicon. */
  readonly icon: string;
  readonly entries: readonly JsonValue[];
}

interface KnownSection {
  readonly names: readonly string[];
  readonly icon: string;
  readonly label: () => string;
}

/** The sections agents are asked to keep, in the order they are shown, with the names agents give them. */
const known: readonly KnownSection[] = [
  { names: ['decisions', 'decision', '决策'], icon: 'law', label: () => l10n.t('Decisions') },
  { names: ['constraints', 'constraint', '约束'], icon: 'lock', label: () => l10n.t('Constraints') },
  { names: ['todo', 'todos', '待办'], icon: 'checklist', label: () => l10n.t('To Do') },
  { names: ['issues', 'issue', '问题'], icon: 'issues', label: () => l10n.t('Issues') },
  { names: ['facts', 'fact', '事实'], icon: 'lightbulb', label: () => l10n.t('Facts') },
  {
    names: ['references', 'reference', 'refs', '引用'],
    icon: 'references',
    label: () => l10n.t('References'),
  },
];

/** The sections of a summary: the known ones first, then the others under their own names. */
export function summarySections(summary: JsonValue | undefined): readonly SummarySection[] {
  if (summary === undefined || summary === null) return [];
  if (!isJsonObject(summary)) {
    return [{ key: '', label: l10n.t('Text'), icon: 'note', entries: entriesOf(summary) }];
  }
  return Object.entries(summary)
    .map(([key, value]) => ({ ...appearance(key), key, entries: entriesOf(value) }))
    .sort((a, b) => a.rank - b.rank);
}

function appearance(key: string): { rank: number; label: string; icon: string } {
  const rank = known.findIndex(({ names }) => names.includes(key.toLowerCase()));
  const section = known[rank];
  if (section === undefined) return { rank: known.length, label: key, icon: 'symbol-field' };
  return { rank, label: section.label(), icon: section.icon };
}

/** What stands in a section: the items of an array, the members of an object, or the value itself. */
function entriesOf(value: JsonValue): readonly JsonValue[] {
  if (isJsonArray(value)) return value;
  if (isJsonObject(value))
    return Object.entries(value).map(([key, member]) => `${key}: ${entryLabel(member)}`);
  return value === null || value === '' ? [] : [value];
}

const labelKeys = ['value', 'text', 'title', 'name', 'content', 'description'] as const;

/** One line for an item of a summary: its text, if it is or has one, else its JSON. */
export function entryLabel(entry: JsonValue): string {
  if (typeof entry === 'string') return entry;
  if (isJsonObject(entry)) {
    for (const key of labelKeys) {
      const text = entry[key];
      if (typeof text === 'string' && text !== '') return text;
    }
  }
  return JSON.stringify(entry);
}

/** What an item says of its state, e.g. `done`. */
export function entryState(entry: JsonValue): string | undefined {
  if (!isJsonObject(entry)) return undefined;
  const state = entry.status ?? entry.state;
  if (typeof state === 'string') return state;
  return entry.done === true ? l10n.t('done') : undefined;
}

function isJsonObject(value: JsonValue): value is Readonly<Record<string, JsonValue>> {
  return isObject(value);
}

function isJsonArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
