import type { JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, listOf, textOf, type Field } from '../../agents/reading/fields.ts';
import type { ToolCall } from '../../agents/reading/types.ts';
import { patchTextsIn } from './scriptPatches.ts';

/** A requested file change, as texts or as a patch of possibly several files. */
export type Edit =
  | { readonly kind: 'texts'; readonly path: string; readonly before: string; readonly after: string }
  /** Lines that begin with `+`, `-` or a blank, below position lines. `path` is empty if these name the files. */
  | { readonly kind: 'patch'; readonly path: string; readonly patch: string };

/** Names of arguments with the text to replace and its replacement. */
const pairs = [
  ['old_string', 'new_string'],
  ['oldString', 'newString'],
  ['old_str', 'new_str'],
  ['oldText', 'newText'],
  ['old_text', 'new_text'],
] as const;
const contents = ['content', 'file_text'] as const;
const writers = /^(write|write_file|create|create_file|write_to_file|insert_edit_into_file)$/i;
const paths = ['file_path', 'filePath', 'path', 'absolutePath', 'notebook_path', 'target_file'] as const;

/** Arguments that `editsIn` reads. */
export const editArguments: ReadonlySet<string> = new Set([
  ...pairs.flat(),
  ...contents,
  ...paths,
  ...['edits', 'replacements', 'diff'],
]);

/**
 * Returns the file changes in a call of any agent's tool; none for other tools. The call's status says whether they
 * were done.
 */
export const editsIn = (call: ToolCall): readonly Edit[] =>
  patchesIn(call) ?? blocksIn(call) ?? replacementsIn(call) ?? [];

/** Path of the file a call is about. */
export function pathIn(args: JsonObject): string | undefined {
  return paths.map((name) => textOf(args[name])).find((path) => path !== undefined);
}

/** Finds a unified diff beside the result, or patches in Codex's format anywhere in the arguments. */
function patchesIn({ args, resultDisplay }: ToolCall): Edit[] | undefined {
  const path = pathIn(args) ?? '';
  if (resultDisplay !== undefined && /^(?:--- .*\n\+\+\+ .*\n)?@@ -\d/m.test(resultDisplay))
    return [{ kind: 'patch', path, patch: resultDisplay }];
  const given = Object.values(args).flatMap((value) => (typeof value === 'string' ? [value] : listOf(value)));
  const patches = given.flatMap((value) => (typeof value === 'string' ? patchTextsIn(value) : []));
  if (patches.length === 0) return undefined;
  return patches.map((patch) => ({ kind: 'patch', path, patch: patchBody(patch) }));
}

function patchBody(text: string): string {
  const start = text.indexOf('*** Begin Patch') + '*** Begin Patch'.length;
  const end = text.indexOf('*** End Patch', start);
  return text.slice(start, end === -1 ? undefined : end).replace(/^\r?\n|\r?\n$/g, '');
}

/** Parses `SEARCH … REPLACE` blocks as Cline writes them. */
function blocksIn({ args }: ToolCall): Edit[] | undefined {
  const diff = textOf(args.diff);
  if (diff === undefined) return undefined;
  const path = pathIn(args) ?? '';
  return searchedBlocks(diff).map(({ before, after }) => ({ kind: 'texts' as const, path, before, after }));
}

/** Finds blocks by their marks, one after the other: a mark that is missing for one is missing for all later ones. */
function searchedBlocks(diff: string): readonly { readonly before: string; readonly after: string }[] {
  const marks = [/^[-<]{3,} SEARCH>?\n/gm, /^={3,}\n/gm, /^[+>]{3,} REPLACE>?/gm];
  const blocks: { before: string; after: string }[] = [];
  for (let from = 0; ;) {
    const found: RegExpExecArray[] = [];
    for (const mark of marks) {
      mark.lastIndex = from;
      const match = mark.exec(diff);
      if (match === null) return blocks;
      found.push(match);
      from = mark.lastIndex;
    }
    const [before = '', after = ''] = found.slice(1).map((mark, n) => {
      const { index = 0, 0: { length = 0 } = '' } = found[n] ?? {};
      return diff.slice(index + length, mark.index).replace(/\n$/, '');
    });
    blocks.push({ before, after });
  }
}

function replacementsIn({ name, args }: ToolCall): Edit[] | undefined {
  const path = pathIn(args) ?? '';
  const many = [...listOf(args.edits), ...listOf(args.replacements)].map(fieldsOf);
  const found = [args, ...many].flatMap((fields) => replacement(fields, pathIn(fields) ?? path));
  if (found.length > 0) return found;
  if (!writers.test(name)) return undefined;
  const text = contents.map((key) => textOf(args[key])).find((content) => content !== undefined);
  return text === undefined ? undefined : [{ kind: 'texts', path, before: '', after: text }];
}

function replacement(fields: JsonObject, path: string): Edit[] {
  for (const [old, changed] of pairs) {
    const before = stringOf(fields[old]);
    const after = stringOf(fields[changed]);
    if (before !== undefined && after !== undefined) return [{ kind: 'texts', path, before, after }];
  }
  return [];
}

const stringOf = (field: Field): string | undefined => (typeof field === 'string' ? field : undefined);
