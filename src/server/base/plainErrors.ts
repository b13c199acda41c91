import { ErrorCode, type JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { isObject, jsonOf } from '../../store/base/core.ts';
import { shortened } from './text.ts';

/**
 * An outgoing message, with its error as a client should get it: the SDK's errors begin with their code, and clients
 * made with the SDK write it before each message once more; a request of the wrong shape it answers with the JSON of
 * its checks, and as if the server had failed. Every transport sends through this.
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

/** What the SDK's checks say of a request, when a text is their JSON. */
function issuesIn(text: string): string[] | undefined {
  const json = text.replace(/^Invalid [\w/]+ request: /, '');
  if (!json.startsWith('[')) return undefined;
  const issues = jsonOf(json); // none in an ordinary sentence that begins with a bracket
  if (!Array.isArray(issues) || !issues.every(isObject)) return undefined;
  return issues.map(({ path, message }) => `${Array.isArray(path) ? path.join('.') : ''} ${String(message)}`);
}
