import type { PaneEdit } from '../../protocol/sessionPane.ts';
import type { JsonObject } from '../../disk/base/core.ts';
import { editArguments, editsIn } from '../../history/facts/edits.ts';
import { listOf, type Field } from '../../agents/reading/fields.ts';
import type { ToolCall } from '../../agents/reading/types.ts';

/** Longer changes are not shown as such. Characters. */
const maxLength = 60_000;

/** A call's changes to files, and its arguments without what they contain. */
export interface ToolEdits {
  readonly edits: readonly PaneEdit[];
  readonly rest: JsonObject;
}

/** Finds changes to files in a tool call of any agent; none for other tools and for changes too long to show. */
export function editsOf(call: ToolCall): ToolEdits {
  const edits = editsIn(call);
  const length = edits.reduce((sum, edit) => sum + lengthOf(edit), 0);
  if (edits.length === 0 || length > maxLength) return { edits: [], rest: call.args };
  const shown = new Set(edits.flatMap((edit) => (edit.kind === 'patch' ? [edit.patch] : [])));
  return { edits, rest: restOf(call.args, shown) };
}

const lengthOf = (edit: PaneEdit): number =>
  edit.kind === 'patch' ? edit.patch.length : edit.before.length + edit.after.length;

/** Returns what the changes do not show. */
function restOf(args: JsonObject, patches: ReadonlySet<string>): JsonObject {
  const isPatch = (value: Field): boolean =>
    typeof value === 'string' && [...patches].some((patch) => value.includes(patch));
  return Object.fromEntries(
    Object.entries(args).filter(
      ([key, value]) => !editArguments.has(key) && !isPatch(value) && !listOf(value).some(isPatch),
    ),
  );
}
