import { isJson, isJsonRecord, isRecord, isText, type Json, type JsonRecord } from './json.ts';
import { textField, unnamed, viewSummary, type SummaryItem } from './summarySections.ts';

/**
 * A change a person made to the summary but has not saved yet. It names the item it is about by its content, not its
 * place, so that it can be applied to a summary an agent has changed meanwhile.
 */
export type SummaryEdit =
  | { readonly kind: 'set'; readonly section: string; readonly item: Json; readonly text: string }
  | { readonly kind: 'put'; readonly section: string; readonly item: Json; readonly value: Json }
  | { readonly kind: 'remove'; readonly section: string; readonly item: Json }
  | { readonly kind: 'add'; readonly section: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

/** An entry of a summary, known by what it says, wherever it stands by now. */
export interface EntryRef {
  /** The key of its section. */
  readonly section: string;
  readonly item: Json;
}

/** The entry with these fields; undefined when it is none. */
export const parseEntryRef = ({ section, item }: Readonly<Record<string, unknown>>): EntryRef | undefined =>
  isText(section) && isJson(item) ? { section, item } : undefined;

/** The item of a summary that an entry names, with all there is to show of it; undefined where it is not there (any more). */
export function entryIn(summary: Json | undefined, { section, item }: EntryRef): SummaryItem | undefined {
  const view = viewSummary(summary);
  if (view.kind === 'text')
    return section === unnamed && view.text === item ? textItem(view.text) : undefined;
  const sections = view.kind === 'sections' ? view.sections : [];
  return sections.find(({ key }) => key === section)?.items.find(({ value }) => same(value, item));
}

const textItem = (text: string): SummaryItem => ({ value: text, text, editable: true });

/** The item as one that is done, or not done any more. */
export function withDone(item: Json, done: boolean): Json {
  if (!isJsonRecord(item)) return done ? { value: item, status: 'done' } : item;
  if (typeof item.done === 'boolean') return { ...item, done };
  const field = typeof item.state === 'string' && typeof item.status !== 'string' ? 'state' : 'status';
  if (done) return { ...item, [field]: 'done' };
  const rest = without(item, field);
  const isPlain = Object.keys(rest).join() === 'value';
  return isPlain ? (rest.value ?? null) : rest;
}

/** The edits whose items are not in the summary any more, because others changed or removed them. */
export function lostEdits(summary: Json | undefined, edits: readonly SummaryEdit[]): readonly SummaryEdit[] {
  let present: Json = summary ?? {};
  return edits.filter((edit) => {
    const lost = 'item' in edit && entryIn(present, edit) === undefined;
    present = applyEdit(present, edit);
    return lost;
  });
}

/** The summary with all edits applied, oldest first. An edited item that is gone is added again, so no text is lost. */
export function applyEdits(summary: Json | undefined, edits: readonly SummaryEdit[]): Json {
  return edits.reduce<Json>(applyEdit, summary ?? {});
}

function applyEdit(summary: Json, edit: SummaryEdit): Json {
  // Where sections have taken the place of the text that was edited, they stay.
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

/** The section after an edit; undefined when nothing is left of it. */
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

/** New items look like their neighbours: objects with a text field where all items are such, else plain strings. */
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

/** Whether two items are the same, whatever place they have. */
export function same(a: Json | undefined, b: Json): boolean {
  return a !== undefined && JSON.stringify(a) === JSON.stringify(b);
}

/** An edit, with an id of its own: one that was saved is not applied again, whenever the page learns of it. */
export type DraftEdit = SummaryEdit & { readonly id: string };

/** What is being typed at the moment: the whole text, a new item, or another text of an item. */
export type OpenEditor =
  | { readonly kind: 'text' }
  | { readonly kind: 'add'; readonly section: string }
  | { readonly kind: 'set'; readonly section: string; readonly item: Json };

export interface SummaryDraft {
  /** The oldest first. */
  readonly edits: readonly DraftEdit[];
  /** What is being typed, and its text so far. */
  readonly editor?: { readonly at: OpenEditor; readonly text: string };
}

export const emptyDraft: SummaryDraft = { edits: [] };

export const isEmptyDraft = ({ edits, editor }: SummaryDraft): boolean =>
  edits.length === 0 && editor === undefined;

/** A draft as it was sent or kept; undefined for what is none. Extra fields are dropped. */
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
