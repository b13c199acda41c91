import { pathOfUrl } from '../../disk/base/anyPath.ts';
import type { JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, listOf, objectOf, textOf, type Field } from '../../agents/reading/fields.ts';
import type { ToolCall } from '../../agents/reading/types.ts';
import { linesIn } from './commands.ts';
import { patchTextsIn } from './scriptPatches.ts';
import { writtenByShell, type ChangedPath } from './shellFiles.ts';

/**
 * Returns the files that a call of any tool certainly changes, each once. The call's status says whether it was done.
 */
export function changedPathsIn(call: ToolCall): readonly ChangedPath[] {
  const byTool = call.status === 'success' ? [...ofPatches(call), ...ofTool(call)] : [];
  const found = [...byTool, ...linesIn(call).flatMap((line) => inFolder(call, line))];
  const last = new Map(found.filter(({ path }) => isPath(path)).map((one) => [one.path, one]));
  return [...last.values()];
}

/** Returns the files of a shell line; paths are relative to the folder the shell started in. */
function inFolder({ args, status }: ToolCall, line: string): readonly ChangedPath[] {
  const folder = [args.workdir, args.cwd, args.working_directory, args.dir_path, args.directory]
    .map(textOf)
    .find((path) => path !== undefined);
  return writtenByShell(line, folder, status === 'success');
}

const isPath = (path: string): boolean =>
  path.length < 1_000 && !/[\n\r]|^\s*$|^(?:https?|vscode-\w+):/.test(path);

/** Matches tool names that write files, and names of tools on other objects. */
const writes =
  /(?:^|_)(?:write|edit|multiedit|create|replace|insert|append|patch|apply|delete|remove|move|rename|str)(?:_|$)/;
const noFile =
  /todo|plan|task|memor|dialog|context|session|issue|comment|pull|branch|(?:^|_)pr(?:_|$)|director|folder|dir(?:_|$)|workspace|command|terminal|shell|page|database|entit|relation|observation|message|reminder/;
const looksOnly = /^(?:view|read|list|undo_edit|show)$/i;
const paths = [
  ...([
    'file_path',
    'filePath',
    'path',
    'absolutePath',
    'absolute_path',
    'notebook_path',
    'notebookPath',
  ] as const),
  ...(['target_file', 'targetFile', 'TargetFile', 'relative_path', 'relative_workspace_path'] as const),
  ...(['filepath', 'file', 'filename', 'file_name', 'fileName', 'uri', 'resource', 'target'] as const),
] as const;

function ofTool({ name, args, result }: ToolCall): ChangedPath[] {
  const words = name
    .replace(/^.*(?:__|[.:/])/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase();
  if (noFile.test(words) || looksOnly.test(textOf(args.command) ?? textOf(args.mode) ?? '')) return [];
  if (/^(?:text_)?editor$/.test(words)) return namedIn(args).map((path) => ({ path }));
  if (!writes.test(words)) return [];
  if (/move|rename/.test(words)) return moved(args);
  const isGone = /delete|remove/.test(words) && namedIn(args).length > 0;
  const many = [
    ...listOf(args.edits),
    ...listOf(args.replacements),
    ...listOf(args.files),
    ...listOf(args.file_paths),
  ];
  const named = [
    ...namedIn(args),
    ...many.flatMap((one) => (typeof one === 'string' ? [one] : namedIn(fieldsOf(one)))),
  ];
  const paths = named.length > 0 ? named : namedIn(fieldsOf(result));
  return paths.map((path) => ({ path, ...(isGone && { isGone }) }));
}

function namedIn(args: JsonObject): string[] {
  return paths
    .flatMap((name) => {
      const path = pathOf(args[name]);
      return path === undefined ? [] : [path];
    })
    .slice(0, 1);
}

/** Parses a path, also from a URL (`file:///a%20b`) or an editor's form. */
function pathOf(field: Field): string | undefined {
  const { path, fsPath } = fieldsOf(field);
  const text = textOf(field) ?? textOf(fsPath) ?? textOf(path);
  return text === undefined ? undefined : (pathOfUrl(text) ?? text);
}

function moved(args: JsonObject): ChangedPath[] {
  const first = (...given: readonly Field[]) => given.map(textOf).find((path) => path !== undefined);
  const before = first(
    args.source,
    args.source_path,
    args.old_path,
    args.oldPath,
    args.from,
    args.path,
    args.src,
  );
  const after = first(
    args.destination,
    args.destination_path,
    args.new_path,
    args.newPath,
    args.to,
    args.dest,
  );
  return before === undefined || after === undefined ? [] : [{ path: before, isGone: true }, { path: after }];
}

/** Returns the files in patches: Codex's format anywhere in the arguments, or its record of applied changes. */
function ofPatches({ args, name }: ToolCall): ChangedPath[] {
  const texts = Object.values(args).flatMap((value) => (typeof value === 'string' ? [value] : listOf(value)));
  const patched = texts.flatMap((text) => (typeof text === 'string' ? patchTextsIn(text) : []));
  const changes = objectOf(args.changes);
  if (/patch/i.test(name) && changes)
    return Object.entries(changes).map(([path, change]) => {
      const { type, move_path: to } = fieldsOf(change);
      return { path: textOf(to) ?? path, ...(type === 'delete' && { isGone: true as const }) };
    });
  return patched.flatMap(ofPatch);
}

function ofPatch(patch: string): ChangedPath[] {
  const named = patch.matchAll(
    /\*\*\* (Add|Update|Delete) File: ([^\n\r"]+?)(?:\\n|\r?\n)(?:\*\*\* Move to: ([^\n\r"]+?)(?:\\n|\r?\n))?/g,
  );
  return [...named].flatMap(([, what, path = '', to]): ChangedPath[] => {
    if (to !== undefined) return [{ path, isGone: true }, { path: to }];
    return [{ path, ...(what === 'Delete' && { isGone: true as const }) }];
  });
}
