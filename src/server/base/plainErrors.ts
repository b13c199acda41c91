import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isObject, jsonOf } from '../../disk/base/core.ts';
import { shortened } from './text.ts';

/**
 * Cleans the errors of an outgoing message: the SDK's messages begin with their code, which its clients add again, and
 * a malformed request gets the JSON of its checks as an internal error.
 */
export function plainErrors(message: JSONRPCMessage): JSONRPCMessage {
  if (!('error' in message)) return message;
  return { ...message, error: { ...message.error, ...plainError(message.error) } };
}

interface ErrorText {
  readonly code: number;
  readonly message: string;
}

function plainError({ code, message }: ErrorText): ErrorText {
  const text = message.replace(/^(MCP error -?\d+: )+/, '');
  const issues = issuesIn(text);
  if (issues === undefined) return { code, message: shortened(text) };
  return {
    code: ErrorCode.InvalidParams,
    message: shortened(`The request has a wrong shape: ${issues.join('; ')}.`),
  };
}

/** Formats the SDK's issues with a request, if a text is their JSON. */
function issuesIn(text: string): string[] | undefined {
  const json = text.replace(/^Invalid [\w/]+ request: /, '');
  if (!json.startsWith('[')) return undefined;
  const issues = jsonOf(json); // undefined for a sentence that begins with a bracket
  if (!Array.isArray(issues) || !issues.every(isObject)) return undefined;
  return issues.map(({ path, message }) => `${Array.isArray(path) ? path.join('.') : ''} ${String(message)}`);
}
