import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { defined, type Language, type Log, StoreError } from '../../store/base/core.ts';
import type { Limits } from '../../store/base/limits.ts';
import { contains, isTooWide, projectOf, realFolder } from '../../store/base/projectFolder.ts';
import type { SecretsMode } from '../../store/base/context.ts';
import type { EmbeddingProvider } from '../../store/embeddings/embeddings.ts';
import { isApart } from '../../store/files/projectHistory.ts';
import { openDialogs } from '../../store/dialogStores.ts';
import type { Workspace } from '../../store/sessions/types.ts';
import type { Store } from '../../store/types.ts';
import { showPath } from '../base/text.ts';
import type { Caller } from '../base/requests.ts';
import type { CalledProject } from '../base/tool.ts';
import { sharesServer, type CallHints, type Whereabouts } from './whereabouts.ts';

export interface ProjectsOptions extends Whereabouts {
  /** Absolute folder that holds the history in place of every project's own. */
  readonly base?: string;
  readonly limits: Limits;
  /** `mask` unless said otherwise. */
  readonly secrets?: SecretsMode;
  /** Of texts handed to agents. */
  readonly language: Language;
  /** Of what agents are told to do. */
  readonly guidanceLanguage: Language;
  readonly log: Log;
  /** Makes search look for meanings, too. */
  readonly embeddings?: EmbeddingProvider;
  /** Called before each call; what it throws refuses the call. */
  readonly ready?: () => Promise<void>;
  /** Called with each project when it is opened. */
  readonly onOpen?: (called: CalledProject, workspace: Workspace) => void;
}

/** The project that a call means. */
export interface ServedProject {
  readonly called: CalledProject;
  /** Its folder, links resolved, also where the history is kept elsewhere; throws where that is not known. */
  readonly root: () => string;
}

/** Finds the project that a call means and refuses folders it must not touch. */
export class ServedProjects {
  readonly #options: ProjectsOptions;
  readonly #opened = new Map<string, CalledProject>();
  readonly #found = new Map<string, string>();

  constructor(options: ProjectsOptions) {
    this.#options = options;
  }

  /**
   * The project of a call's `projectRoot`, whose history is in that folder itself, also below a root; without one, that
   * which the caller implies. Calls go on in the order they came.
   */
  async find(projectRoot: string | undefined, { client, meta, folders }: Caller): Promise<ServedProject> {
    const { base, roots, ready } = this.#options;
    await ready?.();
    const hints = {
      ...defined({ client }),
      meta,
      folders: roots.length === 1 ? [] : await folders(),
    };
    const checked = projectRoot === undefined ? undefined : this.#check(projectRoot);
    const only = this.#onlyRoot(hints);
    const implied = only === undefined ? await this.#implying(hints) : () => only; // in the order of the calls
    const root = (): string => checked ?? checkedFolder(implied(), 'The root');
    const folder = base ?? root();
    if (!this.#opened.has(folder) && isApart(folder)) await this.#takeOver(folder);
    return { called: this.#open(folder), root };
  }

  /** Opens the projects this server works for before anything is asked of it, as far as that is known. */
  async openOwn(caller: Caller): Promise<void> {
    const { base } = this.#options;
    const roots = base === undefined && this.roots().length > 1 ? this.roots() : [undefined];
    for (const root of roots)
      await this.find(root, caller).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error; // calls have to say which project they mean
      });
  }

  /** The folders this server was started for that are there now, links resolved. */
  roots(): readonly string[] {
    return this.#options.roots.flatMap((root) => realFolder(root) ?? []);
  }

  /** A folder that a call names besides its project: as a project, it must be inside the roots. */
  folder(path: string): string {
    return this.#check(path, 'directories');
  }

