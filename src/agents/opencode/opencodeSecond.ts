import { defined, type JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, listOf, textOf } from '../reading/fields.ts';

/*
 * Messages of OpenCode 2 are rows with a type and all of their content. They are put into the form of version 1, in
 * which content is in parts.
 */

/** A message and its parts in the form of version 1; `info.kind` is a type that only version 2 has. */
interface ConvertedMessage {
  info: JsonObject;
  readonly parts: JsonObject[];
}

/** Converts a row of `session_message`, whose content is `data`. */
export function messageOfVersionTwo(row: JsonObject, data: JsonObject): ConvertedMessage {
  const type = textOf(row.type) ?? '';
  const { id = null, sessionID = null, time, tokens, error, model } = data;
  const created = fieldsOf(time).created ?? row.time_created ?? null;
  const own = { id, sessionID, seq: row.seq ?? null, time: { created } };
  if (type === 'user') return { info: { ...own, role: 'user' }, parts: numbered(promptParts(data)) };
  if (type === 'assistant') {
    const modelID = fieldsOf(model).id ?? model;
    const info = { ...own, role: 'assistant', ...defined({ tokens, modelID, error: errorOf(error) }) };
    return { info, parts: numbered(listOf(data.content).map((part) => answerPart(fieldsOf(part)))) };
  }
  if (type === 'compaction')
    return { info: { ...own, summary: true }, parts: [textPart(data.summary ?? data.text ?? '')] };
  if (type === 'shell') return { info: { ...own, kind: type }, parts: [textPart(shellText(data))] };
  return { info: { ...own, kind: type }, parts: [] };
}

const textPart = (text: JsonObject[string]): JsonObject => ({ type: 'text', text });

/** Keeps the order of parts, which are sorted by their ids. */
const numbered = (parts: readonly JsonObject[]): JsonObject[] =>
  parts.map((part, n) => ({ ...part, id: String(n).padStart(6, '0') }));

function promptParts({ text = '', files, agents }: JsonObject): JsonObject[] {
  const attached = listOf(files).map((item) => {
    const { uri = null, url = uri, name = null, filename = name, mime = null } = fieldsOf(item);
    return { type: 'file', url, filename, mime };
  });
  const named = listOf(agents).map((item) => ({ type: 'agent', name: fieldsOf(item).name ?? null }));
  return [textPart(text), ...attached, ...named];
}

function answerPart(part: JsonObject): JsonObject {
  if (part.type !== 'tool') return part;
  const { id = null, callID = id, name = null, tool = name } = part;
  const { content, output, error, ...state } = fieldsOf(part.state);
  const said = listOf(content).map((item) => textOf(fieldsOf(item).text) ?? '');
  const given = output ?? (said.length > 0 ? said.join('\n') : undefined);
  const failure = textOf(fieldsOf(error).message) ?? error;
  return { type: 'tool', callID, tool, state: { ...state, ...defined({ output: given, error: failure }) } };
}

/** Converts an error to that of version 1, which has its message below `data`. */
function errorOf(error: JsonObject[string] | undefined): JsonObject | undefined {
  const { name = null, type = name, message, data } = fieldsOf(error);
  if (error === undefined || error === null) return undefined;
  return { name: type, data: data ?? { message: message ?? textOf(error) ?? '' } };
}

function shellText({ command, output }: JsonObject): string {
  return `$ ${textOf(command) ?? ''}\n${textOf(output) ?? ''}`.trimEnd();
}
