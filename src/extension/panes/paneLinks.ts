import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { commands, env, l10n, Range, Uri, window, workspace } from 'vscode';
import { decoded } from '../../disk/base/anyPath.ts';
import { inform } from '../base/notices.ts';

/** A position in a file, as mentioned in messages: `src/a.ts`, `src/a.ts:12`, `src/a.ts:12:3`, `src/a.ts#L12`. */
export interface FilePlace {
  readonly path: string;
  /** From 1. */
  readonly line: number | undefined;
  readonly column: number | undefined;
}

/**
 * Opens web and mail addresses externally, references in their panes, and files of the workspace in editors; rejects
 * everything else.
 */
export async function openLink(href: string, root: string): Promise<void> {
  if (/^(https?|mailto):/i.test(href)) {
    await env.openExternal(Uri.parse(href, true));
    return;
  }
  if (href.startsWith('history://')) {
    await commands.executeCommand('historyStore.openReference', { folder: root, reference: href });
    return;
  }
  const place = filePlace(href);
  const file = place && (await insideWorkspace(resolve(root, place.path), root));
  if (place === undefined || file === undefined) {
    inform(l10n.t('“{0}” isn’t a file in this workspace.', href));
    return;
  }
  const line = Math.max(0, (place.line ?? 1) - 1);
  const column = Math.max(0, (place.column ?? 1) - 1);
  await window.showTextDocument(Uri.file(file), { selection: new Range(line, column, line, column) });
}

/** Returns undefined for anything but a path, such as a link with another scheme. */
export function filePlace(href: string): FilePlace | undefined {
  const match = /^(?<path>.+?)(?:(?::(?<line>\d+)(?::(?<column>\d+))?)|(?:#L(?<anchor>\d+).*))?$/s.exec(href);
  const path = match?.groups?.path;
  if (path === undefined) return undefined;
  const { line, column, anchor } = match?.groups ?? {};
  const file = path.startsWith('file:') ? fileOfUrl(path) : decoded(path);
  // A single letter before a colon is a Windows drive, more are a scheme.
  if (file === undefined || /^[a-z][a-z0-9+.-]+:/i.test(file)) return undefined;
  return { path: file, line: count(line ?? anchor), column: count(column) };
}

function fileOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined; // not a local file
  }
}

const count = (digits: string | undefined): number | undefined =>
  digits === undefined ? undefined : Number(digits);

/** Returns the real path of an existing file in one of the workspace's folders. */
async function insideWorkspace(path: string, root: string): Promise<string | undefined> {
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) return undefined;
  const folders = [root, ...(workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath)];
  for (const folder of folders) {
    const from = relative(await realpath(folder).catch(() => folder), real);
    if (from !== '' && from !== '..' && !from.startsWith(`..${sep}`) && !isAbsolute(from)) return real;
  }
  return undefined;
}