  /** A linked working tree that has a history of its own from before shares that of its main one from now on. */
  async #takeOver(folder: string): Promise<void> {
    const { places, log, secrets = 'mask' } = this.#options;
    const { takeOwn } = await import('../../store/takeOver.ts');
    const main = await takeOwn(places, folder, { log, secrets: () => secrets });
    if (main !== undefined) log.info(`the history of ${folder} was taken into that of ${main}`);
  }

  #open(folder: string): CalledProject {
    const known = this.#opened.get(folder);
    if (known) return known;
    const { limits, language, guidanceLanguage, log, embeddings, places, base, roots, onOpen } =
      this.#options;
    const { secrets = 'mask' } = this.#options;
    log.info(`opened the history of ${folder}`);
    const folders = base === undefined ? [folder] : roots;
    const options = {
      ...{ limits, language, guidanceLanguage, log, workspace: () => ({ folders, places }) },
      secrets: () => secrets,
      ...(embeddings && { embeddings }),
    };
    const dialogs = openDialogs(folder, options);
    let whole: Promise<Store> | undefined;
    const load = async () => (await import('../../store/store.ts')).openStore(folder, options, dialogs);
    const called = { dialogs: dialogs.store, whole: () => (whole ??= load()) };
    this.#opened.set(folder, called);
    onOpen?.(called, { folders, places });
    return called;
  }

  /** One root is all there is, unless it is only where a client that shares the server happened to start it. */
  #onlyRoot({ client }: CallHints): string | undefined {
    const { roots, workingFolder } = this.#options;
    const [root] = roots;
    const isGiven = workingFolder === undefined || !sharesServer(client);
    return roots.length === 1 && isGiven ? root : undefined;
  }

  /** Finds which project a call implies that names none, once it is asked. */
  async #implying(hints: CallHints): Promise<() => string> {
    const { impliedProject } = await import('./impliedProject.ts');
    return () => impliedProject(this.#options, hints, (folder) => this.#projectOf(folder));
  }

  /** Once found, it stays, though a history may appear nearer meanwhile: who began in one goes on in it. */
  #projectOf(folder: string): string | undefined {
    const project = this.#found.get(folder) ?? projectOf(folder, this.#options.home);
    if (project !== undefined) this.#found.set(folder, project);
    return project;
  }

  #check(projectRoot: string, name = 'projectRoot'): string {
    const { roots, home } = this.#options;
    if (!isAbsolute(projectRoot))
      throw refuse(
        `${name} takes the absolute path of ${name === 'projectRoot' ? 'the project folder' : 'each folder'}, but got ${showPath(projectRoot)}.`,
        { name },
      );
    const folder = checkedFolder(projectRoot, name);
    if (roots.length === 0) return checkProject(folder, home);
    if (roots.some((root) => contains(realFolder(root) ?? root, folder))) return folder;
    throw refuse(
      `${name} ${showPath(projectRoot)} is outside the folders this server may use: ${roots.join(', ')}.` +
        (roots.length === 1 && name === 'projectRoot' ? ' Leave projectRoot out to use that one.' : ''),
      { name, code: 'outside' },
    );
  }
}

/** The folder with every link resolved and, where the disk ignores case, in its true case. */
function checkedFolder(path: string, name: string): string {
  try {
    const folder = realpathSync.native(path);
    if (statSync(folder).isDirectory()) return folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw refuse(`${name} ${showPath(path)} is not a folder that can be opened: ${reason}.`, { name });
  }
  throw refuse(`${name} ${showPath(path)} is a file; give the project's folder.`, { name });
}

function checkProject(folder: string, home: string): string {
  if (!isTooWide(folder, home)) return folder;
  const what =
    dirname(folder) === folder ? 'the root of the file system' : 'the home directory or contains it';
  throw refuse(`projectRoot is ${what}; give the folder of one project.`);
}

/** An error of the argument of that name. */
const refuse = (
  message: string,
  {
    name = 'projectRoot',
    code = 'invalid_argument',
  }: { name?: string; code?: 'invalid_argument' | 'outside' } = {},
): StoreError => new StoreError(code, message, { arguments: [name] });
