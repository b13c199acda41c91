// JSON with comments, edited at the positions that its parser reports: everything else stays byte for byte.
import {
  findNodeAtLocation,
  getNodeValue,
  parse,
  parseTree,
  printParseErrorCode,
  stripComments,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { isObject, StoreError } from '../../disk/base/core.ts';
import { isOurs, isWhollyOurs, type Item } from '../../agents/profile/parts.ts';
import { indentAt, inOneLine, jsonText, lineEnd, splice, stepIn } from './layout.ts';

/** Data of a text. Throws `damaged` for one that is not JSON, or not an object. */
export const dataOfJson = (text: string): unknown => {
  const { root } = parsed(text);
  const value: unknown = root && getNodeValue(root);
  return value;
};

/** The text with a value at an item, which replaces the present one. */
export function withJson(text: string, item: Item, value: unknown): string {
  const { root } = parsed(text);
  if (root === undefined) return started(text, item, value);
  if (item.kind === 'element') return withElement(text, root, item, value);
  const node = findNodeAtLocation(root, [...item.path]);
  return node ? replaced(text, node, value) : added(text, root, item.path, value);
}

/** The text without an item, and without what contained only that and did not exist before. */
export function withoutJson(
  text: string,
  item: Item,
  wasThere: (path: readonly string[]) => boolean,
): string {
  const { root } = parsed(text);
  const list = root && findNodeAtLocation(root, [...item.path]);
  if (!list) return text;
  const nodes = item.kind === 'element' ? elementsOf(list, item) : [list];
  // From the last to the first, so that the positions of the others stay valid.
  let changed = [...nodes].reverse().reduce((rest, node) => withoutNode(rest, node), text);
  for (let path = item.kind === 'element' ? item.path : item.path.slice(0, -1); path.length > 0;) {
    const { root: now } = parsed(changed);
    const holder = now && findNodeAtLocation(now, [...path]);
    if (!holder || (holder.children?.length ?? 1) > 0 || wasThere(path)) break;
    changed = withoutNode(changed, holder);
    path = path.slice(0, -1);
  }
  return changed;
}

/**
 * The element of this product in the list at an item; all of them if there are several, or if they are among hooks of
 * others.
 */
export function jsonElement(text: string, item: Item): unknown {
  const { root } = parsed(text);
  const list = root && findNodeAtLocation(root, [...item.path]);
  const nodes = list ? elementsOf(list, item) : [];
  const values = nodes.map((node): unknown => getNodeValue(node));
  return nodes.length === 1 && nodes[0]?.parent === list ? values[0] : nodes.length > 0 ? values : undefined;
}

function parsed(text: string): { readonly root: Node | undefined } {
  if (stripComments(text).trim() === '') return { root: undefined };
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = errors;
  if (first) throw unreadable(text, first.offset, printParseErrorCode(first.error));
  if (!isObject(value)) throw unreadable(text, 0, 'an object was expected');
  return { root: parseTree(text, [], { allowTrailingComma: true }) };
}

const unreadable = (text: string, offset: number, why: string): StoreError =>
  new StoreError(
    'damaged',
    `it is not valid JSON in line ${text.slice(0, offset).split('\n').length}: ${why}`,
  );

/** The value nested in these keys. */
const nested = (path: readonly string[], value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

/** A text that contains only comments so far. */
function started(text: string, { kind, path }: Item, value: unknown): string {
  const whole = nested(path, kind === 'element' ? [value] : value);
  const newLine = lineEnd(text);
  const before = text.trim() === '' ? '' : text.trimEnd() + newLine;
  return `${before}${jsonText(whole, stepIn(text), '', newLine)}${newLine}`;
}

function withElement(text: string, root: Node, item: Item, value: unknown): string {
  const list = findNodeAtLocation(root, [...item.path]);
  if (!list) return added(text, root, item.path, [value]);
  if (list.type !== 'array') throw unreadable(text, list.offset, `${item.path.join('.')} is not a list`);
  const ours = elementsOf(list, item);
  if (ours.length === 1 && ours[0]?.parent === list) return replaced(text, ours[0], value);
  if (ours.length > 0)
    return withJson(
      withoutJson(text, item, () => true),
      item,
      value,
    );
  return withChild(text, list, '', value);
}

/** What belongs to this product in a list: whole elements, or hooks in a group that contains others as well. */
function elementsOf(list: Node, { named }: Item): readonly Node[] {
  return (list.children ?? []).flatMap((child) => {
    const value: unknown = getNodeValue(child);
    const isThis = named === undefined ? isWhollyOurs(value) : isObject(value) && value.name === named;
    if (isThis) return [child];
    const hooks = child.type === 'object' ? findNodeAtLocation(child, ['hooks']) : undefined;
    return (
      (hooks?.type === 'array' ? hooks.children : undefined)?.filter((hook) => isOurs(getNodeValue(hook))) ??
      []
    );
  });
}

/** Adds a value below the deepest of the keys that exists. */
function added(text: string, root: Node, path: readonly string[], value: unknown): string {
  for (let depth = path.length - 1; ; depth--) {
    const holder = depth === 0 ? root : findNodeAtLocation(root, path.slice(0, depth));
    if (!holder) continue;
    const [key = '', ...inner] = path.slice(depth);
    if (holder.type !== 'object')
      throw unreadable(text, holder.offset, `${path.slice(0, depth).join('.')} is not an object`);
    return withChild(text, holder, `${JSON.stringify(key)}: `, nested(inner, value));
  }
}

/** Replaces a value, in one line if the object or list around it is written in one. */
function replaced(text: string, node: Node, value: unknown): string {
  const end = node.offset + node.length;
  const around = node.parent?.parent ?? node.parent ?? node;
  const isOneLine = !/[\r\n]/.test(text.slice(around.offset, around.offset + around.length));
  const start = node.parent?.type === 'property' ? node.parent.offset : node.offset;
  const whole = isOneLine
    ? inOneLine(value)
    : jsonText(value, stepIn(text), indentAt(text, start), lineEnd(text));
  return splice(text, node.offset, end, whole);
}

/** Adds a value as the last one of an object or a list, in the style of the surrounding text. */
function withChild(text: string, holder: Node, key: string, value: unknown): string {
  const end = holder.offset + holder.length - 1;
  const last = holder.children?.at(-1);
  const step = stepIn(text);
  const newLine = lineEnd(text);
  const outer = indentAt(text, holder.offset);
  const isOneLine = !/[\r\n]/.test(text.slice(holder.offset, end));
  if (last === undefined) {
    const child = `${key}${jsonText(value, step, outer + step, newLine)}`;
    if (text.slice(holder.offset + 1, end).trim() === '')
      return splice(text, holder.offset + 1, end, `${newLine}${outer}${step}${child}${newLine}${outer}`);
    if (isOneLine) return splice(text, end, end, `${newLine}${outer}${step}${child}${newLine}${outer}`);
    return splice(text, end, end, `${step}${child}${newLine}${outer}`); // only comments are in it
  }
  const after = last.offset + last.length;
  const comma = commaAfter(text, after, end);
  const lineFrom = comma === undefined ? after : comma + 1;
  if (isOneLine)
    return splice(text, lineFrom, lineFrom, `${comma === undefined ? ', ' : ' '}${key}${inOneLine(value)}`);
  const indent = indentAt(text, last.offset);
  // After a comment that ends the line of the last child.
  const comment =
    /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*(?=\r?\n))/.exec(text.slice(lineFrom, end))?.[0] ?? '';
  const at = lineFrom + comment.length;
  const child = `${key}${jsonText(value, step, indent, newLine)}`;
  const longer = splice(text, at, at, `${newLine}${indent}${child}${comma === undefined ? '' : ','}`);
  return comma === undefined ? splice(longer, after, after, ',') : longer;
}

/** Position of the comma after a value, skipping comments; undefined if there is none before `end`. */
function commaAfter(text: string, from: number, end: number): number | undefined {
  const gap = text
    .slice(from, end)
    .replaceAll(/\/\/[^\n]*|\/\*[^]*?\*\//g, (comment) => ' '.repeat(comment.length));
  const at = gap.indexOf(',');
  return at === -1 ? undefined : from + at;
}

/** Removes a value from its list, or with its key from its object. */
function withoutNode(text: string, node: Node): string {
  const child = node.parent?.type === 'property' ? node.parent : node;
  const holder = child.parent;
  if (!holder) return text;
  const before = holder.children?.[holder.children.indexOf(child) - 1];
  const end = child.offset + child.length;
  const comma = commaAfter(text, end, holder.offset + holder.length - 1);
  const start = text.slice(0, child.offset).trimEnd().length;
  const after = (comma ?? end - 1) + 1;
  const inside =
    text.slice(holder.offset + 1, child.offset) + text.slice(after, holder.offset + holder.length - 1);
  if (inside.trim() === '') return splice(text, holder.offset + 1, holder.offset + holder.length - 1, '');
  const changed = splice(text, start, after, '');
  // The last one has no comma: the one before it becomes the last and loses its comma.
  const left =
    comma === undefined && before ? commaAfter(text, before.offset + before.length, start) : undefined;
  return left === undefined ? changed : splice(changed, left, left + 1, '');
}
