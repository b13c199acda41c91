import { itemText } from '../../protocol/summarySections.ts';
import { isObject } from '../../disk/base/core.ts';

/** Identifies a row with content, in the query of its document. */
export type RowName =
  | { readonly kind: 'dialog' | 'summary'; readonly dialog: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'context'; readonly dialog: string; readonly contextId: string }
  | { readonly kind: 'session'; readonly path: string }
  | { readonly kind: 'archive'; readonly name: string }
  | { readonly kind: 'memory'; readonly hash: string };

type Fields = Readonly<Record<string, unknown>>;

/** By kind of a row or of a parsed name. */
const readers: Readonly<Record<string, (row: Fields) => RowName | undefined>> = {
  dialog: ({ dialog }) => (isText(dialog) ? { kind: 'dialog', dialog } : undefined),
  summary: summaryName,
  section: summaryName,
  entry: ({ entry }) => (isItem(entry) ? { kind: 'text', text: itemText(entry) } : undefined),
  text: ({ text }) => (isText(text) ? { kind: 'text', text } : undefined),
  context: contextName,
  activeContext: contextName,
  session: ({ path }) => (isText(path) ? { kind: 'session', path } : undefined),
  archive: ({ name }) => (isText(name) ? { kind: 'archive', name } : undefined),
  memory: ({ hash }) => (isText(hash) ? { kind: 'memory', hash } : undefined),
};

/** Returns the name of a row, or parses one; undefined for rows without content, such as groups. */
export function rowName(row: unknown): RowName | undefined {
  if (!isObject(row) || !isText(row.kind) || !Object.hasOwn(readers, row.kind)) return undefined;
  return readers[row.kind]?.(row);
}

function summaryName({ dialog }: Fields): RowName | undefined {
  return isText(dialog) ? { kind: 'summary', dialog } : undefined;
}

function contextName({ dialog, contextId }: Fields): RowName | undefined {
  return isText(dialog) && isText(contextId) ? { kind: 'context', dialog, contextId } : undefined;
}

const isText = (value: unknown): value is string => typeof value === 'string';

const isItem = (value: unknown): value is Parameters<typeof itemText>[0] =>
  isObject(value) && isText(value.text) && (value.label === undefined || isText(value.label));
