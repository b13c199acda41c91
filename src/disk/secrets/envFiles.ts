import { join } from 'node:path';
import { entriesOfForeignNow, foreignTextNow } from '../files/foreign.ts';
import { fileFingerprint } from '../files/fingerprint.ts';
import type { SecretsMode } from '../base/context.ts';
import { formats } from '../files/historyFormat.ts';
import { secretsOfEnv } from './envValues.ts';
import type { KnownSecret } from './find.ts';

/** Size limit of `.env` files. Bytes. */
const maxBytes = 256 * 1024;
/** Limits on the number of files and of values. */
const maxFiles = 50;
const maxValues = 500;
/** Limit on folders whose `.env` files count: the project and subfolders, as in a repository of packages. */
const maxFolders = 200;
/**
 * Interval between searches for folders and `.env` files, as every stored or read text asks. Changes of known files are
 * noticed at once. Milliseconds.
 */
const foldersTrustMs = 10_000;
const namesTrustMs = 1_000;

/** Whether a file is an `.env` file; templates for others hold no secrets and are part of the repository. */
const isEnvFile = (name: string): boolean =>
  /^\.env(?:\.|$)/.test(name) && !/\.(?:example|sample|template|dist|defaults?|schema|md|vault)$/i.test(name);

/**
 * Secrets in the `.env` files of some folders, read again when a file changes. Values that occur in the folders' paths
 * are project names: masking them would make its sessions indistinguishable.
 */
export class EnvSecrets {
  readonly #folders: readonly string[];
  #searched: readonly string[] = [];
  #searchedAt = -Infinity;
  #files: readonly string[] = [];
  #listedAt = -Infinity;
  #fingerprint = '';
  #known: readonly KnownSecret[] = [];

  /** Absolute paths. */
  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  /** Values in the files' current content. */
  get known(): readonly KnownSecret[] {
    const files = this.#list();
    const fingerprint = files.map((file) => `${file} ${fileFingerprint(file) ?? ''}`).join('\n');
    if (fingerprint !== this.#fingerprint) {
      const values = files.flatMap((file) => secretsOfEnv(foreignTextNow(file, maxBytes) ?? ''));
      const secret = values.filter(({ text }) => !this.#folders.some((folder) => folder.includes(text)));
      this.#known = [...new Map(secret.map((value) => [value.text, value])).values()].slice(0, maxValues);
      this.#fingerprint = fingerprint;
    }
    return this.#known;
  }

  /** Changes with the files: their paths, sizes and times of change. */
  get fingerprint(): string {
    return this.known.length === 0 ? '' : this.#fingerprint;
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

/** Fingerprint of the masking that would be applied to a text. */
export const maskingState = (mode: SecretsMode, env: () => EnvSecrets): string =>
  mode === 'keep' ? 'keep' : `${formats.masking} ${env().fingerprint}`;

/** Lists two levels of subfolders, without those of tools and third-party packages. */
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
