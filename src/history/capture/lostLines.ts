import type { JsonObject } from '../../disk/base/core.ts';
import { textOf, timeOf } from '../../agents/reading/fields.ts';
import type { MessageRecord } from '../../agents/reading/types.ts';

const types: readonly MessageRecord['type'][] = ['user', 'assistant', 'info'];

/** Reads a message of a lost session from a line; undefined if masking a secret left none. */
export function messageOfLine({ id, timestamp, type, content }: JsonObject): MessageRecord | undefined {
  const [known, time] = [types.find((one) => one === type), timeOf(timestamp)];
  const [name, text] = [textOf(id), textOf(content)];
  if (known === undefined || time === undefined || name === undefined || text === undefined) return undefined;
  return { id: name, timestamp: time, type: known, content: text };
}
