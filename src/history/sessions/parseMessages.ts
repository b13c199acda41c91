import { randomUUID } from 'node:crypto';
import { isoTime, type JsonObject, StoreError } from '../../disk/base/core.ts';
import { maxFutureMs } from '../../disk/base/limits.ts';
import { quotable } from '../../disk/text/containText.ts';
import { isList, objectOf, textOf, timeOf } from '../../agents/reading/fields.ts';
import { readMessages } from '../../agents/gemini/gemini.ts';
import { RecordLog } from '../../agents/gemini/geminiLog.ts';
import type { MessageRecord } from '../../agents/reading/types.ts';

/** An answer is `gemini` in Gemini CLI's sessions, whose form this is. */
const types: readonly string[] = ['user', 'assistant', 'gemini', 'info', 'error', 'warning'];

/** Parses messages to record. Throws `invalid_argument` that names the first invalid one; drops unknown fields. `now`: milliseconds. */
export function parseMessages(values: readonly JsonObject[], now: number): MessageRecord[] {
  const log = new RecordLog();
  const time = isoTime(now);
  values.forEach((value, index) => {
    check(value, `messages[${index}]`, now);
    log.apply({ ...value, id: value.id ?? randomUUID(), timestamp: value.timestamp ?? time });
  });
  return readMessages(log, time);
}

function check(value: JsonObject, name: string, now: number): void {
  const { id, timestamp, type, content, toolCalls } = value;
  if (!types.includes(textOf(type) ?? '')) throw refuse(`${name}.type`, type, `one of ${types.join(', ')}`);
  if (id !== undefined && textOf(id) === undefined) throw refuse(`${name}.id`, id, 'text that is not empty');
  if (timestamp !== undefined) checkTime(timestamp, `${name}.timestamp`, now);
  if (toolCalls !== undefined && !isList(toolCalls))
    throw refuse(`${name}.toolCalls`, toolCalls, 'a list of calls');
  // Gemini's PartListUnion: text, a part, or a list of both.
  if (typeof content !== 'string' && !isList(content) && !objectOf(content) && toolCalls === undefined)
    throw refuse(`${name}.content`, content, 'text, a part or a list of parts');
}

function checkTime(timestamp: JsonObject[string], name: string, now: number): void {
  const time = typeof timestamp === 'string' ? timeOf(timestamp) : undefined;
  if (time === undefined) throw refuse(name, timestamp, 'a time in ISO 8601');
  if (Date.parse(time) > now + maxFutureMs) throw refuse(name, timestamp, 'a time that is not in the future');
}

function refuse(name: string, value: JsonObject[string] | undefined, takes: string): StoreError {
  const got = value === undefined ? 'nothing' : quotable(JSON.stringify(value), 60);
  return new StoreError('invalid_argument', `${name} takes ${takes}, but got ${got}.`, { arguments: [name] });
}
