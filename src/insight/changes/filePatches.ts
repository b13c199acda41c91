import { fieldsOf, objectOf, textOf } from '../../agents/reading/fields.ts';
import { defined, type JsonObject } from '../../disk/base/core.ts';
import { linesOf } from './lineKeys.ts';

/** A piece of a file before and after a change. */
export interface Piece {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** The effect of a patch on one file. */
export interface FilePatch {
  /** As named in the patch; empty where it names none. */
  readonly path: string;
  readonly kind: 'create' | 'update' | 'delete';
  readonly movedTo?: string;
  readonly pieces: readonly Piece[];
}

interface Draft {
  path: string;
  kind: FilePatch['kind'];
  movedTo?: string;
  pieces: { before: string[]; after: string[] }[];
}

/** Parses a unified diff, or a patch in Codex's format with one or more files. */
export function patchesOf(patch: string): readonly FilePatch[] {
  return /^\*\*\* (?:Add|Update|Delete) File: /m.test(patch) ? codexPatches(patch) : [unifiedPatch(patch)];
}

function codexPatches(patch: string): FilePatch[] {
  const files: Draft[] = [];
  for (const line of linesOf(patch)) {
    const [, what, path = ''] = /^\*\*\* (Add|Update|Delete) File: (.+?)\s*$/.exec(line) ?? [];
    const kinds = { Add: 'create', Update: 'update', Delete: 'delete' } as const;
    if (what === 'Add' || what === 'Update' || what === 'Delete')
      files.push({ path, kind: kinds[what], pieces: [{ before: [], after: [] }] });
    const file = files.at(-1);
    if (!file || what !== undefined) continue;
    const [, to] = /^\*\*\* Move to: (.+?)\s*$/.exec(line) ?? [];
    if (to !== undefined) file.movedTo = to;
    else if (line.startsWith('@@')) file.pieces.push({ before: [], after: [] });
    else if (!line.startsWith('***')) takeLine(file, line);
  }
  return files;
}

function unifiedPatch(patch: string): FilePatch {
  const isNew = /^(?:create file mode|new file mode|--- (?:a)?\/dev\/null)/m.test(patch.slice(0, 2_000));
  const file: Draft = { path: '', kind: isNew ? 'create' : 'update', pieces: [] };
  for (const line of linesOf(patch)) {
    const [, from] = /^@@ -(\d+(?:,\d+)?) \+/.exec(line) ?? [];
    if (from !== undefined) file.pieces.push({ before: [], after: [] });
    if (from === '0,0') file.kind = 'create';
    else if (from === undefined && file.pieces.length > 0) takeLine(file, line);
  }
  return file;
}

/** A line without a sign belongs to the text: a program dropped the space of an empty line. */
function takeLine({ pieces }: Draft, line: string): void {
  const piece = pieces.at(-1);
  const text = line.slice(1);
  if (line.startsWith('\\')) return; // no line feed at the end
  if (!line.startsWith('+')) piece?.before.push(text);
  if (!line.startsWith('-')) piece?.after.push(text);
}

/** Parses Codex's changes by file: `{path: {type: "add" | "update" | "delete", …}}`, or `{path: {add: {…}}}`. */
export function codexPatchesByFile(changes: JsonObject): readonly FilePatch[] {
  return Object.entries(changes).flatMap(([path, change]): FilePatch[] => {
    const fields = fieldsOf(change);
    const [[inner, within] = ['', null]] = Object.entries(fields);
    const type = textOf(fields.type) ?? inner;
    const { content, unified_diff, move_path } = textOf(fields.type) ? fields : (objectOf(within) ?? {});
    if (type === 'delete') return [{ path, kind: 'delete', pieces: [] }];
    if (type === 'add')
      return [{ path, kind: 'create', pieces: [{ before: [], after: linesOf(textOf(content) ?? '') }] }];
    const { pieces } = unifiedPatch(textOf(unified_diff) ?? '');
    const movedTo = textOf(move_path);
    return [{ path, kind: 'update', pieces, ...defined({ movedTo }) }];
  });
}
