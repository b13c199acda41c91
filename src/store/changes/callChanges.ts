import { editsIn, pathIn, type Edit } from '../facts/edits.ts';
import { commandsIn } from '../facts/commands.ts';
import { objectOf, textOf } from '../transcripts/shared/fields.ts';
import type { ToolCall } from '../transcripts/shared/types.ts';
import { patchesOf, notedPatches, type FilePatch } from './filePatches.ts';
import { linesOf } from './lineKeys.ts';
import { effectsOf, type EffectInFolder } from './shellEffects.ts';

/** What a call of a tool did to a file, or what a script of its did. */
export type CallChange =
  | { readonly kind: 'patch'; readonly patch: FilePatch }
  /** The whole text of a file; `isNew` where the call says that there was none. */
  | {
      readonly kind: 'whole';
      readonly path: string;
      readonly lines: readonly string[];
      readonly isNew: boolean;
    }
  /** It changed a file, and nobody knows how. */
  | { readonly kind: 'unknown'; readonly path: string }
  | { readonly kind: 'shell'; readonly effect: EffectInFolder; readonly folder: string | undefined };

/** The person changed what the agent was about to write. */
const changedByPerson =
  /\b(?:user|person) (?:has )?(?:modified|edited|changed|made the following)\b|modified_by_user|userModified/i;
const refused =
  /^\W*(?:error|failed|failure|invalid|could not|cannot|can't|unable|no (?:match|changes?|occurrences?)|string (?:to replace )?(?:was )?not found|old_?str\w* (?:was )?not found|apply_patch verification failed|the user (?:doesn't|did not|rejected|denied))/i;
const createdText = /\bcreated\b|\bnew file\b/i;
const overwritten = /\b(?:updated|overw\w+|modified|replaced|existing)\b/i;
/** They refuse a file that is there. */
const creators = /^create_file$/i;
/** What a command says that could not write. */
const notWritten =
  /no such file or directory|permission denied|read-only file system|is a directory|not found/i;

/** What a call that was done did to files; nothing where it was refused, or its transcript does not tell. */
export function changesIn(call: ToolCall): readonly CallChange[] {
  if (call.status !== 'success') return [];
  const said = textIn(call.result).slice(0, 2_000);
  const commands = commandsIn(call);
  const passed = commands.filter(({ outcome }) => outcome === 'passed');
  if (commands.length > passed.length) return passed.flatMap(({ command }) => byScript(command, call, said));
  return [...edited(call, said), ...passed.flatMap(({ command }) => byScript(command, call, said))];
}

function byScript(command: string, { args }: ToolCall, said: string): CallChange[] {
  const folder = textOf(args.workdir) ?? textOf(args.cwd);
  return effectsOf(command)
    .filter(({ effect }) => !notWritten.test(said) || !/^(?:write|append|move|delete)$/.test(effect.kind))
    .map((effect) => ({ kind: 'shell', effect, folder }));
}

function edited(call: ToolCall, said: string): CallChange[] {
  const { args, name } = call;
  if (refused.test(said)) return [];
  const noted = objectOf(args.changes);
  const changes = noted
    ? notedPatches(noted).map(ofPatch)
    : editsIn(call).flatMap((edit) => ofEdit(edit, call, said));
  if (changedByPerson.test(said) || args.modified_by_user === true)
    return changes.map((change) => ({ kind: 'unknown', path: pathOf(change) }));
  const partial = /^insert_edit_into_file$/i.test(name) ? pathIn(args) : undefined;
  return partial === undefined ? changes : [{ kind: 'unknown', path: partial }];
}

const ofPatch = (patch: FilePatch): CallChange => ({ kind: 'patch', patch });

function pathOf(change: CallChange): string {
  if (change.kind === 'patch') return change.patch.path;
  return change.kind === 'shell' ? '' : change.path;
}

function ofEdit(edit: Edit, { name }: ToolCall, said: string): CallChange[] {
  if (edit.kind === 'patch')
    return patchesOf(edit.patch).map((patch) => ofPatch({ ...patch, path: patch.path || edit.path }));
  const [before, after] = [linesOf(edit.before), linesOf(edit.after)];
  if (edit.before !== '') return [ofPatch({ path: edit.path, kind: 'update', pieces: [{ before, after }] })];
  const [about = ''] = said.replaceAll(edit.path, '').split('\n', 1);
  const isNew = creators.test(name) || (createdText.test(about) && !overwritten.test(about));
  return [{ kind: 'whole', path: edit.path, lines: after, isNew }];
}

/** The texts in what came back. */
function textIn(result: ToolCall['result']): string {
  if (typeof result === 'string') return result;
  if (Array.isArray(result)) return result.map(textIn).join('\n');
  const fields = objectOf(result);
  return fields ? Object.values(fields).map(textIn).join('\n') : '';
}
