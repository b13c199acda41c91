import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { StoreError } from '../../disk/base/core.ts';
import { contains } from '../../disk/base/projectFolder.ts';
import { foreignFile, foreignText, openForeign, realForeign } from '../../disk/files/foreign.ts';
import { worktreesOf } from '../../disk/projects/worktrees.ts';
import type { Places } from '../../agents/profile/machine.ts';
import type { Workspace } from '../../history/sessions/types.ts';
import { notesState } from './attestedLines.ts';
import { resolvedPath, ProjectPaths, type ProjectFile, type ProjectFolder } from './eventPaths.ts';
import { linesOf } from './lineKeys.ts';
import type { FormerFolders } from './sources.ts';
import type { FileHistory } from './types.ts';

/** Larger files are not compared. Bytes. */
const maxBytes = 4_000_000;
/** Marks a generated file near its beginning. */
const generatedText =
  /@generated|\bauto-?generated\b|\bgenerated (?:by|from|automatically|file)\b|\bdo not (?:edit|modify)\b/i;
const generatedPath =
  /(?:^|\/)(?:node_modules|dist|out|target|__snapshots__|\.next|vendor)\/|(?:^|\/)(?:[\w.-]*-lock\.(?:json|yaml)|[\w-]+\.lock|npm-shrinkwrap\.json|go\.sum|bun\.lockb?)$|\.min\.\w+$|\.map$|\.snap$/;

/** A commit in git's log of `HEAD`, with its time in seconds. */
const noted = /> (\d+) [+-]\d{4}\tcommit\b/gm;

/** Lists the times of commits in a folder's repository, as far as git keeps them; milliseconds. */
async function commitTimes(top: string): Promise<readonly number[]> {
  const log = (await foreignText(join(top, '.git', 'logs', 'HEAD'), maxBytes)) ?? '';
  return [...log.matchAll(noted)].map(([, seconds]) => Number(seconds) * 1_000);
}

/** A folder is examined again after this. Milliseconds. */
const freshMs = 5_000;

/** The folders of a project, including other working trees of its repository and former locations. */
export class ProjectFolders {
  readonly #before: FormerFolders;
  readonly #known = new Map<string, { readonly at: number; readonly found: Promise<ProjectFolder> }>();

  constructor(before: FormerFolders) {
    this.#before = before;
  }

  of(folder: string, { places }: Workspace): Promise<ProjectFolder> {
    const known = this.#known.get(folder);
    if (known && performance.now() - known.at < freshMs) return known.found;
    const found = this.#find(folder, places);
    this.#known.set(folder, { at: performance.now(), found });
    return found;
  }

  async #find(folder: string, places: Places): Promise<ProjectFolder> {
    const real = await realForeign(folder);
    const [top = real, ...trees] = await worktreesOf(real);
    const inTree = relative(top, real);
    const former = await this.#before(places);
    const same = [
      folder,
      real,
      ...trees.map((tree) => join(tree, inTree)),
      ...former.map(({ path }) => path),
    ];
    return {
      folder,
      paths: new ProjectPaths(same, places.platform),
      commits: await commitTimes(top),
      notes: await notesState([top, ...trees]),
    };
  }
}

/** Resolves a path in the folders of a workspace. Throws `outside` for a path in none of them. */
export async function projectFile(
  known: ProjectFolders,
  workspace: Workspace,
  path: string,
): Promise<ProjectFile> {
  const { folders } = workspace;
  const file = isAbsolute(path) ? resolve(path) : resolve(folders[0] ?? '.', path);
  const real = await realForeign(file);
  for (const folder of folders) {
    const realFolder = await realForeign(folder);
    const isIn = contains(folder, file) || contains(realFolder, file);
    const within = real === file ? isIn : contains(realFolder, real);
    if (!isIn || !within || file === folder) continue;
    const { paths, commits, notes } = await known.of(folder, workspace);
    const names = [file, real].flatMap((each) => paths.below(resolvedPath(each)) ?? []);
    const shown = relative(contains(folder, file) ? folder : realFolder, file).replaceAll(sep, '/');
    return { file, shown, names: [...new Set(names)], paths, commits, notes };
  }
  throw new StoreError(
    'outside',
    `${JSON.stringify(path)} is not in the project. Give the path of a file in ${folders.join(' or ')}.`,
    { path },
  );
}

/** The current content of a file. */
export interface FileText {
  readonly state: FileHistory['state'];
  /** Empty unless it is text. */
  readonly lines: readonly string[];
}

/** Reads a file, or takes the given text. Throws `invalid_argument` for a folder. */
export async function fileText({ file, shown }: ProjectFile, given?: string): Promise<FileText> {
  if (given !== undefined) return textState(shown, given);
  const stat = await foreignFile(file);
  if (stat === undefined) return { state: 'missing', lines: [] };
  if (stat.size > maxBytes) return { state: 'too large', lines: [] };
  const handle = await openForeign(file);
  try {
    const bytes = await handle.readFile();
    return bytes.includes(0) ? { state: 'binary', lines: [] } : textState(shown, bytes.toString('utf8'));
  } finally {
    await handle.close();
  }
}

function textState(path: string, text: string): FileText {
  const lines = linesOf(text);
  const isGenerated = generatedPath.test(path) || lines.slice(0, 5).some((line) => generatedText.test(line));
  if (text.length > maxBytes) return { state: 'too large', lines: [] };
  return { state: isGenerated ? 'generated' : 'text', lines };
}
