import { isObject, jsonOf } from '../disk/base/core.ts';
import { scanObject } from '../disk/text/scanObject.ts';

/** The fields of a hook's input by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** What could be read of a hook's input. */
export interface ReadFields {
  readonly fields: Fields;
  /** A sentence about the damage; undefined for an input that is one JSON object. */
  readonly damage?: string;
}

/** Names of fields of which a hook needs at least one. */
const needed = /^(?:session_?id|conversation_?id|transcript_?path|cwd|workspace_?roots|hook_?event_?name)$/i;
/** Names of fields whose text may hold anything; what follows a damaged one may be part of it. */
const freeText = /message|prompt(?!_id)|summary|instructions|tool|output|response|content|text|reason/i;

/**
 * Reads the fields of a hook's input: of its first whole object with a field that a hook needs, else the plain fields
 * before the first damaged value. Undefined where there are none.
 */
export function inputFields(text: string): ReadFields | undefined {
  const whole = jsonOf(text);
  if (isObject(whole) && !namesTwice(text)) return { fields: whole };
  const bare = text.replace(/\0/g, '');
  for (let start = firstObject(bare); start !== undefined;) {
    const { end } = scanObject(bare, start);
    const object = jsonOf(bare.slice(start, end));
    if (!isObject(object) || namesTwice(bare.slice(start, end))) return plainFields(bare, start);
    if (Object.keys(object).some((name) => needed.test(name)))
      return {
        fields: object,
        damage: 'The input of the hook holds more than a JSON object; the first one was used.',
      };
    start = nextObject(bare, end);
  }
  return undefined;
}

/** The position of an object at the start of a text, else at the start of a line, else anywhere. */
function firstObject(text: string): number | undefined {
  const at = [/^\s*(?=\{)/, /^[\t ]*(?=\{\s*")/m, /(?=\{\s*")/]
    .map((pattern) => pattern.exec(text))
    .find(Boolean);
  return at ? at.index + at[0].length : undefined;
}

/** Reports whether an object has a path twice, as where a text in it holds quotes and a path behind them. */
const namesTwice = (object: string): boolean =>
  [...object.matchAll(/(?<!\\)"transcript_?path"\s*:/gi)].length > 1;

function nextObject(text: string, from: number): number | undefined {
  const at = /\{\s*"/.exec(text.slice(from));
  return at ? from + at.index : undefined;
}

const key = /[\s,]*"((?:[^"\\]|\\.)*)"\s*:\s*/y;
const plainValue =
  /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null|\[(?:\s*"(?:[^"\\]|\\.)*"\s*,?)*\s*\]/iy;
/** What follows a value that is not damaged: another field, even a cut one, or the end. */
const behind = /\s*(?:,\s*(?:"(?:[^"\\]|\\.)*(?:"\s*(?::|$)|$)|$)|\}|$)/y;

function plainFields(text: string, start: number): ReadFields | undefined {
  const fields: Record<string, unknown> = {};
  let at = start + 1;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  for (let name = take(key)?.[1]; name !== undefined && !freeText.test(name); name = take(key)?.[1]) {
    const value = valueAt(text, at, take);
    const from = at;
    if (value === undefined || !take(behind)) break;
    fields[name] = value;
    at = from;
  }
  const names = Object.keys(fields);
  if (!names.some((name) => needed.test(name))) return undefined;
  return {
    fields,
    damage: `The input of the hook is damaged; what could be read of it: ${names.join(', ')}.`,
  };
}

/** Reads the value at a position, and with `take` moves behind it; undefined for a damaged one. */
function valueAt(text: string, at: number, take: (pattern: RegExp) => RegExpExecArray | null): unknown {
  if (text[at] !== '{') return jsonOf(take(plainValue)?.[0] ?? '');
  const object = text.slice(at, scanObject(text, at).end);
  return take(new RegExp(`[^]{${object.length}}`, 'y')) ? jsonOf(object) : undefined;
}
