import { posix } from 'node:path';
import { pathOfUrl, withoutLongPrefix } from '../../disk/base/anyPath.ts';

/** Prefix of a path in an unknown folder: it matches every path with this ending. */
export const anywhere = '**/';

const isAbsolute = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:\//.test(path);

/** Normalizes a path of any system to `/` and NFC, as editors write it. */
function slashed(path: string, isWindows: boolean): string {
  const plain = pathOfUrl(path) ?? withoutLongPrefix(path);
  const isOfWindows = isWindows || /^[A-Za-z]:\\|^\\\\/.test(plain);
  return (isOfWindows ? plain.replaceAll('\\', '/') : plain).normalize('NFC');
}

/** Resolves a path against its folders; prefixed by `anywhere` where a folder is unknown. */
export function resolvedPath(path: string, ...folders: readonly (string | undefined)[]): string {
  const isWindows = folders.some((folder) => /^[A-Za-z]:[\\/]|^\\\\/.test(folder ?? ''));
  let placed = slashed(path, isWindows);
  for (const folder of folders) {
    if (isAbsolute(placed)) break;
    if (folder === undefined || placed.startsWith('~'))
      return anywhere + placed.replace(/^(?:\.{1,2}\/|~\/)+/, '');
    placed = posix.join(slashed(folder, isWindows), placed);
  }
  return isAbsolute(placed) ? withoutEnd(posix.normalize(placed)) : anywhere + withoutEnd(placed);
}

const withoutEnd = (path: string): string => (path.length > 1 ? path.replace(/\/+$/, '') : path);

/** The current and former folders of a project, longest first. */
export class ProjectPaths {
  readonly #folders: readonly string[];
  readonly #ignoresCase: boolean;
  readonly #known = new Map<string, string | undefined>();

  constructor(folders: readonly string[], platform: NodeJS.Platform) {
    this.#ignoresCase = platform === 'win32' || platform === 'darwin';
    const all = folders.map((folder) => this.#comparable(resolvedPath(folder)));
    this.#folders = [...new Set(all)].sort((a, b) => b.length - a.length);
  }

  /** Returns the comparable path relative to the project; undefined outside it. */
  below(path: string): string | undefined {
    if (!this.#known.has(path)) this.#known.set(path, this.#below(path));
    return this.#known.get(path);
  }

  #below(path: string): string | undefined {
    if (path.startsWith(anywhere)) return this.#comparable(path);
    const own = this.#comparable(path);
    const folder = this.#folders.find(
      (each) => own === each || own.startsWith(each === '/' ? each : `${each}/`),
    );
    return folder === undefined ? undefined : own.slice(folder.length).replace(/^\//, '');
  }

  #comparable(path: string): string {
    return this.#ignoresCase || /^[A-Za-z]:\//.test(path) ? path.toLowerCase() : path;
  }
}

/** Reports whether an event at `path` affects a file: itself, a parent folder, or any path with that ending. */
export function concerns(path: string, file: string): boolean {
  if (path === '' || path === file || file.startsWith(`${path}/`)) return true;
  if (!path.startsWith(anywhere)) return false;
  const end = path.slice(anywhere.length);
  return `/${file}`.endsWith(`/${end}`) || `/${file}`.includes(`/${end}/`);
}

/** A file of a project. */
export interface ProjectFile {
  /** Absolute path. */
  readonly file: string;
  /** Relative to its workspace folder, with `/`. */
  readonly shown: string;
  /** Comparable names in events: its own path and its path without links. */
  readonly names: readonly string[];
  readonly paths: ProjectPaths;
  /** Times of all commits recorded by git, milliseconds. */
  readonly commits: readonly number[];
  /** Identifies the last commit and git-ai's notes; undefined without notes. */
  readonly notes: string | undefined;
}

/** A folder of a workspace, with the paths its files have or had. */
export interface ProjectFolder {
  readonly folder: string;
  readonly paths: ProjectPaths;
  readonly commits: readonly number[];
  readonly notes: string | undefined;
}
