import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { StoreError } from '../base/core.ts';
import { contains } from '../base/projectFolder.ts';
import { foreignFile, foreignText, openForeign, realForeign } from '../files/foreign.ts';
import { workingTrees } from '../projects/workingTrees.ts';
import type { Places } from '../transcripts/shared/agent.ts';
import type { Workspace } from '../sessions/types.ts';
import { placedPath, ProjectPaths, type ProjectFile, type ProjectFolder } from './eventPaths.ts';
import { linesOf } from './lineKeys.ts';
import type { FoldersBefore } from './sources.ts';
import type { FileHistory } from './types.ts';

/** Larger files are not compared. Bytes. */
const maxBytes = 4_000_000;
/** What says near its beginning that a file was made by a program. */
const generatedText =
  /@generated|\bauto-?generated\b|\bgenerated (?:by|from|automatically|file)\b|\bdo not (?:edit|modify)\b/i;
const generatedPath =
  /(?:^|\/)(?:node_modules|dist|out|target|__snapshots__|\.next|vendor)\/|(?:^|\/)(?:[\w.-]*-lock\.(?:json|yaml)|[\w-]+\.lock|npm-shrinkwrap\.json|go\.sum|bun\.lockb?)$|\.min\.\w+$|\.map$|\.snap$/;

/** A line of the log in which git notes what its `HEAD` was: a commit, and when, in seconds. */
const noted = /> (\d+) [+-]\d{4}\tcommit\b/gm;

/** When somebody committed in the repository of a folder, as far as git remembers; milliseconds. */
async function commitTimes(top: string): Promise<readonly number[]> {
  const log = (await foreignText(join(top, '.git', 'logs', 'HEAD'), maxBytes)) ?? '';
  return [...log.matchAll(noted)].map(([, seconds]) => Number(seconds) * 1_000);
}

/** What is known of a folder is looked up anew after this. Milliseconds. */
const trustMs = 5_000;

/** A folder is the same project in other working trees of its repository, and where it was before. */
export class ProjectFolders {
  readonly #before: FoldersBefore;
  readonly #known = new Map<string, { readonly at: number; readonly found: Promise<ProjectFolder> }>();

  constructor(before: FoldersBefore) {
    this.#before = before;
  }

  of(folder: string, { places }: Workspace): Promise<ProjectFolder> {
    const known = this.#known.get(folder);
    if (known && performance.now() - known.at < trustMs) return known.found;
    const found = this.#look(folder, places);
    this.#known.set(folder, { at: performance.now(), found });
    return found;
  }

  async #look(folder: string, places: Places): Promise<ProjectFolder> {
    const real = await realForeign(folder);
    const [top = real, ...trees] = await workingTrees(real);
    const inTree = relative(top, real);
    const former = await this.#before(places);
    const same = [
      folder,
      real,
      ...trees.map((tree) => join(tree, inTree)),
      ...former.map(({ path }) => path),
    ];
    return { folder, paths: new ProjectPaths(same, places.platform), commits: await commitTimes(top) };
  }
}

/** The file that is meant in the folders of a workspace. Throws `outside` for one in none of them. */
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
    const { paths, commits } = await known.of(folder, workspace);
    const names = [file, real].flatMap((each) => paths.below(placedPath(each)) ?? []);
    const shown = relative(contains(folder, file) ? folder : realFolder, file).replaceAll(sep, '/');
    return { file, shown, names: [...new Set(names)], paths, commits };
  }
  throw new StoreError(
    'outside',
    `${JSON.stringify(path)} is not in the project. Give the path of a file in ${folders.join(' or ')}.`,
    { path },
  );
}

/** What is in a file now. */
export interface FileText {
  readonly state: FileHistory['state'];
  /** None where it is no text. */
  readonly lines: readonly string[];
}

/** Throws `invalid_argument` for a folder. */
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
