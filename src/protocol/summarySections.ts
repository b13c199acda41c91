import { defined, isJsonRecord, type Json, type JsonRecord } from './json.ts';

/** The sections agents are told to keep, in the order they are shown. */
export const knownSections = ['decisions', 'constraints', 'todo', 'issues', 'facts', 'references'] as const;
export type KnownSection = (typeof knownSections)[number];

/** Names agents give the known sections, in lower case. */
const aliases: Readonly<Record<KnownSection, readonly string[]>> = {
  decisions: ['decisions', 'decision', '决策', '决定'],
  constraints: ['constraints', 'constraint', '约束', '限制'],
  todo: ['todo', 'todos', 'to do', 'to-do', 'to_do', 'tasks', '待办', '待办事项', '任务'],
  issues: ['issues', 'issue', 'problems', '问题'],
  facts: ['facts', 'fact', '事实'],
  references: ['references', 'reference', 'refs', '引用', '参考'],
};

/** The sections whose new items a person is most likely to write; the name they get when the summary has none yet. */
const newKeys: Readonly<Record<KnownSection, string>> = {
  decisions: 'decisions',
  constraints: 'constraints',
  todo: 'TODO',
  issues: 'issues',
  facts: 'facts',
  references: 'references',
};

export interface SummaryItem {
  /** The item as it stands in the summary. */
  readonly value: Json;
  /** What it is called, for the entries of an object and for items with an id beside their text. */
  readonly label?: string;
  readonly text: string;
  /** Its state, e.g. `accepted` or `done`. */
  readonly state?: string;
  /** Whether `text` is the whole of what a person can change, so that it can be written back. */
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

/** A summary as the pane shows it: one text, or sections. */
export type SummaryView =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'sections'; readonly sections: readonly SummarySection[] };

/** The key under which a list without a name is shown. */
export const unnamed = '';

/** Reads any JSON as a summary, for the tree and the pane alike; known sections come first, others keep their order. */
export function viewSummary(summary: Json | undefined): SummaryView {
  if (summary === undefined || summary === null || summary === '') return { kind: 'empty' };
  if (typeof summary === 'string') return { kind: 'text', text: summary };
  if (Array.isArray(summary) || !isJsonRecord(summary)) {
    return { kind: 'sections', sections: [sectionOf(unnamed, summary)] };
  }
  const sections = Object.entries(summary).map(([key, value]) => sectionOf(key, value));
  return sections.length === 0 ? { kind: 'empty' } : { kind: 'sections', sections: sections.sort(byRank) };
}

/** All that a summary says, without the names of its sections. */
export function summaryText(summary: Json | undefined): string {
  const view = viewSummary(summary);
  if (view.kind !== 'sections') return view.kind === 'text' ? view.text : '';
  const items = view.sections.flatMap((section) => section.items);
  return items.map(itemText).join('\n');
}

/** An item in one text, with what it is called. */
export const itemText = ({ label, text }: SummaryItem): string =>
  label === undefined ? text : `${label}: ${text}`;

/** Which known section a key names, in English or Chinese, in any case. */
export function knownSection(key: string): KnownSection | undefined {
  const name = key.trim().toLowerCase();
  return knownSections.find((section) => aliases[section].includes(name));
}

/** The key a known section gets in a summary that has none of its names: in capitals where all the others are. */
export function keyForNew(section: KnownSection, present: readonly string[]): string {
  const capitals =
    present.length > 0 && present.every((key) => key === key.toUpperCase() && key !== key.toLowerCase());
  return capitals ? newKeys[section].toUpperCase() : newKeys[section];
}

/** The field of an item object that holds its text. */
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

/** An item as it is shown. */
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

/** Whether an entry of a summary still holds, by its state and by what it says of others. */
export const isOpen = ({ state, value }: SummaryItem): boolean =>
  !(isJsonRecord(value) && Object.keys(value).some((key) => /^(?:superseded|replaced)_?by$/i.test(key))) &&
  (state === undefined ||
    !/^(?:done|closed|resolved|fixed|rejected|superseded|obsolete|cancell?ed|完成|已完成|已解决|废弃|已取代|已替代|已作废|replaced|deprecated|revoked|reverted)$/i.test(
      state,
    ));
