import { basename, dirname, join } from 'node:path';
import { secretsOf } from '../disk/context.ts';
import { git, pathFrom } from '../disk/base/git.ts';
import { ownHistory, topOf } from '../disk/base/projectFolder.ts';
import { assertChangeable, locksFolder } from '../disk/files/historyFormat.ts';
import { namesIn, removeTree } from '../disk/files/folders.ts';
import { foreignFileNow } from '../disk/files/foreign.ts';
import { lockFolder } from '../disk/files/ignored.ts';
import { forgetDerived } from '../disk/files/indexFolder.ts';
import { withLock } from '../disk/files/lock.ts';
import { readOnlyError } from '../disk/files/readOnly.ts';
import { withStoreErrors } from '../disk/files/failure.ts';
import { machineFolder } from '../disk/files/projectId.ts';
import { folderAt, isTaken } from '../disk/files/way.ts';
import { ForgottenTexts, forgottenText, type ForgottenMark } from '../disk/secrets/forgotten.ts';
import { fileChunks } from '../agents/reading/whole.ts';
import { copiesOfPath, folderOfPath, lockOfPath } from '../history/copies/copyNotes.ts';
import type { CopyContext } from '../history/copies/types.ts';
import { hubJournalFile, noteRemoval } from '../history/dialogs/removalNotes.ts';
import { renameFiles, filesNamed } from '../history/secretScan/titledFiles.ts';
import { addMarks, marksOf, slugOf, type Unwanted } from '../history/secretScan/forgetting.ts';
import { SecretScan } from '../history/secretScan/scan.ts';
import type { LeftFile } from '../history/secretScan/types.ts';
import { openDialogs, type OpenedDialogs } from './dialogStores.ts';
import { deleteSession, filesOfSession } from './forgetSession.ts';
import { openHubHistory } from './hubHistory.ts';
import { openStore } from './store.ts';
import type { StoreOptions } from './types.ts';

/** Where something was, and where it may still be. */
export interface ForgetReceipt {
  /** Files of the history, relative to it. */
  readonly files: readonly string[];
  /** Files of its second copies, relative to them. */
  readonly copies: readonly string[];
  /** Files that were not changed, and why. */
  readonly left: readonly LeftFile[];
  /** Agents' own files that have it: absolute paths. */
  readonly agents: readonly string[];
  /** Some of the files are in git, whose earlier versions keep it. */
  readonly inGit: boolean;
  /** A hub has the history: it is told with the next exchange. */
  readonly inHub: boolean;
}

export interface ForgetOptions extends CopyContext {
  readonly store: StoreOptions;
  /** Whether only to look. */
  readonly dryRun: boolean;
}

/**
 * Removes a text, a session, or every line with a word from all of a history and its copies, and remembers its mark, so
 * that nothing brings it back. Cannot be undone. `root` is the folder of the project's history.
 */
export function forget(root: string, what: Unwanted, options: ForgetOptions): Promise<ForgetReceipt> {
  return withStoreErrors(async () => new Forgetting(root, what, options).run());
}

/** A history, or a copy of one. */
interface Place {
  readonly root: string;
  readonly opened: OpenedDialogs;
  readonly scan: SecretScan;
}

class Forgetting {
  readonly #root: string;
  readonly #what: Unwanted;
  readonly #options: ForgetOptions;
  readonly #marks: readonly ForgottenMark[];
  readonly #texts: ForgottenTexts;
  readonly #left: LeftFile[] = [];

  constructor(root: string, what: Unwanted, options: ForgetOptions) {
    this.#root = root;
    this.#what = what;
    this.#options = options;
    this.#marks = marksOf(what, { root, clock: options.clock });
    this.#texts = new ForgottenTexts(ownOf(root, options), this.#marks);
  }

