import { isObject, jsonOf } from '../../disk/base/core.ts';
import { oneLine, quotable } from '../../disk/text/containText.ts';
import type { Addition, Entry } from './entries.ts';
import { sectionNames, lineText } from './prompt.ts';
import type { Line, Room, RequestScope } from './types.ts';

/** A parsed answer of a model. */
export interface ModelAnswer {
  readonly add: readonly Addition[];
  readonly remove: ReadonlySet<string>;
  /** Numbers of messages, ascending. */
  readonly essential: readonly number[];
}

export type ReadAnswer = ModelAnswer | { readonly problems: readonly string[] };

const maxEntryChars = 1_500;

/**
 * Parses an answer strictly. Wrong form, references to things not shown, dropped sections and unsupported statements
 * become problems, worded to help the model repair the answer.
 */
export function readAnswer(text: string, scope: RequestScope): ReadAnswer {
  const given = objectIn(text);
  if (given === undefined) return { problems: ['It holds no JSON object in a ```json fence.'] };
  const reading = new AnswerReading(scope);
  const answer = reading.read(given);
  return reading.problems.length > 0 ? { problems: reading.problems } : answer;
}

/** Returns the object that is the whole answer or is in its last code fence. */
function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = jsonOf((lastFenced(text) ?? text).trim());
  return isObject(value) ? value : undefined;
}

/** Returns what is in the last code fence; one that nothing closes is none, nor are those behind it. */
function lastFenced(text: string): string | undefined {
  const [open, close] = [/^[ \t]*```(?:json)?[ \t]*\n/gim, /^[ \t]*```[ \t]*$/gm];
  let found: string | undefined;
  while (open.test(text)) {
    close.lastIndex = open.lastIndex;
    const end = close.exec(text);
    if (end === null) break;
    found = text.slice(open.lastIndex, end.index);
    open.lastIndex = close.lastIndex;
  }
  return found;
}

class AnswerReading {
  readonly problems: string[] = [];
  readonly #scope: RequestScope;
  readonly #entries: ReadonlyMap<string, Entry>;
  readonly #lines: ReadonlyMap<number, Line>;
  /** Removed entries, and what removes each. */
  readonly #removed = new Map<string, string>();

  constructor(scope: RequestScope) {
    this.#scope = scope;
    this.#entries = new Map(scope.entries.map((entry) => [entry.id, entry]));
    this.#lines = new Map(scope.lines.map((line) => [line.number, line]));
  }

  read(given: Readonly<Record<string, unknown>>): ModelAnswer {
    const { room } = this.#scope;
    this.#fields(given, 'The answer', ['entries', 'remove', ...(room ? ['essential'] : [])]);
    const add = this.#list(given, 'entries').flatMap((item, n) => this.#addition(item, `entries[${n}]`));
    const remove = this.#list(given, 'remove').flatMap((item, n) => this.#removal(item, `remove[${n}]`));
    const essential = room ? this.#essential(this.#list(given, 'essential'), room) : [];
    this.#checkLanguage(add);
    this.#checkSections(add);
    return { add, remove: new Set(remove), essential };
  }

