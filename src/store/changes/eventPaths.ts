import { posix } from 'node:path';

/** Before a path whose folder is not known: it may be any that ends so. */
export const anywhere = '**/';

const isAbsolute = (path: string): boolean => path.startsWith('/') || /^[A-Za-z]:\//.test(path);

/** With `/`, whichever system it is of, and Unicode's composed form, as editors write it. */
function slashed(path: string, isWindows: boolean): string {
  const plain = isWindows || /^[A-Za-z]:\\|^\\\\/.test(path) ? path.replaceAll('\\', '/') : path;
  return plain.replace(/^file:\/\/(?=\/)/, '').normalize('NFC');
}

/** Where a file is that is named from a folder; `anywhere` before it where that cannot be told. */
export function placedPath(path: string, ...folders: readonly (string | undefined)[]): string {
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

/** The folders of a project, on this machine or where it was before, longest first. */
export class ProjectPaths {
  readonly #folders: readonly string[];
  readonly #ignoresCase: boolean;
  readonly #known = new Map<string, string | undefined>();

  constructor(folders: readonly string[], platform: NodeJS.Platform) {
    this.#ignoresCase = platform === 'win32' || platform === 'darwin';
    const all = folders.map((folder) => this.#comparable(placedPath(folder)));
    this.#folders = [...new Set(all)].sort((a, b) => b.length - a.length);
  }

  /** Where in the project a path is, in the form in which paths of one file are the same; undefined for outside. */
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

/** Whether what happened to a path happened to a file: to itself, a folder it is in, or whatever ends like it. */
export function concerns(path: string, file: string): boolean {
  if (path === '' || path === file || file.startsWith(`${path}/`)) return true;
  if (!path.startsWith(anywhere)) return false;
  const end = path.slice(anywhere.length);
  return `/${file}`.endsWith(`/${end}`) || `/${file}`.includes(`/${end}/`);
}

/** A file of a project. */
export interface ProjectFile {
  /** Absolute. */
  readonly file: string;
  /** Relative to the folder of the workspace it lies in, with `/`. */
  readonly shown: string;
  /** What events may call it: by its own path, and by that without links. */
  readonly names: readonly string[];
  readonly paths: ProjectPaths;
  /** When somebody committed, whether a session tells of it or not; milliseconds. */
  readonly commits: readonly number[];
}

/** A folder of a workspace, and how its files are called wherever it was. */
export interface ProjectFolder {
  readonly folder: string;
  readonly paths: ProjectPaths;
  readonly commits: readonly number[];
}
