import type { Dirent } from 'node:fs';
import { join, resolve, sep, dirname, relative } from 'node:path';
import { visible } from '../../disk/text/containText.ts';
import { entriesOfForeign, existsForeign, foreignText } from '../../disk/files/foreign.ts';
import ignore, { type Ignore } from 'ignore';

/** Maximum number of entries in a tree, breadth first. */
const maxItems = 200;
/** Listed but not opened. */
const ignoredFolders: ReadonlySet<string> = new Set([
  'node_modules',
  '.git',
  'dist',
  '__pycache__',
  '.chat-history',
]);
const more = '...';

interface TreeFolder {
  readonly name: string;
  readonly path: string;
  readonly files: string[];
  readonly folders: TreeFolder[];
  /** Ignored, or not opened because the limit was reached. */
  closed: boolean;
  /** The limit was reached among its files. */
  hasMoreFiles: boolean;
  /** The limit was reached among its folders. */
  hasMoreFolders: boolean;
}

/**
 * Formats a folder as a tree like the original: at most 200 entries breadth first, files before folders, sorted by
 * name. Omits ignored files and links; ignored or cut folders show `...`.
 */
export async function getFolderStructure(folder: string): Promise<string> {
  const path = resolve(folder);
  const root = newFolder(path, path, false);
  if (!(await readTree(root)))
    return `Error: Could not read directory "${path}". Check path and permissions.`;
  const lines = linesOf(root, '');
  const cut = lines.some((line) => line.endsWith(more));
  const note = cut
    ? ` Folders or files indicated with ${more} contain more items not shown, were ignored, or the display limit (${maxItems} items) was reached.`
    : '';
  const head = `Showing up to ${maxItems} items (files + folders).${note}`;
  return `${head}\n\n${visible(path.endsWith(sep) ? path : path + sep)}\n${lines.join('\n')}`;
}

const newFolder = (name: string, path: string, closed: boolean): TreeFolder => ({
  name,
  path,
  closed,
  files: [],
  folders: [],
  hasMoreFiles: false,
  hasMoreFolders: false,
});

interface TreeWalk {
  left: number;
  readonly queue: { readonly folder: TreeFolder; readonly rules: GitIgnore }[];
}

/** Fills a tree; returns false where the root cannot be read. */
async function readTree(root: TreeFolder): Promise<boolean> {
  const reading: TreeWalk = {
    left: maxItems,
    queue: [{ folder: root, rules: await GitIgnore.around(root.path) }],
  };
  for (let next = reading.queue.shift(); next; next = reading.queue.shift()) {
    next.folder.closed = reading.left === 0;
    if (next.folder.closed) continue;
    const entries = await entriesOf(next.folder.path);
    if (entries === undefined && next.folder === root) return false;
    const rules = await next.rules.within(next.folder.path);
    addEntries(next.folder, entries ?? [], rules, reading);
  }
  return true;
}

/** The entries of a folder by name; undefined where it cannot be read. */
async function entriesOf(path: string): Promise<Dirent[] | undefined> {
  const entries = await entriesOfForeign(path);
  return entries?.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function addEntries(
  folder: TreeFolder,
  entries: readonly Dirent[],
  rules: GitIgnore,
  reading: TreeWalk,
): void {
  const files = entries.filter(
    (entry) => entry.isFile() && !rules.ignores(join(folder.path, entry.name), false),
  );
  folder.files.push(...files.slice(0, reading.left).map(({ name }) => name));
  folder.hasMoreFiles = files.length > reading.left;
  reading.left -= folder.files.length;
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    if (reading.left === 0) {
      folder.hasMoreFolders = true;
      return;
    }
    const path = join(folder.path, name);
    const below = newFolder(name, path, ignoredFolders.has(name) || rules.ignores(path, true));
    folder.folders.push(below);
    reading.left--;
    if (!below.closed) reading.queue.push({ folder: below, rules });
  }
}

function linesOf(folder: TreeFolder, indent: string): string[] {
  const files = [...folder.files, ...(folder.hasMoreFiles ? [more] : [])];
  const folders = [...folder.folders, ...(folder.hasMoreFolders ? [undefined] : [])];
  const last = files.length + folders.length - 1;
  const branch = (index: number): string => indent + (index === last ? '└───' : '├───');
  return [
    ...files.map((name, index) => branch(index) + visible(name)),
    ...folders.flatMap((below, n) => {
      const index = files.length + n;
      if (below === undefined) return [branch(index) + more];
      const line = branch(index) + visible(below.name) + sep + (below.closed ? more : '');
      return [line, ...linesOf(below, indent + (index === last ? '    ' : '│   '))];
    }),
  ];
}

/** The rules of one `.gitignore`. */
interface Rules {
  /** Absolute path of their folder. */
  readonly folder: string;
  readonly rules: Ignore;
}

/** The paths that git ignores in a folder, by every `.gitignore` from the top of the repository down. */
class GitIgnore {
  readonly #rules: readonly Rules[];

  private constructor(rules: readonly Rules[]) {
    this.#rules = rules;
  }

  /** Reads the rules of the folders above, without the folder's own. */
  static async around(folder: string): Promise<GitIgnore> {
    const parents: string[] = [];
    let top = folder;
    while (!(await existsForeign(join(top, '.git')))) {
      const parent = dirname(top);
      if (parent === top) return new GitIgnore([]); // outside any repository
      parents.unshift(parent);
      top = parent;
    }
    let found = new GitIgnore(await rulesOf(top, join('.git', 'info', 'exclude')));
    for (const parent of parents) found = await found.within(parent);
    return found;
  }

  /** Adds the rules of a folder below. */
  async within(folder: string): Promise<GitIgnore> {
    const rules = await rulesOf(folder, '.gitignore');
    return rules.length === 0 ? this : new GitIgnore([...this.#rules, ...rules]);
  }

  /** Reports whether git ignores a path; deeper rules win, then later ones. */
  ignores(path: string, isFolder: boolean): boolean {
    for (const { folder, rules } of this.#rules.toReversed()) {
      const name = relative(folder, path).split(sep).join('/');
      const { ignored, unignored } = rules.test(isFolder ? `${name}/` : name);
      if (ignored || unignored) return ignored;
    }
    return false;
  }
}

/** Larger files are not written by hand. Bytes. */
const maxBytes = 1024 * 1024;

async function rulesOf(folder: string, name: string): Promise<Rules[]> {
  // Missing or unreadable rules ignore nothing.
  const text = await foreignText(join(folder, name), maxBytes);
  return text === undefined ? [] : [{ folder, rules: ignore().add(text) }];
}