  #addition(item: unknown, at: string): Addition[] {
    if (!isObject(item)) return this.#problem(`${at} is not an object.`);
    this.#fields(item, at, ['section', 'text', 'messages', 'replaces']);
    const { section, text } = item;
    const names = sectionNames(this.#scope.entries);
    const name = names.find((each) => each === section);
    if (name === undefined)
      return this.#problem(`${at}.section is ${shown(section)}; it must be one of ${names.join(', ')}.`);
    if (typeof text !== 'string' || text.trim() === '')
      return this.#problem(`${at}.text is ${shown(text)}; it must be a text.`);
    if (text.length > maxEntryChars)
      this.#problem(
        `${at}.text has ${text.length} characters, more than ${maxEntryChars}. Split or shorten it.`,
      );
    const replaces = item.replaces === undefined ? [] : this.#strings(item.replaces, `${at}.replaces`);
    for (const id of replaces) this.#remove(id, at);
    const from = item.messages === undefined ? [] : this.#numbers(item.messages, `${at}.messages`);
    if (from.length === 0 && replaces.length === 0) this.#problem(`${at}.messages names none that says it.`);
    const olds = replaces.flatMap((id) => this.#entries.get(id) ?? []);
    const stray = unsupported(text, this.#scope);
    if (stray.length > 0)
      this.#problem(
        `${at}.text names ${stray.map(shown).join(', ')}, which stands in no message and no entry.`,
      );
    return [{ section: name, text: oneLine(text), date: this.#dateOf(from, olds), replaces }];
  }

  #removal(item: unknown, at: string): string[] {
    if (!isObject(item)) return this.#problem(`${at} is not an object.`);
    this.#fields(item, at, ['entry', 'because', 'messages']);
    const { entry, because, messages } = item;
    if (typeof because !== 'string' || because.trim() === '')
      this.#problem(`${at}.because does not say why the entry goes.`);
    if (this.#numbers(messages, `${at}.messages`).length === 0)
      this.#problem(`${at}.messages names none that says so.`);
    if (typeof entry !== 'string')
      return this.#problem(`${at}.entry is ${shown(entry)}; it must be the id of an entry.`);
    this.#remove(entry, at);
    return [entry];
  }

  /** Records the removal of an entry, possible only once. */
  #remove(id: string, at: string): void {
    const before = this.#removed.get(id);
    if (!this.#entries.has(id)) this.#problem(`${at} names the entry ${shown(id)}, which does not exist.`);
    else if (before !== undefined) this.#problem(`${at} names the entry ${id}, which ${before} names, too.`);
    else this.#removed.set(id, at);
  }

  /** Returns the messages that fit, most important first. */
  #essential(list: readonly unknown[], room: Room): readonly number[] {
    const fitting: number[] = [];
    let left = room.bytes;
    for (const number of new Set(this.#numbers(list, 'essential'))) {
      const bytes = this.#lines.get(number)?.bytes ?? 0;
      if (bytes > left || fitting.length >= room.messages) continue;
      left -= bytes;
      fitting.push(number);
    }
    return fitting.sort((a, b) => a - b);
  }

  /** Returns the day of the newest message it is based on, else of the newest entry it replaces. */
  #dateOf(from: readonly number[], olds: readonly Entry[]): string | undefined {
    const times = from.map((number) => this.#lines.get(number)?.ts ?? 0);
    if (times.length > 0) return new Date(Math.max(...times)).toISOString().slice(0, 10);
    return olds
      .flatMap(({ date }) => date ?? [])
      .sort()
      .at(-1);
  }

  /** The summary must be in Chinese if the people write Chinese. */
  #checkLanguage(add: readonly Addition[]): void {
    const isChinese = add.some(({ text }) => /\p{Script=Han}/u.test(text));
    if (this.#scope.language === 'zh' && add.length > 0 && !isChinese)
      this.#problem('The texts are not in Chinese, the language of the conversation.');
  }

  /** Rejects removing all decisions, findings or rules at once; to-dos and issues may all end. */
  #checkSections(add: readonly Addition[]): void {
    const lasting = this.#scope.entries.filter(({ section }) => section !== 'todo' && section !== 'issues');
    for (const section of new Set(lasting.map((entry) => entry.section))) {
      const own = lasting.filter((entry) => entry.section === section);
      const isLost =
        own.every(({ id }) => this.#removed.has(id)) && !add.some((each) => each.section === section);
      if (isLost) this.#problem(`The section ${section} would be lost. Keep or replace at least one entry.`);
    }
  }

  #list(given: Readonly<Record<string, unknown>>, field: string): readonly unknown[] {
    const value = given[field];
    return Array.isArray(value) ? value : this.#problem(`"${field}" is ${shown(value)}; it must be a list.`);
  }

  #numbers(value: unknown, at: string): readonly number[] {
    if (!Array.isArray(value))
      return this.#problem(`${at} is ${shown(value)}; it must be a list of numbers.`);
    const [first, last] = [this.#scope.lines[0]?.number, this.#scope.lines.at(-1)?.number];
    return value.flatMap((item: unknown) =>
      typeof item === 'number' && this.#lines.has(item)
        ? [item]
        : this.#problem(`${at} names the message ${shown(item)}; there are ${first} to ${last}.`),
    );
  }

  #strings(value: unknown, at: string): readonly string[] {
    if (!Array.isArray(value)) return this.#problem(`${at} is ${shown(value)}; it must be a list of ids.`);
    return value.flatMap((item: unknown) =>
      typeof item === 'string' ? [item] : this.#problem(`${at} holds ${shown(item)}, which is not an id.`),
    );
  }

  #fields(given: Readonly<Record<string, unknown>>, at: string, known: readonly string[]): void {
    for (const field of Object.keys(given))
      if (!known.includes(field)) this.#problem(`${at} has the unknown field ${shown(field)}.`);
  }

  #problem(text: string): never[] {
    this.problems.push(text);
    return [];
  }
}

/** Formats a value for a problem. */
const shown = (value: unknown): string =>
  value === undefined ? 'missing' : quotable(JSON.stringify(value), 60);

/**
 * Returns names in a text that appear in neither the messages nor the entries shown, and so may be invented: code in
 * backticks, paths, and mixes of letters and digits such as hashes, versions and issue numbers. Ignores punctuation
 * and case.
 */
function unsupported(
  text: string,
  { lines, entries }: Pick<RequestScope, 'lines' | 'entries'>,
): readonly string[] {
  const names = namesIn(text);
  if (names.length === 0) return [];
  const shown = plain(
    [...lines.map(lineText), ...entries.map((entry) => JSON.stringify(entry.value))].join('\n'),
  );
  return names.filter((name) => !shown.includes(plain(name)));
}

const code = /`([^`\n]+)`/g;
/** Matches a path: two slashes, or a slash and an extension. */
const path = /[\p{L}\p{N}_.@-]+\/(?:[\p{L}\p{N}_.@-]+\/[\p{L}\p{N}_.@/-]*|[\p{L}\p{N}_@-]*\.\p{L}\w*)/gu;
const mixed = /(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{5,}|#\d+|\b\d{4,}\b/g;

function namesIn(text: string): readonly string[] {
  const found = [
    ...[...text.matchAll(code)].map(([, name = '']) => name),
    ...[...text.matchAll(path)].map(([name]) => name),
    ...[...text.matchAll(mixed)].map(([name]) => name),
  ];
  return [...new Set(found)].filter((name) => plain(name) !== '');
}

/** Reduces text to letters and digits, after removing JSON escapes, which would leave their letter. */
const plain = (text: string): string =>
  text
    .replaceAll(/\\(?:u[\da-f]{4}|.)/gi, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
