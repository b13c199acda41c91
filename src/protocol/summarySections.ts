import { defined, isJsonRecord, type Json, type JsonRecord } from './json.ts';

/** Sections agents are asked to maintain, in display order. */
export const knownSections = ['decisions', 'constraints', 'todo', 'issues', 'facts', 'references'] as const;
export type KnownSection = (typeof knownSections)[number];

/** Agents' names for the known sections, in lower case. */
const aliases: Readonly<Record<KnownSection, readonly string[]>> = {
  decisions: ['decisions', 'decision', '决策', '决定'],
  constraints: ['constraints', 'constraint', '约束', '限制'],
  todo: ['todo', 'todos', 'to do', 'to-do', 'to_do', 'tasks', '待办', '待办事项', '任务'],
  issues: ['issues', 'issue', 'problems', '问题'],
  facts: ['facts', 'fact', '事实'],
  references: ['references', 'reference', 'refs', '引用', '参考'],
};

/** Keys of new sections, used when a person adds the first item. */
const newKeys: Readonly<Record<KnownSection, string>> = {
  decisions: 'decisions',
  constraints: 'constraints',
  todo: 'TODO',
  issues: 'issues',
  facts: 'facts',
  references: 'references',
};

export interface SummaryItem {
  /** The item as in the summary. */
  readonly value: Json;
  /** Key of an object's entry, or id of an item that also has a text. */
  readonly label?: string;
  readonly text: string;
  /** Its state, e.g. `accepted` or `done`. */
  readonly state?: string;
  /** Whether `text` contains everything a person can change, and can be written back. */
  readonly editable: boolean;
}

export interface SummarySection {
  /** Its key in the summary. */
  readonly key: string;
  readonly known?: KnownSection;
  readonly items: readonly SummaryItem[];
  /** Whether items can be added: the section is a list. */
  readonly list: boolean;
}

/** A summary for display: a text, or sections. */
export type SummaryView =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sections'; readonly sections: readonly SummarySection[] };

/** Key of a list without a name. */
export const unnamed = '';

/** Interprets any JSON as a summary, for tree and pane. Known sections come first; others keep their order. */
export function viewSummary(summary: Json | undefined): SummaryView {
  if (summary === undefined || summary === null || summary === '') return { kind: 'empty' };
  if (typeof summary === 'string') return { kind: 'text', text: summary };
  if (Array.isArray(summary) || !isJsonRecord(summary)) {
    return { kind: 'sections', sections: [sectionOf(unnamed, summary)] };
  }
  const sections = Object.entries(summary).map(([key, value]) => sectionOf(key, value));
  return sections.length === 0 ? { kind: 'empty' } : { kind: 'sections', sections: sections.sort(byRank) };
}

/** Returns all texts of a summary, without the names of its sections. */
export function summaryText(summary: Json | undefined): string {
  const view = viewSummary(summary);
  if (view.kind !== 'sections') return view.kind === 'text' ? view.text : '';
  const items = view.sections.flatMap((section) => section.items);
  return items.map(itemText).join('\n');
}

/** Returns an item's label and text. */
export const itemText = ({ label, text }: SummaryItem): string =>
  label === undefined ? text : `${label}: ${text}`;

/** Returns the known section a key means, in English or Chinese, ignoring case. */
export function knownSection(key: string): KnownSection | undefined {
  const name = key.trim().toLowerCase();
  return knownSections.find((section) => aliases[section].includes(name));
}

/** Returns the key of a known section new to the summary: in capitals if all others are. */
export function keyForNew(section: KnownSection, present: readonly string[]): string {
  const capitals =
    present.length > 0 && present.every((key) => key === key.toUpperCase() && key !== key.toLowerCase());
  return capitals ? newKeys[section].toUpperCase() : newKeys[section];
}

/** Returns the name of the field with an item's text. */
export function textField(item: JsonRecord): string | undefined {
  const fields = ['value', 'text', 'content', 'title', 'name', 'description'];
  return fields.find((field) => typeof item[field] === 'string' && item[field] !== '');
}

function sectionOf(key: string, value: Json): SummarySection {
  const known = knownSection(key);
  const section = defined({ key, known });
  if (Array.isArray(value)) return { ...section, list: true, items: value.map((item: Json) => itemOf(item)) };
  if (isJsonRecord(value)) {
    const items = Object.entries(value).map(([label, entry]) => ({ ...itemOf(entry), label }));
    return { ...section, list: false, items };
  }
  return { ...section, list: false, items: value === null || value === '' ? [] : [itemOf(value)] };
}

/** Converts an item for display. */
export function itemOf(value: Json): SummaryItem {
  if (typeof value === 'string') return { value, text: value, editable: true };
  if (isJsonRecord(value)) return objectItem(value);
  return { value, text: JSON.stringify(value), editable: false };
}

function objectItem(value: JsonRecord): SummaryItem {
  const field = textField(value);
  const text = field === undefined ? undefined : value[field];
  const state = stateOf(value);
  const said = state === undefined ? {} : { state };
  if (typeof text !== 'string') return { value, text: JSON.stringify(value), editable: false, ...said };
  const id = value.id;
  const label = typeof id === 'string' || typeof id === 'number' ? { label: String(id) } : {};
  return { value, text, editable: true, ...label, ...said };
}

function stateOf({ status, state, done }: JsonRecord): string | undefined {
  const said = status ?? state;
  if (typeof said === 'string' && said !== '') return said;
  return done === true ? 'done' : undefined;
}

function byRank(a: SummarySection, b: SummarySection): number {
  return rank(a) - rank(b);
}

function rank({ known }: SummarySection): number {
  return known === undefined ? knownSections.length : knownSections.indexOf(known);
}

/** Reports whether an entry is still in force, by its state and its references to others. */
export const isOpen = ({ state, value }: SummaryItem): boolean =>
  !(isJsonRecord(value) && Object.keys(value).some((key) => /^(?:superseded|replaced)_?by$/i.test(key))) &&
  (state === undefined ||
    !/^(?:done|closed|resolved|fixed|rejected|superseded|obsolete|cancell?ed|完成|已完成|已解决|废弃|已取代|已替代|已作废|replaced|deprecated|revoked|reverted)$/i.test(
      state,
    ));
