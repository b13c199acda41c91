import { realpathSync, statSync } from 'node:fs';
import { isAbsolute, parse, relative, sep } from 'node:path';
import { StoreError } from '../store/errors.ts';
import type { Limits } from '../store/limits.ts';
import type { Log } from '../store/log.ts';
import type { Language } from '../store/rules/rules.ts';
import type { EmbeddingProvider } from '../store/search/embeddings.ts';
import { openStore, type Store } from '../store/store.ts';
import type { Places } from '../store/transcripts/places.ts';
import { show } from './argumentErrors.ts';

export interface ProjectsOptions {
  /** Absolute folders that calls are confined to; empty: a call may name any project folder. */
  readonly roots: readonly string[];
  /** Absolute folder that holds the history in place of every project's own. */
  readonly base?: string;
  /** The home directory, which is never a project unless it was given as a root. */
  readonly home: string;
  readonly limits: Limits;
  /** Of texts handed to agents. */
  readonly language: Language;
  readonly log: Log;
  /** Where agents keep their transcripts, which are searched, too. */
  readonly places: Places;
  /** Makes search look for meanings, too. */
  readonly embeddings?: EmbeddingProvider;
}

/** Finds the store that a call means and refuses folders it must not touch. */
export class Projects {
  readonly #options: ProjectsOptions;
  readonly #stores = new Map<string, Store>();

  constructor(options: ProjectsOptions) {
    this.#options = options;
  }

  /**
   * The store of a call's `projectRoot`. The history is in that folder itself, also when it lies below a root.
   * Synchronous, so that calls reach the store in the order they came.
   */
  open(projectRoot: string | undefined): Store {
    const { base } = this.#options;
    const checked = projectRoot === undefined ? undefined : this.#check(projectRoot);
    return this.#store(base ?? checked ?? this.#onlyRoot());
  }

  /** The folder of a call's project, links resolved, also where the history is kept elsewhere. */
  root(projectRoot: string | undefined): string {
    return projectRoot === undefined ? this.#onlyRoot() : this.#check(projectRoot);
  }

  #store(folder: string): Store {
    const known = this.#stores.get(folder);
    if (known) return known;
    const { limits, language, log, embeddings, places, base, roots } = this.#options;
    const folders = base === undefined ? [folder] : roots;
    const store = openStore(folder, {
      ...{ limits, language, log, workspace: () => ({ folders, places }) },
      ...(embeddings && { embeddings }),
    });
    this.#stores.set(folder, store);
    return store;
  }

  #onlyRoot(): string {
    const { roots } = this.#options;
    const [root] = roots;
    if (root === undefined)
      throw refuse(
        'projectRoot is missing: give the absolute path of the project folder, as this server was started without --root.',
      );
    if (roots.length > 1)
      throw refuse(
        `projectRoot is missing: this server has several roots, name one of them: ${roots.join(', ')}.`,
      );
    return realFolder(root, 'The root');
  }

  #check(projectRoot: string): string {
    const { roots, home } = this.#options;
    if (!isAbsolute(projectRoot))
      throw refuse(
        `projectRoot takes the absolute path of the project folder, but got ${show(projectRoot)}.`,
      );
    const folder = realFolder(projectRoot, 'projectRoot');
    if (roots.length === 0) return checkProject(folder, home);
    if (roots.some((root) => contains(root, folder))) return folder;
    throw refuse(
      `projectRoot ${show(projectRoot)} is outside the folders this server may use: ${roots.join(', ')}.` +
        (roots.length === 1 ? ' Leave projectRoot out to use that one.' : ''),
      'outside',
    );
  }
}

/** The folder with every link resolved and, where the disk ignores case, in its true case. */
function realFolder(path: string, name: string): string {
  try {
    const folder = realpathSync.native(path);
    if (statSync(folder).isDirectory()) return folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse(`${name} ${show(path)} is no folder that can be opened: ${reason}.`);
  }
  throw refuse(`${name} ${show(path)} is a file; give the project's folder.`);
}

function checkProject(folder: string, home: string): string {
  if (folder === parse(folder).root)
    throw refuse('projectRoot is the root of the file system; give the folder of one project.');
  if (folder === realOrSame(home))
    throw refuse('projectRoot is the home directory; give the folder of one project.');
  return folder;
}

function contains(root: string, folder: string): boolean {
  const way = relative(realOrSame(root), folder);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

function realOrSame(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path; // a root that is gone contains nothing that exists
  }
}

const refuse = (message: string, code: 'invalid_argument' | 'outside' = 'invalid_argument'): StoreError =>
  new StoreError(code, message, { arguments: ['projectRoot'] });
