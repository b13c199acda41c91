// An entry in the configuration of another program: read, written and taken out without touching what else is there.
// JSON with comments is edited at the places its parser names; TOML by a library that keeps comments and order.
import { patch, parse as parseToml, stringify } from '@decimalturn/toml-patch';
import {
  findNodeAtLocation,
  parse,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import { isDeepStrictEqual } from 'node:util';
import { isObject, StoreError } from '../store/base/core.ts';

export type ConfigFormat = 'jsonc' | 'toml';

/** Where an entry stands: the key of the table of servers, and its own. */
export type EntryPath = readonly [table: string, name: string];

/** What an entry holds. */
export type Entry = Readonly<Record<string, unknown>>;

/** The entry at a path; undefined where there is none. Throws `damaged` for a text that is not of its format. */
export function entryIn(format: ConfigFormat, text: string, [table, name]: EntryPath): unknown {
  const root: unknown = format === 'toml' ? tomlOf(text) : jsonOf(text).value;
  const entries = isObject(root) ? root[table] : undefined;
  return isObject(entries) ? entries[name] : undefined;
}

/** The text with the entry at its path, in the place of one that is there. Everything else stays byte for byte. */
export function withEntry(format: ConfigFormat, text: string, path: EntryPath, entry: Entry): string {
  if (isDeepStrictEqual(plain(entryIn(format, text, path)), plain(entry))) return text;
  const bare = withoutEntry(format, text, path);
  const changed = format === 'toml' ? addToToml(bare, path, entry) : addToJson(bare, path, entry);
  if (isDeepStrictEqual(plain(entryIn(format, changed, path)), plain(entry))) return changed;
  throw new StoreError(
    'damaged',
    `The entry ${path.join('.')} cannot be written without changing what else is there.`,
  );
}

/** The text without the entry; the same text where there is none. */
export function withoutEntry(format: ConfigFormat, text: string, path: EntryPath): string {
  if (entryIn(format, text, path) === undefined) return text;
  return format === 'toml' ? removeFromToml(text, path) : removeFromJson(text, path);
}

/** What a value is as JSON: libraries make objects of other prototypes. */
const plain = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(JSON.stringify(value));

function jsonOf(text: string): { readonly root: Node | undefined; readonly value: unknown } {
  const errors: ParseError[] = [];
  const value: unknown = parse(text, errors, { allowTrailingComma: true });
  const [first] = text.trim() === '' ? [] : errors;
  if (first) throw unreadable(text, first.offset, printParseErrorCode(first.error));
  if (value !== undefined && !isObject(value)) throw unreadable(text, 0, 'an object was expected');
  return { root: parseTree(text, [], { allowTrailingComma: true }), value };
}

function tomlOf(text: string): unknown {
  try {
    return parseToml(text);
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    throw new StoreError('damaged', `it is not valid TOML: ${reason}`, {}, { cause: error });
  }
}

const unreadable = (text: string, offset: number, why: string): StoreError =>
  new StoreError(
    'damaged',
    `it is not valid JSON in line ${text.slice(0, offset).split('\n').length}: ${why}`,
  );

const lineEnd = (text: string): string => (text.includes('\r\n') ? '\r\n' : '\n');

/** One step of indentation as the text has it; two blanks where it has none. */
const stepIn = (text: string): string => /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';

function addToJson(text: string, [table, name]: EntryPath, entry: Entry): string {
  const { root } = jsonOf(text);
  if (root === undefined)
    return `${jsonText({ [table]: { [name]: entry } }, stepIn(text), '', lineEnd(text))}${lineEnd(text)}`;
  const servers = findNodeAtLocation(root, [table]);
  if (servers === undefined) return addProperty(text, root, table, { [name]: entry });
  if (servers.type !== 'object') throw unreadable(text, servers.offset, `${table} is no object`);
  return addProperty(text, servers, name, entry);
}

/** Adds a property as the last one of an object, in the style of the text around. */
function addProperty(text: string, object: Node, key: string, value: unknown): string {
  const end = object.offset + object.length - 1;
  const last = object.children?.at(-1);
  const step = stepIn(text);
  const newLine = lineEnd(text);
  const outer = indentAt(text, object.offset);
  const indent = last ? indentAt(text, last.offset) : outer + step;
  const property = `${JSON.stringify(key)}: ${jsonText(value, step, indent, newLine)}`;
  if (last === undefined) {
    const inside = text.slice(object.offset + 1, end);
    if (inside.trim() === '')
      return splice(text, object.offset + 1, end, `${newLine}${indent}${property}${newLine}${outer}`);
    return splice(text, end, end, `${step}${property}${newLine}${outer}`); // only comments are in it
  }
  const after = last.offset + last.length;
  const comma = commaAfter(text, after, end);
  if (!/[\r\n]/.test(text.slice(object.offset, end))) {
    const inLine = `${comma === undefined ? ', ' : ' '}${JSON.stringify(key)}: ${inOneLine(value)}`;
    return splice(
      text,
      comma === undefined ? after : comma + 1,
      comma === undefined ? after : comma + 1,
      inLine,
    );
  }
  const lineFrom = comma === undefined ? after : comma + 1;
  // Behind a comment that ends the line of what is there now.
  const comment =
    /^[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/[ \t]*(?=\r?\n))/.exec(text.slice(lineFrom, end))?.[0] ?? '';
  const at = lineFrom + comment.length;
  const added = splice(text, at, at, `${newLine}${indent}${property}${comma === undefined ? '' : ','}`);
  return comma === undefined ? splice(added, after, after, ',') : added;
}

/** Where the comma after a value is, comments in between left out; undefined where there is none before `end`. */
function commaAfter(text: string, from: number, end: number): number | undefined {
  const gap = text
    .slice(from, end)
    .replaceAll(/\/\/[^\n]*|\/\*[^]*?\*\//g, (comment) => ' '.repeat(comment.length));
  const at = gap.indexOf(',');
  return at === -1 ? undefined : from + at;
}

const jsonText = (value: unknown, step: string, indent: string, newLine: string): string =>
  JSON.stringify(value, undefined, step).replaceAll('\n', `${newLine}${indent}`);

/** JSON with a blank after each colon and comma, as people write it in one line. */
const inOneLine = (value: unknown): string =>
  Array.isArray(value)
    ? `[${value.map(inOneLine).join(', ')}]`
    : isObject(value)
      ? `{ ${Object.entries(value)
          .map(([key, item]) => `${JSON.stringify(key)}: ${inOneLine(item)}`)
          .join(', ')} }`
      : JSON.stringify(value);

/** The blanks that the line of a place begins with. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

function removeFromJson(text: string, path: EntryPath): string {
  const { root } = jsonOf(text);
  const property = root && findNodeAtLocation(root, [...path])?.parent;
  const object = property?.parent;
  if (!property || !object) return text;
  const before = object.children?.[object.children.indexOf(property) - 1];
  const end = property.offset + property.length;
  const comma = commaAfter(text, end, object.offset + object.length - 1);
  const start = text.slice(0, property.offset).trimEnd().length;
  const changed = splice(text, start, (comma ?? end - 1) + 1, '');
  // The last one has no comma: the one before it takes its place, and has none any more.
  const left =
    comma === undefined && before ? commaAfter(text, before.offset + before.length, start) : undefined;
  return left === undefined ? changed : splice(changed, left, left + 1, '');
}

function addToToml(text: string, [table, name]: EntryPath, entry: Entry): string {
  const newLine = lineEnd(text);
  const gap = text.trim() === '' ? '' : text.endsWith('\n') ? newLine : newLine + newLine;
  const block = `[${table}.${name}]\n${stringify(entry).trimEnd()}\n`.replaceAll('\n', newLine);
  const appended = gap === '' ? block : text + gap + block;
  try {
    parseToml(appended);
    return appended;
  } catch {
    // The table is written in another way, e.g. inline: it is added there.
    const root = tomlOf(text);
    const known = isObject(root) ? root : {};
    const entries = isObject(known[table]) ? known[table] : {};
    return patch(text, { ...known, [table]: { ...entries, [name]: entry } });
  }
}

function removeFromToml(text: string, [table, name]: EntryPath): string {
  const root = tomlOf(text);
  if (!isObject(root) || !isObject(root[table])) return text;
  const entries = without(root[table], name);
  const rest = without(root, table);
  const changed = patch(text, Object.keys(entries).length > 0 ? { ...rest, [table]: entries } : rest);
  return changed.trim() === '' ? '' : changed;
}

const without = (object: Entry, key: string): Entry =>
  Object.fromEntries(Object.entries(object).filter(([other]) => other !== key));

const splice = (text: string, from: number, to: number, piece: string): string =>
  text.slice(0, from) + piece + text.slice(to);
