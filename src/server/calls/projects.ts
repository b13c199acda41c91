import { statSync } from 'node:fs';
import { dirname, isAbsolute } from 'node:path';
import { defined, errno, type Language, type Log, StoreError, errorMessage } from '../../disk/base/core.ts';
import type { Machine } from '../../disk/base/stateFolder.ts';
import type { Limits } from '../../disk/base/limits.ts';
import {
  contains,
  isThere,
  isTooWide,
  projectOf,
  realFolder,
  realPathNow,
} from '../../disk/base/projectFolder.ts';
import type { SecretsMode } from '../../disk/base/context.ts';
import type { EmbeddingProvider } from '../../history/embeddings/embeddings.ts';
import { assertOn } from '../../disk/files/historySwitch.ts';
import {
  baseOf,
  elsewhereOf,
  historyFolder,
  isApart,
  isServedHome,
  keptApart,
  linkedTree,
} from '../../disk/files/projectHistory.ts';
import { openDialogs } from '../../store/dialogStores.ts';
import type { Workspace } from '../../history/sessions/types.ts';
import type { Store } from '../../store/types.ts';
import { showPath } from '../base/text.ts';
import type { Caller } from '../base/requests.ts';
import type { CalledProject } from '../base/tool.ts';
import { sharesServer, type CallHints, type ServerLocation } from './serverLocation.ts';

export interface ProjectsOptions extends ServerLocation {
  /** Absolute folder with the history, instead of each project's own. */
  readonly base?: string;
  readonly limits: Limits;
  /** Default `mask`. */
  readonly secrets?: SecretsMode;
  /** Language of texts for agents. */
  readonly language: Language;
  /** Language of instructions for agents. */
  readonly guidanceLanguage: Language;
  readonly log: Log;
  /** Adds search by meaning. */
  readonly embeddings?: EmbeddingProvider;
  /** Called before each call; throwing refuses the call. */
  readonly ready?: () => Promise<void>;
  /** Called after each change with the path of the history. */
  readonly onWrite?: (history: string) => void;
  /** Called when a project is opened. */
  readonly onOpen?: (called: CalledProject, workspace: Workspace) => void;
}

/** The project of a call. */
export interface ServedProject {
  readonly called: CalledProject;
  /** Its folder without links, even if the history is elsewhere; throws where it is unknown. */
  readonly root: () => string;
}

/** Finds the project of a call and refuses folders it must not touch. */
export class ServedProjects {
  readonly #options: ProjectsOptions;
  readonly #opened = new Map<string, CalledProject>();
  readonly #found = new Map<string, string>();

  constructor(options: ProjectsOptions) {
    this.#options = options;
  }

  /**
   * Finds the project at `projectRoot`, whose history is in that folder even below a root; by default the one implied
   * by the caller. Calls keep their order. With `anywhere` it may be the home directory, whose history is in a folder of
   * this machine until a person makes one there. Throws `disabled` where history is turned off.
   */
  async find(
    projectRoot: string | undefined,
    { client, meta, folders }: Caller,
    anywhere = false,
  ): Promise<ServedProject> {
    const { base, roots, ready } = this.#options;
    await ready?.();
    const hints = {
      ...defined({ client }),
      meta,
      folders: roots.length === 1 ? [] : await folders(),
      anywhere,
    };
    const checked = projectRoot === undefined ? undefined : this.#check(projectRoot, { anywhere });
    const only = this.#onlyRoot(hints);
    const implied = only === undefined ? await this.#impliedProject(hints) : () => only; // in the order of the calls
    const root = (): string => checked ?? checkedFolder(implied(), 'The root');
    const folder = base ?? root();
    const place = base ?? this.#placeOf(folder);
    assertOn(checked ?? folder, { history: historyFolder(place) });
    if (!this.#opened.has(place)) await this.#takeOver(folder, place);
    return { called: this.#open(place, folder), root };
  }

  /** Opens the projects this server serves before the first request, where known. */
  async openOwn(caller: Caller): Promise<void> {
    const { base } = this.#options;
    const roots = base === undefined && this.roots().length > 1 ? this.roots() : [undefined];
    for (const root of roots)
      await this.find(root, caller).catch((error: unknown) => {
        if (!(error instanceof StoreError)) throw error; // calls have to name their project
      });
  }

  /** The existing folders the server was started for, without links. */
  roots(): readonly string[] {
    return this.#options.roots.flatMap((root) => realFolder(root) ?? []);
  }

  /** Checks a further folder named in a call: like a project, it must be inside the roots. */
  folder(path: string): string {
    return this.#check(path, { name: 'directories' });
  }

  /**
   * Merges the history of a linked working tree, from older versions, into that of the main one, and what was kept of the
   * home folder into the history made there.
   */
  async #takeOver(folder: string, place: string): Promise<void> {
    const { places, log, base, secrets = 'mask' } = this.#options;
    const isKept = base === undefined && place === folder && keptApart(folder, places) !== undefined;
    if (!isKept && !isApart(folder)) return;
    const { takeKept, takeOwn } = await import('../../store/takeOver.ts');
    const options = { log, secrets: () => secrets };
    if (isKept) await takeKept(places, folder, options);
    const main = await takeOwn(places, folder, options);
    if (main !== undefined) log.info(`the history of ${folder} was taken into that of ${main}`);
  }

  /** The folder with the history of a project: for the home folder one of this machine, until a person makes one. */
  #placeOf(folder: string): string {
    const { places, roots } = this.#options;
    return isServedHome(folder, places.home, true) && roots.length === 0 ? baseOf(folder, places) : folder;
  }

