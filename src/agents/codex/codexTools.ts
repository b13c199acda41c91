import { defined, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, isList, numberOf, objectOf, textOf, type Field } from '../reading/fields.ts';
import { parseJson } from '../reading/lines.ts';
import type { ToolCall } from '../reading/types.ts';

/** Result of a tool call. */
export interface CodexOutput {
  readonly callId: string;
  readonly result: JsonValue;
  readonly status: ToolCall['status'];
  readonly resultDisplay?: string;
}

const exitCode = /(?:^|\n)(?:Exit code: |Process exited with code )(-?\d+)/;
/** How the output of a script begins that did not reach its end. */
const failedScript = /^Script (?:failed|terminated|aborted)\b/;
const refusal = /^(?:aborted|rejected|denied|cancelled)(?: by (?:the )?user)?\b/i;

/** Makes a call from an API item; undefined for other items. Calls that ran at the API include their answer. */
export function codexCall(item: JsonObject): ToolCall | undefined {
  const id = textOf(item.call_id) ?? textOf(item.id) ?? '';
  const pending = { id, status: 'pending' } as const;
  switch (textOf(item.type) ?? '') {
    case 'function_call':
      return { ...pending, name: textOf(item.name) ?? 'unknown', args: argumentsOf(item.arguments) };
    case 'custom_tool_call':
      return { ...pending, name: textOf(item.name) ?? 'unknown', args: { input: item.input ?? null } };
    case 'local_shell_call':
      return { ...pending, name: 'local_shell', args: fieldsOf(item.action) };
    case 'tool_search_call':
      return { ...pending, name: 'tool_search', args: argumentsOf(item.arguments) };
    case 'web_search_call':
      return { id, name: 'web_search', args: fieldsOf(item.action), status: statusOf(item) };
    case 'image_generation_call':
      return { id, name: 'image_generation', args: promptOf(item), status: statusOf(item) };
    default:
      return undefined;
  }
}

/** Reads a result from an API item; undefined for other items. */
export function codexOutput(item: JsonObject): CodexOutput | undefined {
  const type = textOf(item.type) ?? '';
  const callId = textOf(item.call_id) ?? (type === 'local_shell_call_output' ? textOf(item.id) : undefined);
  if (!type.endsWith('_output') || callId === undefined) return undefined;
  const output = item.output ?? item.tools ?? null;
  const fields = objectOf(output);
  const result = withoutBytes(fields?.content ?? fields?.body ?? output);
  const said = textsOf(result);
  // Older versions wrap a command's output and exit code in JSON.
  const wrapped = said.startsWith('{') ? fieldsOf(parseJson(said)) : {};
  const display = textOf(wrapped.output);
  const code = numberOf(fieldsOf(wrapped.metadata).exit_code) ?? exitCodeOf(said);
  const failed =
    fields?.success === false || (code !== undefined && code !== 0) || failedScript.test(said.slice(0, 100));
  const status = refusal.test(said.slice(0, 100)) ? 'cancelled' : failed ? 'error' : 'success';
  return { callId, result, status, ...defined({ resultDisplay: display }) };
}

/** Makes a command or call from its end event, for transcripts with events only. */
export function codexEnded(event: JsonObject): ToolCall | undefined {
  const id = textOf(event.call_id);
  if (id === undefined) return undefined;
  if (event.type === 'exec_command_end') {
    const result =
      textOf(event.aggregated_output) ?? textOf(event.formatted_output) ?? textOf(event.stdout) ?? '';
    const failed = numberOf(event.exit_code) !== 0;
    return {
      id,
      name: 'shell',
      args: { command: event.command ?? null },
      result,
      status: failed ? 'error' : 'success',
    };
  }
  if (event.type === 'patch_apply_end') {
    const result = textOf(event.stdout) ?? textOf(event.stderr) ?? '';
    const status = event.success === false ? 'error' : 'success';
    return { id, name: 'apply_patch', args: { changes: event.changes ?? null }, result, status };
  }
  if (event.type !== 'mcp_tool_call_end') return undefined;
  const { server, tool, arguments: args } = fieldsOf(event.invocation);
  const { Ok: result, Err: error } = fieldsOf(event.result);
  const name = [textOf(server), textOf(tool)].filter((part) => part !== undefined).join('/');
  const status = error === undefined ? 'success' : 'error';
  return {
    id,
    name: name || 'unknown',
    args: fieldsOf(args),
    result: result ?? error ?? event.result ?? null,
    status,
  };
}

function argumentsOf(field: Field): JsonObject {
  const parsed = typeof field === 'string' ? parseJson(field) : field;
  return objectOf(parsed) ?? { arguments: field ?? null };
}

function promptOf(item: JsonObject): JsonObject {
  return { prompt: item.revised_prompt ?? null };
}

function statusOf(item: JsonObject): ToolCall['status'] {
  if (item.status === 'failed') return 'error';
  return item.status === 'in_progress' ? 'pending' : 'success';
}

function exitCodeOf(said: string): number | undefined {
  const match = exitCode.exec(said.slice(0, 500));
  return match ? Number(match[1]) : undefined;
}

function textsOf(result: JsonValue): string {
  if (typeof result === 'string') return result;
  if (!isList(result)) return '';
  return result.map((part) => textOf(fieldsOf(part).text) ?? '').join('\n');
}

/** Removes pictures' data, which is in their address. */
function withoutBytes(result: JsonValue): JsonValue {
  if (!isList(result)) return result;
  return result.map((part) => {
    const address = textOf(fieldsOf(part).image_url);
    if (!address?.startsWith('data:')) return part;
    return { ...fieldsOf(part), image_url: address.slice(0, Math.max(0, address.indexOf(','))) };
  });
}
