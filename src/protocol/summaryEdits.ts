import { isJson, isJsonRecord, isRecord, isText, type Json, type JsonRecord } from './json.ts';
import { textField, unnamed, viewSummary, type SummaryItem } from './summarySections.ts';

/**
 * An unsaved change to the summary. It identifies an item by content rather than position, so that it still applies
 * after an agent changed the summary.
 */
export type SummaryEdit =
  | { readonly kind: 'set'; readonly section: string; readonly item: Json; readonly text: string }
  | { readonly kind: 'put'; readonly section: string; readonly item: Json; readonly value: Json }
  | { readonly kind: 'remove'; readonly section: string; readonly item: Json }
  | { readonly kind: 'add'; readonly section: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

/** Reference to an entry of a summary by its content, independent of its position. */
export interface EntryRef {
  /** The key of its section. */
  readonly section: string;
  readonly item: Json;
}

/** Parses a reference to an entry; undefined if invalid. */
export const parseEntryRef = ({ section, item }: Readonly<Record<string, unknown>>): EntryRef | undefined =>
  isText(section) && isJson(item) ? { section, item } : undefined;

/** Returns the referenced item of a summary with everything to display; undefined if it no longer exists. */
export function entryIn(summary: Json | undefined, { section, item }: EntryRef): SummaryItem | undefined {
  const view = viewSummary(summary);
  if (view.kind === 'text')
    return section === unnamed && view.text === item ? textItem(view.text) : undefined;
  const sections = view.kind === 'sections' ? view.sections : [];
  return sections.find(({ key }) => key === section)?.items.find(({ value }) => same(value, item));
}

const textItem = (text: string): SummaryItem => ({ value: text, text, editable: true });

/** Returns the item marked as done or not done. */
export function withDone(item: Json, done: boolean): Json {
  if (!isJsonRecord(item)) return done ? { value: item, status: 'done' } : item;
  if (typeof item.done === 'boolean') return { ...item, done };
  const field = typeof item.state === 'string' && typeof item.status !== 'string' ? 'state' : 'status';
  if (done) return { ...item, [field]: 'done' };
  const rest = without(item, field);
  const isPlain = Object.keys(rest).join() === 'value';
  return isPlain ? (rest.value ?? null) : rest;
}

/** Returns edits whose items others have changed or removed. */
export function lostEdits(summary: Json | undefined, edits: readonly SummaryEdit[]): readonly SummaryEdit[] {
  let present: Json = summary ?? {};
  return edits.filter((edit) => {
    const lost = 'item' in edit && entryIn(present, edit) === undefined;
    present = applyEdit(present, edit);
    return lost;
  });
}

/**
 * Applies all edits to a summary, oldest first. An edited item that is gone is added again, so that no text is lost.
 */
export function applyEdits(summary: Json | undefined, edits: readonly SummaryEdit[]): Json {
  return edits.reduce<Json>(applyEdit, summary ?? {});
}

function applyEdit(summary: Json, edit: SummaryEdit): Json {
  // Keep sections that replaced the edited text.
  if (edit.kind === 'text')
    return typeof summary === 'object' && summary !== null && !isEmpty(summary)
      ? applyEdit(summary, {
          kind: 'add',
          section: isJsonRecord(summary) ? 'summary' : unnamed,
          text: edit.text,
        })
      : edit.text;
  if (edit.section === unnamed && !isJsonRecord(summary)) return editSection(summary, edit) ?? null;
  const base = isJsonRecord(summary) ? summary : summary === '' || summary === null ? {} : { summary };
  const section = Object.hasOwn(base, edit.section) ? base[edit.section] : undefined;
  const next = editSection(section, edit);
  if (next === undefined) return without(base, edit.section);
  return section === undefined ? { ...base, [edit.section]: next } : replaceKey(base, edit.section, next);
}

const isEmpty = (summary: object): boolean => Object.keys(summary).length === 0;

type SectionEdit = Exclude<SummaryEdit, { readonly kind: 'text' }>;

/** Returns the section after an edit; undefined if nothing is left. */
function editSection(section: Json | undefined, edit: SectionEdit): Json | undefined {
  if (section === undefined) return edit.kind === 'remove' || edit.kind === 'put' ? undefined : [edit.text];
  if (Array.isArray(section)) return editList(section, edit);
  if (isJsonRecord(section)) return editEntries(section, edit);
  if (edit.kind === 'remove') return same(section, edit.item) ? undefined : section;
  if (edit.kind === 'put') return same(section, edit.item) ? edit.value : section;
  return edit.kind === 'set' && same(section, edit.item) ? edit.text : [section, edit.text];
}

function editList(list: readonly Json[], edit: SectionEdit): readonly Json[] {
  if (edit.kind === 'add') return [...list, newItem(list, edit.text)];
  const at = list.findIndex((item) => same(item, edit.item));
  if (edit.kind === 'remove') return list.filter((_, index) => index !== at);
  if (edit.kind === 'put') return list.map((item, index) => (index === at ? edit.value : item));
  if (at < 0) return [...list, newItem(list, edit.text)];
  return list.map((item, index) => (index === at ? withText(item, edit.text) : item));
}

function editEntries(entries: JsonRecord, edit: SectionEdit): Json {
  if (edit.kind === 'add') return { ...entries, [freeKey(entries)]: edit.text };
  const key = Object.keys(entries).find((name) => same(entries[name], edit.item));
  if (edit.kind === 'remove') {
    return key === undefined ? entries : without(entries, key);
  }
  if (edit.kind === 'put') return key === undefined ? entries : replaceKey(entries, key, edit.value);
  if (key === undefined) return { ...entries, [freeKey(entries)]: edit.text };
  return replaceKey(entries, key, withText(entries[key] ?? null, edit.text));
}

/** Creates an item like the existing ones: an object with a text field if all are such, else a string. */
function newItem(list: readonly Json[], text: string): Json {
  const first = list[0];
  if (first === undefined || !list.every((item) => isJsonRecord(item))) return text;
  const field = isJsonRecord(first) ? textField(first) : undefined;
  return field === undefined ? text : { [field]: text };
}

function withText(item: Json, text: string): Json {
  if (!isJsonRecord(item)) return text;
  const field = textField(item);
  return field === undefined ? text : replaceKey(item, field, text);
}

function replaceKey(record: JsonRecord, key: string, value: Json): JsonRecord {
  return Object.fromEntries(Object.entries(record).map(([name, old]) => [name, name === key ? value : old]));
}

function without(record: JsonRecord, key: string): JsonRecord {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

function freeKey(record: JsonRecord): string {
  let number = Object.keys(record).length + 1;
  while (Object.hasOwn(record, String(number))) number++;
  return String(number);
}

/** Reports whether two items are equal, regardless of position. */
export function same(a: Json | undefined, b: Json): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

/** An edit with an id, so that a saved one is not applied again, whenever the page hears of the save. */
export type DraftEdit = SummaryEdit & { readonly id: string };

/** What is being typed: the whole text, a new item, or a new text of an item. */
export type OpenEditor =
  | { readonly kind: 'text' }
  | { readonly kind: 'add'; readonly section: string }
  | { readonly kind: 'set'; readonly section: string; readonly item: Json };

export interface SummaryDraft {
  /** Oldest first. */
  readonly edits: readonly DraftEdit[];
  /** The open editor and its current text. */
  readonly editor?: { readonly at: OpenEditor; readonly text: string };
}

export const emptyDraft: SummaryDraft = { edits: [] };

export const isEmptyDraft = ({ edits, editor }: SummaryDraft): boolean =>
  edits.length === 0 && editor === undefined;

/** Parses a draft that was sent or saved, dropping extra fields; undefined if invalid. */
export function parseSummaryDraft(value: unknown): SummaryDraft | undefined {
  if (!isRecord(value) || !Array.isArray(value.edits)) return undefined;
  const edits = value.edits.map(parseEdit);
  const known = edits.filter((edit) => edit !== undefined);
  if (known.length !== edits.length) return undefined;
  if (value.editor === undefined) return { edits: known };
  const editor = parseEditor(value.editor);
  return editor && { edits: known, editor };
}

function parseEdit(value: unknown): DraftEdit | undefined {
  if (!isRecord(value) || !isText(value.id)) return undefined;
  const { id, kind, section, item, text, value: put } = value;
  if (kind === 'text') return isText(text) ? { id, kind, text } : undefined;
  if (!isText(section)) return undefined;
  if (kind === 'add') return isText(text) ? { id, kind, section, text } : undefined;
  if (!isJson(item)) return undefined;
  if (kind === 'remove') return { id, kind, section, item };
  if (kind === 'put') return isJson(put) ? { id, kind, section, item, value: put } : undefined;
  return kind === 'set' && isText(text) ? { id, kind, section, item, text } : undefined;
}

function parseEditor(value: unknown): SummaryDraft['editor'] {
  if (!isRecord(value) || !isText(value.text) || !isRecord(value.at)) return undefined;
  const { kind, section, item } = value.at;
  if (kind === 'text') return { at: { kind }, text: value.text };
  if (!isText(section)) return undefined;
  if (kind === 'add') return { at: { kind, section }, text: value.text };
  return kind === 'set' && isJson(item) ? { at: { kind, section, item }, text: value.text } : undefined;
}