  async run(): Promise<ForgetReceipt> {
    const { dryRun, store, log } = this.#options;
    const own = this.#place(this.#root);
    const { context } = own.opened;
    if (!dryRun) {
      if (context.isReadOnly()) throw readOnlyError(context.folder);
      assertChangeable(context.folder);
    }
    const agents = await this.#agentFiles(own.opened);
    const inHub = isInHub(context.folder);
    const found = await this.#find(own);
    const inGit = await isAnyTracked(context.folder, found);
    if (!dryRun) {
      await addMarks(context.folder, this.#marks);
      await this.#remove(own, found);
      for (const folder of [context.folder, store.elsewhere])
        if (folder !== undefined) await forgetDerived(folder, log);
    }
    const copies = await this.#copies();
    return { files: found, copies, left: this.#left, agents, inGit, inHub };
  }

  #place(root: string): Place {
    const { store, clock, log } = this.#options;
    const opened = openDialogs(root, { ...store, clock, log });
    const { context, dialogs } = opened;
    const options = { ...store, secrets: () => 'keep' as const, forgotten: this.#texts };
    const secrets = secretsOf(context.folder, options);
    return {
      root,
      opened,
      scan: new SecretScan(context, secrets, (from, to) => renameFree(dialogs, from, to)),
    };
  }

  /** Files with it, or of it. */
  async #find({ root, opened, scan }: Place): Promise<readonly string[]> {
    const { places, left } = await scan.find();
    this.#left.push(...left);
    const named = await filesNamed(opened.context.folder, slugOf(this.#what));
    const session = this.#what.kind === 'session' ? await this.#sessionFiles(root, opened) : [];
    const files = places.map(({ file }) => file).filter((file) => !file.startsWith('.index/'));
    return [...new Set([...files, ...session, ...named])];
  }

  #sessionFiles(root: string, opened: OpenedDialogs): Promise<readonly string[]> {
    const store = openStore(root, this.#options.store, opened);
    return filesOfSession(store, opened.context, this.#what.text.trim());
  }

  async #remove(place: Place, found: readonly string[]): Promise<void> {
    const { opened, scan, root } = place;
    const { context } = opened;
    await this.#noteForHub(opened, found);
    if (this.#what.kind === 'session')
      await deleteSession(context, this.#what.text.trim(), await this.#sessionFiles(root, opened));
    await renameFiles(context, slugOf(this.#what));
    const { places, left } = await scan.find();
    const isNoted = (file: string): boolean =>
      file.startsWith('.machine/hub-gone/') && isInHub(context.folder);
    const masked = await scan.mask(places.map(({ file }) => file).filter((file) => !isNoted(file)));
    this.#left.push(...left, ...masked.left);
    await this.#dropMemories(place);
    await this.#tellHub(opened);
    await this.#dropLocks(context.folder);
  }

  /** Deletes locks of dialogs that had other names. */
  async #dropLocks(history: string): Promise<void> {
    const [slug, locks] = [slugOf(this.#what), join(history, locksFolder)];
    for (const name of slug === '' ? [] : await namesIn(locks))
      if (!name.startsWith('.') && name.includes(slug) && !isTaken(join(history, name)))
        await removeTree(join(locks, name));
  }

  /** Notes messages for a hub, which knows them by what they said. */
  async #noteForHub({ context, dialogs }: OpenedDialogs, found: readonly string[]): Promise<void> {
    const changed = new Set(found.map((file) => file.split('/', 1)[0]));
    for (const { name, folder } of await dialogs.list()) {
      const base = basename(folder);
      if (!changed.has(base)) continue;
      await withLock(
        lockFolder(context.folder, base),
        (lease) => noteRemoval(context, { name, place: { folder, base }, lease }),
        context.log,
      );
    }
  }

  /** Turns the notes into deletions for the hub, without the texts. */
  async #tellHub({ context }: OpenedDialogs): Promise<void> {
    const { store, clock, log } = this.#options;
    if (!isInHub(context.folder)) return;
    const { local } = openHubHistory(this.#root, { ...store, clock, log });
    const forgotten = new ForgottenTexts(undefined);
    const masked = secretsOf(context.folder, { ...store, secrets: () => 'mask', forgotten });
    const { tellForgotten } = await import('../team/forgetInHub.ts'); // needed with a hub only
    await tellForgotten(local, masked);
  }

  /** Deletes memories of which nothing is left. */
  async #dropMemories({ root, opened }: Place): Promise<void> {
    const { memories } = openStore(root, this.#options.store, opened);
    for (const { hash, content } of await memories.list())
      if (content.trim() === forgottenText) await memories.remove(hash);
  }

  async #copies(): Promise<readonly string[]> {
    const { machine, log, dryRun } = this.#options;
    const folder = folderOfPath(machine, dirname(ownOf(this.#root, this.#options)));
    const files: string[] = [];
    for (const { root } of folderAt(folder) === undefined ? [] : copiesOfPath(folder)) {
      const place = this.#place(root);
      files.push(...(await this.#find(place)));
      if (!dryRun) await withLock(lockOfPath(folder), () => this.#removeFromCopy(place), log);
    }
    return [...new Set(files)];
  }

  async #removeFromCopy({ root, opened, scan }: Place): Promise<void> {
    if (this.#what.kind === 'session')
      await deleteSession(opened.context, this.#what.text.trim(), await this.#sessionFiles(root, opened));
    await renameFiles(opened.context, slugOf(this.#what));
    const { places } = await scan.find();
    const { left } = await scan.mask(places.map(({ file }) => file));
    this.#left.push(...left);
    for (const name of [locksFolder, '.index']) await removeTree(join(ownHistory(root), name));
  }

  /** Agents' own files of the project that have it. */
  async #agentFiles(opened: OpenedDialogs): Promise<readonly string[]> {
    const { workspace } = this.#options.store;
    if (workspace === undefined) return [];
    const { sessions } = openStore(this.#root, this.#options.store, opened);
    const listed = (await sessions.list(workspace(), { includeCurrent: true })).sessions;
    const secrets = secretsOf(opened.context.folder, { secrets: () => 'keep', forgotten: this.#texts });
    const files: string[] = [];
    for (const { path } of listed) {
      if (path.startsWith(opened.context.folder) || foreignFileNow(path) === undefined) continue;
      const { masked } = await secrets.counted(async () => {
        for await (const _ of secrets.chunks(fileChunks(path)));
      });
      if (masked > 0) files.push(path);
    }
    return files;
  }
}

/** Renames a dialog, to a name with a number where others have that name. */
async function renameFree(dialogs: OpenedDialogs['dialogs'], from: string, to: string): Promise<void> {
  const names = new Set(await dialogs.names());
  let name = to;
  for (let n = 2; names.has(name); n++) name = `${to} ${n}`;
  await dialogs.rename(from, name);
}

/** Reports whether a hub has a history, as far as this machine knows. */
const isInHub = (history: string): boolean => isTaken(join(history, machineFolder, hubJournalFile));

const ownOf = (root: string, { store }: ForgetOptions): string => openDialogs(root, store).context.folder;

/** Reports whether git has one of these files. */
async function isAnyTracked(history: string, files: readonly string[]): Promise<boolean> {
  const top = topOf(history);
  if (top === undefined) return false;
  const tracked = new Set((await git(history, ['ls-files', '-z'], [history]))?.split('\0'));
  return files.some((file) => tracked.has(pathFrom(top, history, join(history, ...file.split('/')))));
}
