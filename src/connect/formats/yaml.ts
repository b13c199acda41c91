// YAML: an element of a list is added as lines of its own; where that does not do, the library writes the document anew
// with its comments.
import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  parseDocument,
  stringify,
  type Document,
  type Node,
  type YAMLSeq,
} from 'yaml';
import { isDeepStrictEqual } from 'node:util';
import { StoreError } from '../../store/base/core.ts';
import type { Item } from './parts.ts';
import { lineEnd, splice } from './layout.ts';

/** What a text holds. Throws `damaged` for one that is no YAML, or no map. */
export const dataOfYaml = (text: string): unknown => {
  const value: unknown = parsed(text).toJS();
  return value ?? undefined;
};

/** The text with a value at an item. */
export function withYaml(text: string, item: Item, value: unknown): string {
  const document = parsed(text);
  if (item.kind !== 'element') {
    if (document.has(item.path[0])) {
      document.setIn(item.path, value);
      return written(document, text);
    }
    return withLines(text, lines(nested(item.path, value)));
  }
  const list = document.getIn(item.path);
  if (!isSeq(list)) return withLines(text, lines(nested(item.path, [value])));
  const at = indexOf(list, item);
  if (at !== -1) list.set(at, document.createNode(value));
  else {
    const appended = withLastItem(text, list, value);
    const items: unknown = parsed(text).getIn(item.path);
    if (appended !== undefined && isSeq(items)) return appended;
    list.add(document.createNode(value));
  }
  return written(document, text);
}

/** The text without an item, and without the list that held only that and was not there before. */
export function withoutYaml(
  text: string,
  item: Item,
  wasThere: (path: readonly string[]) => boolean,
): string {
  const document = parsed(text);
  const list = document.getIn(item.path);
  const at = isSeq(list) ? indexOf(list, item) : -1;
  if (item.kind === 'element' && at === -1) return text;
  const isWhole = item.kind !== 'element' || (isSeq(list) && list.items.length === 1 && !wasThere(item.path));
  const place = placeOf(document, item, isWhole);
  document.deleteIn(isWhole ? item.path : [...item.path, at]);
  return (place && withoutLines(text, place, document.toJS())) ?? written(document, text);
}

function parsed(text: string): Document.Parsed {
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  const [reason = ''] = (error?.message ?? '').split('\n');
  if (error) throw new StoreError('damaged', `it is not valid YAML: ${reason}`);
  if (document.contents !== null && !isMap(document.contents))
    throw new StoreError('damaged', 'it is not valid: a map was expected');
  return document;
}

const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

/** However long they are: folded paths would be hard to read. */
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

/** A list over several lines gets one more item with their indentation; undefined where it is in one line. */
function withLastItem(text: string, list: YAMLSeq, value: unknown): string | undefined {
  const [start, end] = list.range ?? [0, 0];
  if (list.flow === true || text[start] !== '-') return undefined;
  const indent = ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
  const item = lines([value]).trimEnd().replaceAll('\n', `\n${indent}`);
  const newLine = lineEnd(text);
  const last = text.slice(0, end).trimEnd().length;
  const added = `${newLine}${indent}${item.replaceAll('\n', newLine)}`;
  return splice(text, last, last, text.length === last ? added + newLine : added);
}

/** Takes lines out; undefined where that gives something else than wanted. */
function withoutLines(
  text: string,
  [from, to]: readonly [number, number],
  wanted: unknown,
): string | undefined {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const last = text.slice(0, to).trimEnd().length;
  const end = text.indexOf('\n', last);
  const changed = splice(text, start, end === -1 ? text.length : end + 1, '');
  try {
    const value: unknown = parsed(changed).toJS();
    return isDeepStrictEqual(value ?? {}, wanted) ? changed : undefined;
  } catch {
    return undefined;
  }
}

/** Where what is taken out begins and ends: an entry with its key, a list that holds nothing else, or an element. */
function placeOf(
  document: Document.Parsed,
  item: Item,
  isWhole: boolean,
): readonly [number, number] | undefined {
  const [key] = item.path;
  const pair = isMap(document.contents)
    ? document.contents.items.find((one) => isScalar(one.key) && one.key.value === key)
    : undefined;
  const value = pair?.value;
  if (isWhole) return isScalar(pair?.key) && isNode(value) ? around(pair.key, value) : undefined;
  const element = isSeq(value) ? value.items[indexOf(value, item)] : undefined;
  return isNode(element) ? around(element, element) : undefined;
}

const around = (first: Node, last: Node): readonly [number, number] | undefined =>
  first.range && last.range ? [first.range[0], last.range[1]] : undefined;
