import { defined, type JsonObject } from '../../disk/base/core.ts';
import { plainText, toolOutput, toolPictures } from '../reading/blocks.ts';
import { fieldsOf, objectOf, textOf, type Field } from '../reading/fields.ts';
import type { ToolCall } from '../reading/types.ts';
import { diffOf } from './claudeDiff.ts';

const refusals =
  /^(?:The user doesn't want to (?:proceed|take this action)|\[Request interrupted by user|User rejected tool use)/;
const markers = /^(?:<tool_use_error>)?(?:Error: )?/;

/** Makes an unanswered call from a `tool_use` block; `otherwise` is the id for a block without one. */
export function toolCall(block: JsonObject, timestamp: string, otherwise: string): ToolCall {
  const input = block.input ?? null;
  return {
    id: textOf(block.id) ?? otherwise,
    name: textOf(block.name) ?? 'unknown',
    args: objectOf(input) ?? { input },
    status: 'pending',
    timestamp,
  };
}

/** Adds the content of a `tool_result` block to a call; `line` is the line that holds the block. */
export function answered(call: ToolCall, block: JsonObject, line: JsonObject): ToolCall {
  const details = line.toolUseResult;
  const resultDisplay = diffOf(details, call.args);
  const pictures = toolPictures(block.content);
  const agentId = textOf(fieldsOf(details).agentId) ?? textOf(line.agentId);
  return {
    ...call,
    result: toolOutput(block.content),
    status: statusOf(block, details),
    ...defined({ resultDisplay }),
    ...(pictures.length > 0 && { pictures }),
    // Lines of a subagent's own transcript carry that subagent's id.
    ...(agentId !== undefined && line.isSidechain !== true && { agentId }),
  };
}

function statusOf(block: JsonObject, details: Field): ToolCall['status'] {
  const said = plainText(block.content).slice(0, 200).trimStart().replace(markers, '');
  const failed = block.is_error === true;
  if (failed && (refusals.test(said) || details === 'User rejected tool use')) return 'cancelled';
  if (fieldsOf(details).interrupted === true) return 'cancelled';
  // Tools that run at the API report failure in the type of their result.
  const code = textOf(fieldsOf(block.content).type);
  return failed || code?.endsWith('_error') === true ? 'error' : 'success';
}
