// YAML: an element is written at its position in the text, and nothing else changes. Where removing it in the same
// way is not enough, the library rewrites the document with its comments.
import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
  type Document,
  type Node,
  type Pair,
  type YAMLSeq,
} from 'yaml';
import { isDeepStrictEqual } from 'node:util';
import { StoreError } from '../../disk/base/core.ts';
import type { Item } from '../../agents/profile/parts.ts';
import { inOneLine, lineEnd, splice } from './layout.ts';

/** Data of a text. Throws `damaged` for one that is not YAML, or not a map. */
export const dataOfYaml = (text: string): unknown => {
  const value: unknown = parsed(text).toJS();
  return value ?? undefined;
};

/** The text with a value at an item; unchanged if the value can only be written by changing other parts. */
export function withYaml(text: string, item: Item, value: unknown): string {
  const pair = pairOf(parsed(text), item);
  if (!pair) return withLines(text, lines(nested(item.path, item.kind === 'element' ? [value] : value)));
  if (item.kind !== 'element') return text;
  const { key, value: list } = pair;
  if (!isSeq(list)) return isMissing(list) && isNode(key) ? withFirstItem(text, key, value) : text;
  const known = list.items[indexOf(list, item)];
  if (isNode(known)) return withNode(text, known, list.flow === true, value);
  return list.flow === true ? withLastInFlow(text, list, value) : withLastItem(text, list, value);
}

/** The text without an item, and without the list that contained only that and did not exist before. */
export function withoutYaml(
  text: string,
  item: Item,
  wasThere: (path: readonly string[]) => boolean,
): string {
  const document = parsed(text);
  const list = document.getIn(item.path);
  const at = isSeq(list) ? indexOf(list, item) : -1;
  if (item.kind === 'element' && at === -1) return text;
  const flow = isSeq(list) && list.flow === true ? list : undefined;
  // A list of lines cannot be empty: its key would be left without a value.
  const isLast = isSeq(list) && list.items.length === 1 && (!flow || !wasThere(item.path));
  const isWhole = item.kind !== 'element' || isLast;
  const place = placeOf(document, item, isWhole);
  const changed = flow && !isWhole ? withoutFlow(text, flow, at) : place && withoutLines(text, place);
  document.deleteIn(isWhole ? item.path : [...item.path, at]);
  return changed !== undefined && holds(changed, document.toJS()) ? changed : written(document, text);
}

function parsed(text: string): Document.Parsed {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  const [reason = ''] = (error?.message ?? '').split('\n');
  if (error) throw new StoreError('damaged', `it is not valid YAML: ${reason}`);
  const { contents } = document;
  const isNothing = contents === null || (isScalar(contents) && contents.value === null);
  if (!isNothing && !isMap(contents)) throw new StoreError('damaged', 'it is not valid: a map was expected');
  return document;
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

/** Of any length: folded paths would be hard to read. */
const lines = (value: unknown): string => stringify(value, { lineWidth: 0 });

const written = (document: Document, text: string): string =>
  document.toString({ lineWidth: 0 }).replaceAll('\n', lineEnd(text));

function withLines(text: string, lines: string): string {
  const newLine = lineEnd(text);
  const gap = text === '' || text.endsWith('\n') ? '' : newLine;
  return text + gap + lines.replaceAll('\n', newLine);
}

const indexOf = (list: YAMLSeq, { named }: Item): number =>
  list.items.findIndex((item) => {
    const name: unknown = isMap(item) ? item.get('name', true) : undefined;
    return isScalar(name) && name.value === named;
  });

/** Whether a key has no value. */
const isMissing = (value: unknown): boolean =>
  value === null || (isScalar(value) && value.value === null && (value.source ?? '') === '');

/** The text with a list of one element in the lines after its key. */
function withFirstItem(text: string, key: Node, value: unknown): string {
  const end = text.indexOf('\n', key.range?.[1]) + 1;
  const head = end === 0 ? text + lineEnd(text) : text.slice(0, end);
  return head + itemLines(value, '  ', lineEnd(text)) + (end === 0 ? '' : text.slice(end));
}

/** The text with one more element in its own lines, after the others. */
function withLastItem(text: string, list: YAMLSeq, value: unknown): string {
  const [start, end] = list.range ?? [0, 0];
  const newLine = lineEnd(text);
  const last = text.slice(0, end).trimEnd().length;
  const added = newLine + itemLines(value, ' '.repeat(columnAt(text, start)), newLine);
  return splice(text, last, last, text.length === last ? added : added.trimEnd());
}

/** The text with one more element before the bracket that ends its list. */
function withLastInFlow(text: string, list: YAMLSeq, value: unknown): string {
  const last = list.items.at(-1);
  const at = isNode(last) ? (last.range?.[1] ?? 0) : (list.range?.[0] ?? 0) + 1;
  return splice(text, at, at, `${last ? ', ' : ''}${inOneLine(value)}`);
}

/** The text with an element replaced by a value. */
function withNode(text: string, node: Node, isFlow: boolean, value: unknown): string {
  const [start, end] = node.range ?? [0, 0];
  const indent = ' '.repeat(columnAt(text, start));
  const inLines = (): string =>
    lines(value)
      .trimEnd()
      .replaceAll('\n', `${lineEnd(text)}${indent}`);
  const last = text.slice(0, end).trimEnd().length;
  return splice(text, start, last, isFlow ? inOneLine(value) : inLines());
}

/** The text without an element of a list in brackets, and without the comma that belongs to it. */
function withoutFlow(text: string, { items }: YAMLSeq, at: number): string | undefined {
  const [before, node, after] = [items[at - 1], items[at], items[at + 1]].map((one) =>
    isNode(one) ? one.range : undefined,
  );
  if (!node) return undefined;
  if (before) return splice(text, before[1], node[1], '');
  return splice(text, node[0], after ? after[0] : node[1], '');
}

const itemLines = (value: unknown, indent: string, newLine: string): string =>
  lines([value])
    .replaceAll(/^(?=.)/gm, indent)
    .replaceAll('\n', newLine);

const columnAt = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** The text without the lines of a range. */
function withoutLines(text: string, [from, to]: readonly [number, number]): string {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const last = text.slice(0, to).trimEnd().length;
  const end = text.indexOf('\n', last);
  return splice(text, start, end === -1 ? text.length : end + 1, '');
}

/** Whether a text parses to exactly what is wanted. */
function holds(text: string, wanted: unknown): boolean {
  try {
    const value: unknown = parsed(text).toJS();
    return isDeepStrictEqual(value ?? {}, wanted);
  } catch {
    return false;
  }
}

/** The key above an item, with its value. */
const pairOf = ({ contents }: Document.Parsed, { path: [key] }: Item): Pair | undefined =>
  isMap(contents) ? contents.items.find((one) => isScalar(one.key) && one.key.value === key) : undefined;

/** Range of what is removed: an entry with its key, a list that contains nothing else, or an element. */
function placeOf(
  document: Document.Parsed,
  item: Item,
  isWhole: boolean,
): readonly [number, number] | undefined {
  const pair = pairOf(document, item);
  const value = pair?.value;
  if (isWhole) return isScalar(pair?.key) && isNode(value) ? around(pair.key, value) : undefined;
  const element = isSeq(value) ? value.items[indexOf(value, item)] : undefined;
  return isNode(element) ? around(element, element) : undefined;
}

const around = (first: Node, last: Node): readonly [number, number] | undefined =>
  first.range && last.range ? [first.range[0], last.range[1]] : undefined;
