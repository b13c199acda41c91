import { join } from 'node:path';
import { entriesOfForeignNow, foreignTextNow } from '../files/foreign.ts';
import { fileFingerprint } from '../files/fileCache.ts';
import type { SecretsMode } from '../base/context.ts';
import { secretsOfEnv } from './envValues.ts';
import type { KnownSecret } from './find.ts';

/** Larger files are no settings. Bytes. */
const maxBytes = 256 * 1024;
/** So many files, and values, are looked at. */
const maxFiles = 50;
const maxValues = 500;
/** Folders whose `.env` files count: those of the project and of what lies in it, as in a repository of packages. */
const maxFolders = 200;
/**
 * Which folders there are, and which `.env` files lie in them, is looked up anew after this: every text that is stored
 * or read asks. That a known file changed is seen at once. Milliseconds.
 */
const foldersTrustMs = 10_000;
const namesTrustMs = 1_000;

/** Files that show others what to set hold no secrets, and stand in the repository. */
const isEnvFile = (name: string): boolean =>
  /^\.env(?:\.|$)/.test(name) && !/\.(?:example|sample|template|dist|defaults?|schema|md|vault)$/i.test(name);

/**
 * What the `.env` files of some folders keep secret, read again when one of them changes. What is in the paths of the
 * folders is the name of a project: were it masked, its sessions could not be told from others.
 */
export class EnvSecrets {
  readonly #folders: readonly string[];
  #searched: readonly string[] = [];
  #searchedAt = -Infinity;
  #files: readonly string[] = [];
  #listedAt = -Infinity;
  #mark = '';
  #known: readonly KnownSecret[] = [];

  /** Absolute paths. */
  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** The values as the files hold them now. */
  get known(): readonly KnownSecret[] {
    const files = this.#list();
    const mark = files.map((file) => `${file} ${fileFingerprint(file) ?? ''}`).join('\n');
    if (mark !== this.#mark) {
      const values = files.flatMap((file) => secretsOfEnv(foreignTextNow(file, maxBytes) ?? ''));
      const secret = values.filter(({ text }) => !this.#folders.some((folder) => folder.includes(text)));
      this.#known = [...new Map(secret.map((value) => [value.text, value])).values()].slice(0, maxValues);
      this.#mark = mark;
    }
    return this.#known;
  }

  /** Differs whenever a file does: which, how long, when changed. */
  get mark(): string {
    return this.known.length === 0 ? '' : this.#mark;
  }

  #list(): readonly string[] {
    const now = performance.now();
    if (now - this.#listedAt <= namesTrustMs) return this.#files;
    if (now - this.#searchedAt > foldersTrustMs) {
      this.#searched = this.#folders
        .flatMap((folder) => [folder, ...foldersBelow(folder)])
        .slice(0, maxFolders);
      this.#searchedAt = now;
    }
    this.#files = this.#searched
      .flatMap((folder) =>
        entriesOfForeignNow(folder)
          .filter((entry) => !entry.isDirectory() && isEnvFile(entry.name))
          .map(({ name }) => join(folder, name)),
      )
      .slice(0, maxFiles);
    this.#listedAt = now;
    return this.#files;
  }
}

/** Raised when other things are masked than before, so that nothing derived from text without that is taken over. */
const version = 2;

/** Differs when other text would be masked than before. */
export const maskingState = (mode: SecretsMode, env: () => EnvSecrets): string =>
  mode === 'keep' ? 'keep' : `${version} ${env().mark}`;

/** Two levels of folders, without those of tools and of packages of others. */
function foldersBelow(folder: string, levels = 2): string[] {
  if (levels === 0) return [];
  return entriesOfForeignNow(folder)
    .filter(
      (entry) =>
        entry.isDirectory() && !/^(?:\.|node_modules$|vendor$|target$|dist$|build$)/.test(entry.name),
    )
    .slice(0, maxFolders)
    .flatMap(({ name }) => [join(folder, name), ...foldersBelow(join(folder, name), levels - 1)]);
}
