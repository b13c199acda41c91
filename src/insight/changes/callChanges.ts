import { editsIn, pathIn, type Edit } from '../../history/facts/edits.ts';
import { commandsIn, linesIn } from '../../history/facts/commands.ts';
import { objectOf, textOf } from '../../agents/reading/fields.ts';
import type { ToolCall } from '../../agents/reading/types.ts';
import { patchesOf, codexPatchesByFile, type FilePatch } from './filePatches.ts';
import { linesOf } from './lineKeys.ts';
import { effectsOf, type EffectInFolder } from './shellEffects.ts';

/** The effect of a tool call, or of a script in it, on a file. */
export type CallChange =
  | { readonly kind: 'patch'; readonly patch: FilePatch }
  /** The whole text of a file; `isNew` where the call reports that it did not exist. */
  | {
      readonly kind: 'whole';
      readonly path: string;
      readonly lines: readonly string[];
      readonly isNew: boolean;
    }
  /** The file changed in an unknown way. */
  | { readonly kind: 'unknown'; readonly path: string }
  | { readonly kind: 'shell'; readonly effect: EffectInFolder; readonly folder: string | undefined };

/** Reports that the person modified what the agent was about to write. */
const changedByPerson =
  /\b(?:user|person) (?:has )?(?:modified|edited|changed|made the following)\b|modified_by_user|userModified/i;
const refused =
  /^\W*(?:error|failed|failure|invalid|could not|cannot|can't|unable|no (?:match|changes?|occurrences?)|string (?:to replace )?(?:was )?not found|old_?str\w* (?:was )?not found|apply_patch verification failed|the user (?:doesn't|did not|rejected|denied))/i;
const createdText = /\bcreated\b|\bnew file\b/i;
const overwritten = /\b(?:updated|overw\w+|modified|replaced|existing)\b/i;
/** Tools that refuse an existing file. */
const creators = /^create_file$/i;
/** Messages of commands that failed to write. */
const notWritten =
  /no such file or directory|permission denied|read-only file system|is a directory|not found/i;

/** Lists the changes of a completed call; empty where it was refused or its transcript lacks details. */
export function changesIn(call: ToolCall): readonly CallChange[] {
  if (call.status !== 'success') return [];
  const lines = linesIn(call);
  // Most commands change no file, and what became of them takes longer to find out.
  if (lines.length > 0 && editsIn(call).length === 0 && !lines.some((line) => effectsOf(line).length > 0))
    return [];
  const output = textIn(call.result).slice(0, 2_000);
  const commands = lines.length > 0 ? commandsIn(call) : [];
  const passed = commands.filter(({ outcome }) => outcome === 'passed');
  if (commands.length > passed.length)
    return passed.flatMap(({ command }) => byScript(command, call, output));
  return [...edited(call, output), ...passed.flatMap(({ command }) => byScript(command, call, output))];
}

function byScript(command: string, { args }: ToolCall, output: string): CallChange[] {
  const folder = textOf(args.workdir) ?? textOf(args.cwd);
  return effectsOf(command)
    .filter(({ effect }) => !notWritten.test(output) || !/^(?:write|append|move|delete)$/.test(effect.kind))
    .map((effect) => ({ kind: 'shell', effect, folder }));
}

function edited(call: ToolCall, output: string): CallChange[] {
  const { args, name } = call;
  if (refused.test(output)) return [];
  const noted = objectOf(args.changes);
  const changes = noted
    ? codexPatchesByFile(noted).map(ofPatch)
    : editsIn(call).flatMap((edit) => ofEdit(edit, call, output));
  if (changedByPerson.test(output) || args.modified_by_user === true)
    return changes.map((change) => ({ kind: 'unknown', path: pathOf(change) }));
  const partial = /^insert_edit_into_file$/i.test(name) ? pathIn(args) : undefined;
  return partial === undefined ? changes : [{ kind: 'unknown', path: partial }];
}

const ofPatch = (patch: FilePatch): CallChange => ({ kind: 'patch', patch });

function pathOf(change: CallChange): string {
  if (change.kind === 'patch') return change.patch.path;
  return change.kind === 'shell' ? '' : change.path;
}

function ofEdit(edit: Edit, { name }: ToolCall, output: string): CallChange[] {
  if (edit.kind === 'patch')
    return patchesOf(edit.patch).map((patch) => ofPatch({ ...patch, path: patch.path || edit.path }));
  const [before, after] = [linesOf(edit.before), linesOf(edit.after)];
  if (edit.before !== '') return [ofPatch({ path: edit.path, kind: 'update', pieces: [{ before, after }] })];
  const [about = ''] = output.replaceAll(edit.path, '').split('\n', 1);
  const isNew = creators.test(name) || (createdText.test(about) && !overwritten.test(about));
  return [{ kind: 'whole', path: edit.path, lines: after, isNew }];
}

/** All texts in a result. */
function textIn(result: ToolCall['result']): string {
  if (typeof result === 'string') return result;
  if (Array.isArray(result)) return result.map(textIn).join('\n');
  const fields = objectOf(result);
  return fields ? Object.values(fields).map(textIn).join('\n') : '';
}
