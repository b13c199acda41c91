import {
  isDeeperThan,
  isObject,
  type JsonObject,
  maxDepth,
  StoreError,
  timeOfNumber,
} from '../../disk/base/core.ts';
import { WrongContent } from '../../disk/files/json.ts';
import { maxFutureMs } from '../../disk/base/limits.ts';
import { quotable } from '../../disk/text/containText.ts';
import type { NewEntry, Message } from './types.ts';

/** Cached data of a sealed part. */
export interface PartStats {
  /** Bytes of the file; together with `mtimeMs` reveals whether it has changed. */
  readonly size: number;
  readonly mtimeMs: number;
  readonly count: number;
  /** Time of the first message, and the earliest and latest of all, milliseconds; 0 for an empty part. */
  readonly firstTs: number;
  readonly minTs: number;
  readonly maxTs: number;
}

/** Reads a sealed part; undefined if damaged. */
export type ReadPart = (name: string) => Promise<readonly Message[] | undefined>;

/** Receives what was wrong in a file and its replacement. */
export type OnRepair = (what: string) => void;

/**
 * Parses the messages of a part file. A missing (older servers) or invalid time is replaced by that of the message
 * before, and a lone surrogate in an id by U+FFFD; `onRepair` receives each of these.
 */
export function parseMessages(value: unknown, onRepair?: OnRepair): Message[] {
  if (!Array.isArray(value)) throw new WrongContent(`an array of messages was expected, not ${kind(value)}`);
  const messages: Message[] = [];
  const repairs: string[] = [];
  for (const item of value)
    messages.push(parseMessage(item, messages.length, messages.at(-1)?.ts ?? 0, repairs));
  const [first, ...more] = repairs;
  if (first !== undefined) onRepair?.(more.length > 0 ? `${first}, and ${more.length} more` : first);
  return messages;
}

function parseMessage(item: unknown, index: number, earlier: number, repairs: string[]): Message {
  if (!isObject(item)) throw new WrongContent(`message ${index} is ${kind(item)}, not an object`);
  const { role, text, meta } = item;
  const time = item.ts ?? earlier;
  if (role !== 'user' && role !== 'assistant')
    throw new WrongContent(`message ${index} has the role ${show(role)}; expected "user" or "assistant"`);
  if (typeof text !== 'string')
    throw new WrongContent(`message ${index} has ${kind(text)} for text, not a string`);
  if (typeof time !== 'number')
    throw new WrongContent(`message ${index} has ${kind(time)} for ts, not a number`);
  if (item.id !== undefined && typeof item.id !== 'string')
    throw new WrongContent(`message ${index} has ${kind(item.id)} for id, not a string`);
  const ts = timeOfNumber(time) ?? earlier;
  const id = item.id?.toWellFormed();
  if (ts !== time) repairs.push(`message ${index} has the time ${time}, taken as ${ts}`);
  if (id !== item.id) repairs.push(`message ${index} has an id with half a surrogate pair`);
  // Fields of other programs are preserved when the rest is written back.
  return { ...item, role, text, ts, ...(id !== undefined && { id }), ...(isJsonObject(meta) && { meta }) };
}

/** Computes count and times of a part's messages. */
export function statsOf(
  messages: readonly Message[],
): Pick<PartStats, 'count' | 'firstTs' | 'minTs' | 'maxTs'> {
  const first = messages[0];
  if (first === undefined) return { count: 0, firstTs: 0, minTs: 0, maxTs: 0 };
  let [minTs, maxTs] = [first.ts, first.ts];
  for (const { ts } of messages) {
    if (ts < minTs) minTs = ts;
    if (ts > maxTs) maxTs = ts;
  }
  return { count: messages.length, firstTs: first.ts, minTs, maxTs };
}

/** Formats a part file: a JSON array with one message per line, readable for people and git. */
export function formatMessages(messages: readonly Message[]): string {
  return messages.length === 0 ? '[]\n' : `[\n${lines(messages)}${partEnding}`;
}

/** Returns `formatMessages` for additional messages, given its output for the previous ones, which were not empty. */
export const appendMessages = (content: Buffer, more: readonly Message[]): Buffer =>
  Buffer.concat([
    content.subarray(0, content.byteLength - partEnding.length),
    Buffer.from(`,\n${lines(more)}${partEnding}`),
  ]);

/** The end of a part file with messages. */
export const partEnding = '\n]\n';

const lines = (messages: readonly Message[]): string =>
  messages.map((message) => JSON.stringify(message)).join(',\n');

/** Validates entries. Throws `invalid_argument`, naming the entry, if anything cannot be stored faithfully. */
export function checkEntries(entries: readonly NewEntry[], now: number): void {
  entries.forEach((entry, index) => {
    if (!Number.isFinite(entry.ts ?? 0) || (entry.ts ?? 0) < 0 || (entry.ts ?? 0) > now + maxFutureMs)
      throw invalid(
        index,
        `ts ${entry.ts}`,
        'give milliseconds since 1970 up to a day from now, or leave it out',
      );
    if (entry.id?.isWellFormed() === false)
      throw invalid(
        index,
        'an id with half a surrogate pair',
        'give one that is valid Unicode, or leave it out',
      );
    if (entry.id === '') throw invalid(index, 'an empty id', 'give a unique id, or leave it out');
    if (entry.meta && isDeeperThan(entry.meta, maxDepth))
      throw invalid(index, `meta nested deeper than ${maxDepth} levels`, 'flatten it');
  });
}

function invalid(index: number, what: string, repair: string): StoreError {
  return new StoreError('invalid_argument', `Entry ${index} has ${what}; ${repair}. Nothing was saved.`, {
    index,
  });
}

function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value); // JSON.parse returned it, so it is JSON
}

function kind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  return value === undefined ? 'nothing' : `a ${typeof value}`;
}

const show = (value: unknown): string =>
  typeof value === 'string' ? JSON.stringify(quotable(value, 40)) : kind(value);
