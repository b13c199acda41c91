// TOML: a table is appended; where that is not enough, a library that keeps comments and order changes the text.
import { parse, patch, stringify } from '@decimalturn/toml-patch';
import { isDeepStrictEqual } from 'node:util';
import { isObject, StoreError, errorMessage } from '../../disk/base/core.ts';
import type { Item } from '../../agents/profile/parts.ts';
import { lineEnd } from './layout.ts';

/** Data of a text. Throws `damaged` for one that is not TOML. */
export function dataOfToml(text: string): unknown {
  try {
    const value: unknown = parse(text);
    return value;
  } catch (error) {
    const [reason = ''] = errorMessage(error).split('\n');
    throw new StoreError('damaged', `it is not valid TOML: ${reason}`, {}, { cause: error });
  }
}

/** The text with a table as the entry at an item, which replaces the present one. */
export function withToml(text: string, { path }: Item, value: unknown): string {
  const bare = withoutToml(text, { kind: 'entry', path });
  const newLine = lineEnd(bare);
  const gap = bare.trim() === '' ? '' : bare.endsWith('\n') ? newLine : newLine + newLine;
  const table = isObject(value) ? value : {};
  const block = `[${path.join('.')}]\n${stringify(table).trimEnd()}\n`.replaceAll('\n', newLine);
  const appended = gap === '' ? block : bare + gap + block;
  try {
    parse(appended);
    return appended;
  } catch {
    // The table is written in another form, e.g. inline: the entry is added there.
    const [name = '', key = ''] = path;
    const known = tableOf(dataOfToml(bare));
    return patch(bare, { ...known, [name]: { ...tableOf(known[name]), [key]: table } });
  }
}

/** The text without the entry at an item, and without the table that contained only that. */
export function withoutToml(text: string, { path: [name = '', key = ''] }: Item): string {
  const root = tableOf(dataOfToml(text));
  if (!isObject(root[name]) || root[name][key] === undefined) return text;
  const entries = without(root[name], key);
  const rest = without(root, name);
  const wanted = Object.keys(entries).length > 0 ? { ...rest, [name]: entries } : rest;
  const changed = withoutTables(text, `${name}.${key}`, wanted) ?? patch(text, wanted);
  return changed.trim() === '' ? '' : changed;
}

/**
 * The text without the lines of a table and its subtables, and without an empty line before them; comments after the
 * last value stay. Undefined if the result differs from what is wanted: then the table is written in another form.
 */
function withoutTables(text: string, name: string, wanted: Table): string | undefined {
  const header = /^[ \t]*\[/;
  const isOwn = new RegExp(`^[ \\t]*\\[${name.replaceAll('.', '\\.')}[\\].]`);
  const lines = text.split(/(?<=\n)/);
  const kept: string[] = [];
  let own: string[] | undefined;
  for (const line of [...lines, undefined]) {
    if (own && (line === undefined || header.test(line))) {
      const behind = own.findLastIndex((one) => /^[ \t]*[^#\s]/.test(one)) + 1;
      if (/^[ \t]*\r?\n$/.test(kept.at(-1) ?? '')) kept.pop();
      kept.push(...own.slice(behind));
      own = undefined;
    }
    if (line === undefined) break;
    if (isOwn.test(line)) own = [];
    (own ?? kept).push(line);
  }
  const changed = kept.join('');
  try {
    return isDeepStrictEqual(plain(parse(changed)), plain(wanted)) ? changed : undefined;
  } catch {
    return undefined;
  }
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

type Table = Readonly<Record<string, unknown>>;

const tableOf = (value: unknown): Table => (isObject(value) ? value : {});

const without = (object: Table, key: string): Table =>
  Object.fromEntries(Object.entries(object).filter(([other]) => other !== key));
