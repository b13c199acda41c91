// What a person changed in the summary of a dialog and has not saved yet. The page tells every change of it, so that it
// outlives the page: the extension keeps it until it is saved or discarded.
import { isJson, isRecord, isText, type Json } from './json.ts';
import type { SummaryEdit } from './summaryEdits.ts';

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
  const { id, kind, section, item, text } = value;
  if (kind === 'text') return isText(text) ? { id, kind, text } : undefined;
  if (!isText(section)) return undefined;
  if (kind === 'add') return isText(text) ? { id, kind, section, text } : undefined;
  if (!isJson(item)) return undefined;
  if (kind === 'remove') return { id, kind, section, item };
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
