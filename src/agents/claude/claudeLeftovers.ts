// Files that Claude Code keeps of a session beside its transcript.
import { createHash } from 'node:crypto';
import { basename, join, relative } from 'node:path';
import type { JsonObject } from '../../disk/base/core.ts';
import { foreignFileNow } from '../../disk/files/foreign.ts';
import { fieldsOf, listOf, textOf } from '../reading/fields.ts';
import { filesOf, foldersOf } from '../reading/places.ts';
import { readBeside, readJsonBeside } from '../reading/whole.ts';

/** A notice about a session. */
interface Notice {
  /** Milliseconds. */
  readonly at: number;
  readonly text: string;
  readonly type: 'info';
}

/** Returns the to-do lists of a session and its helpers as they were last. */
export async function claudeTodos(home: string, session: string): Promise<readonly Notice[]> {
  const lists = await filesOf(join(home, 'todos'), {
    test: (name) => name.startsWith(`${session}-agent-`) && name.endsWith('.json'),
  });
  const found: Notice[] = [];
  for (const path of lists) {
    const items = listOf(await readJsonBeside(path)).map(fieldsOf);
    found.push(...noticeOf(path, items.flatMap(todoLine)));
  }
  const tasks = await filesOf(join(home, 'tasks', session), /^\d+\.json$/);
  const lines: string[] = [];
  for (const path of tasks) lines.push(...todoLine(fieldsOf(await readJsonBeside(path))));
  return [...found, ...(tasks[0] === undefined ? [] : noticeOf(tasks.at(-1) ?? '', lines))];
}

function todoLine({ content, subject, status }: JsonObject): readonly string[] {
  const text = textOf(content) ?? textOf(subject);
  return text === undefined ? [] : [`- [${status === 'completed' ? 'x' : ' '}] ${text}`];
}

function noticeOf(path: string, lines: readonly string[]): readonly Notice[] {
  const at = foreignFileNow(path)?.mtimeMs;
  if (at === undefined || lines.length === 0) return [];
  return [{ at, type: 'info', text: ['To-do list:', ...lines].join('\n') }];
}

/** Larger copies are left where they are. Bytes. */
const maxBytes = 256 * 1024;
/** Files of the project whose names are compared with those of copies. */
const maxFiles = 50_000;

/** Returns the texts of the project's files as they were before a session edited them. */
export async function claudeBackups(
  home: string,
  session: string,
  roots: readonly string[],
): Promise<readonly Notice[]> {
  const copies = await filesOf(join(home, 'file-history', session), /^[0-9a-f]{16}@v\d+$/);
  if (copies.length === 0) return [];
  const names = await namesOfFiles(roots);
  const found: Notice[] = [];
  for (const path of copies) {
    const [hash = '', version = ''] = basename(path).split('@v');
    const [name, stat] = [names.get(hash), foreignFileNow(path)];
    if (name === undefined || stat === undefined || stat.size > maxBytes) continue;
    const content = await readBeside(path);
    if (content === undefined || content.includes('\0')) continue;
    const text = `${name} as it was before an edit, version ${version}:\n\n${content}`;
    found.push({ at: stat.mtimeMs, type: 'info', text });
  }
  return found;
}

/** Returns the files of the project by the name that Claude Code gives their copies, a hash of the path. */
async function namesOfFiles(roots: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const root of roots) {
    const folders = [root];
    for (
      let folder = folders.shift();
      folder !== undefined && names.size < maxFiles;
      folder = folders.shift()
    ) {
      for (const path of await filesOf(folder, /./, { links: false }))
        names.set(createHash('sha256').update(path).digest('hex').slice(0, 16), relative(root, path));
      const below = await foldersOf(folder);
      folders.push(...below.filter((path) => !/^(?:\.git|node_modules)$/.test(basename(path))));
    }
  }
  return names;
}
