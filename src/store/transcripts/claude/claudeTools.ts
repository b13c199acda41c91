import { defined, type JsonObject } from '../../base/core.ts';
import { plainText, toolOutput, toolPictures } from '../shared/blocks.ts';
import { fieldsOf, listOf, numberOf, objectOf, textOf, type Field } from '../shared/fields.ts';
import type { ToolCall } from '../shared/types.ts';

const refusals =
  /^(?:The user doesn't want to (?:proceed|take this action)|\[Request interrupted by user|User rejected tool use)/;
const markers = /^(?:<tool_use_error>)?(?:Error: )?/;

/** A call of a tool, not answered yet, from its `tool_use` block; `otherwise` is the id of one that has none. */
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

/** The call with what came back in a `tool_result` block; `line` is the line that holds the block. */
export function answered(call: ToolCall, block: JsonObject, line: JsonObject): ToolCall {
  const details = line.toolUseResult;
  const resultDisplay = diffOf(details);
  const pictures = toolPictures(block.content);
  const agentId = textOf(fieldsOf(details).agentId) ?? textOf(line.agentId);
  return {
    ...call,
    result: toolOutput(block.content),
    status: statusOf(block, details),
    ...defined({ resultDisplay }),
    ...(pictures.length > 0 && { pictures }),
    // The lines of a subagent's own transcript carry its own id.
    ...(agentId !== undefined && line.isSidechain !== true && { agentId }),
  };
}

function statusOf(block: JsonObject, details: Field): ToolCall['status'] {
  const said = plainText(block.content).slice(0, 200).trimStart().replace(markers, '');
  const failed = block.is_error === true;
  if (failed && (refusals.test(said) || details === 'User rejected tool use')) return 'cancelled';
  if (fieldsOf(details).interrupted === true) return 'cancelled';
  // Tools that run at the API name their failure by the type of what they give back.
  const code = textOf(fieldsOf(block.content).type);
  return failed || code?.endsWith('_error') === true ? 'error' : 'success';
}

/** The change of a file as a unified diff, from what Claude Code notes beside the result. */
function diffOf(details: Field): string | undefined {
  const { structuredPatch, filePath } = fieldsOf(details);
  const hunks = listOf(structuredPatch).map(fieldsOf);
  const lines = hunks.flatMap((hunk) => [
    `@@ -${range(hunk.oldStart, hunk.oldLines)} +${range(hunk.newStart, hunk.newLines)} @@`,
    ...listOf(hunk.lines).filter((line) => typeof line === 'string'),
  ]);
  if (lines.length === 0) return undefined;
  const path = textOf(filePath);
  return [...(path === undefined ? [] : [`--- ${path}`, `+++ ${path}`]), ...lines].join('\n');
}

function range(start: Field, lines: Field): string {
  return `${numberOf(start) ?? 0},${numberOf(lines) ?? 0}`;
}