  #open(place: string, folder: string): CalledProject {
    const known = this.#opened.get(place);
    if (known) return known;
    const { limits, language, guidanceLanguage, log, embeddings, places, base, roots, onOpen } =
      this.#options;
    const { secrets = 'mask', onWrite } = this.#options;
    log.info(`opened the history of ${folder}`);
    const folders = base === undefined ? [folder] : roots;
    const options = {
      limits,
      language,
      guidanceLanguage,
      log,
      workspace: () => ({ folders, places }),
      secrets: () => secrets,
      elsewhere: elsewhereOf(folder, places),
      ...(embeddings && { embeddings }),
      ...(onWrite && { onWrite: () => onWrite(dialogs.store.folder) }),
    };
    const dialogs = openDialogs(place, options);
    let whole: Promise<Store> | undefined;
    const load = async () => (await import('../../store/store.ts')).openStore(place, options, dialogs);
    const notices = [place === folder || base !== undefined ? apartNote(folder) : homeNote].filter(
      (note) => note !== undefined,
    );
    if (base === undefined && place === folder) void noteLoss(places, dialogs.store.folder, notices);
    const called = {
      dialogs: dialogs.store,
      whole: () => (whole ??= load()),
      notices: () => notices.splice(0),
    };
    this.#opened.set(place, called);
    onOpen?.(called, { folders, places });
    return called;
  }

  /** The single root, unless it is merely the folder where a client that shares its server started it. */
  #onlyRoot({ client }: CallHints): string | undefined {
    const { roots, workingFolder } = this.#options;
    const [root] = roots;
    const isGiven = workingFolder === undefined || !sharesServer(client);
    return roots.length === 1 && isGiven ? root : undefined;
  }

  /** Returns a function that finds the project implied by a call. */
  async #impliedProject(hints: CallHints): Promise<() => string> {
    const { impliedProject } = await import('./impliedProject.ts');
    return () => impliedProject(this.#options, hints, (folder) => this.#projectOf(folder));
  }

  /** Keeps the first result even if a closer history appears later, so that a chat stays in its history. */
  #projectOf(folder: string): string | undefined {
    const project = this.#found.get(folder) ?? projectOf(folder, this.#options.home);
    if (project !== undefined) this.#found.set(folder, project);
    return project;
  }

  #check(projectRoot: string, { name = 'projectRoot', anywhere = false } = {}): string {
    const { roots, home } = this.#options;
    if (!isAbsolute(projectRoot))
      throw refuse(
        `${name} takes the absolute path of ${name === 'projectRoot' ? 'the project folder' : 'each folder'}, but got ${showPath(projectRoot)}.`,
        { name },
      );
    const folder = checkedFolder(projectRoot, name);
    if (roots.length === 0) return isServedHome(folder, home, anywhere) ? folder : checkProject(folder, home);
    if (roots.some((root) => contains(realFolder(root) ?? root, folder))) return folder;
    throw refuse(
      `${name} ${showPath(projectRoot)} is outside the folders this server may use: ${roots.join(', ')}.` +
        (roots.length === 1 && name === 'projectRoot' ? ' Leave projectRoot out to use that one.' : ''),
      { name, code: 'outside' },
    );
  }
}

/** The folder without links and, on a case-insensitive disk, in its true case. */
function checkedFolder(path: string, name: string): string {
  try {
    const folder = realPathNow(path);
    if (statSync(folder).isDirectory()) return folder;
  } catch (error) {
    const reason = errorMessage(error);
    const why = errno(error) === 'ENAMETOOLONG' ? 'it is too long' : reason;
    throw refuse(`${name} ${showPath(path)} is not a folder that can be opened: ${why}.`, { name });
  }
  throw refuse(`${name} ${showPath(path)} is a file; give the project's folder.`, { name });
}

/** The notice for an agent in the home folder, which may have meant a project. */
const homeNote =
  'This is of the home folder, which is no project: name one with projectRoot where you mean it. Nothing is saved here until the user makes a history (mkdir ~/.chat-history); archives are kept in this machine’s folder.';

/** The notice for an agent in a linked working tree that keeps a history of its own; undefined elsewhere. */
function apartNote(folder: string): string | undefined {
  const { apart, main = '' } = linkedTree(folder) ?? {};
  if (apart === undefined) return undefined;
  const why = {
    gone: `${showPath(main)} is not there`,
    'not writable': `${showPath(main)} may not be written`,
    'own history': `mcp-history-store doctor --fix takes it into that of ${showPath(main)}`,
  };
  return `This linked working tree of git keeps a history of its own, which is deleted with it: ${why[apart]}. Tell the user.`;
}

/** Adds a notice for an agent if a history was in the folder and is gone; failures are the doctor's matter. */
async function noteLoss(places: Machine, history: string, notices: string[]): Promise<void> {
  const isNew = isThere(history) ? undefined : true; // the first call may save
  try {
    const { lostNotice } = await import('../../history/copies/lostNotice.ts');
    const notice = await lostNotice(places, history, isNew);
    if (notice !== undefined) notices.push(notice);
  } catch {
    // the copy cannot be read
  }
}

function checkProject(folder: string, home: string): string {
  if (!isTooWide(folder, home)) return folder;
  const what =
    dirname(folder) === folder ? 'the root of the file system' : 'the home directory or contains it';
  throw refuse(`projectRoot is ${what}; give the folder of one project.`);
}

/** The error for the named argument. */
const refuse = (
  message: string,
  {
    name = 'projectRoot',
    code = 'invalid_argument',
  }: { name?: string; code?: 'invalid_argument' | 'outside' } = {},
): StoreError => new StoreError(code, message, { arguments: [name] });
