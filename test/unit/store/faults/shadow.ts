import fs from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Node's own, whatever is put in their place later. */
const { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } = fs;

/** A file or folder as this process sees it, and what of it the disk was asked to keep. */
interface Inode {
  readonly folder: boolean;
  /** The content of a file at its last sync; undefined before the first. */
  kept?: Buffer;
  /** The names in a folder, and those at its last sync. */
  names: Map<string, Inode>;
  keptNames: Map<string, Inode>;
}

/** How much outlives a power cut: only what was synced; or all names, but of content that was not synced a part. */
export type Survival = 'synced' | 'names';

const inode = (folder: boolean): Inode => ({ folder, names: new Map(), keptNames: new Map() });

/** Follows what happens below a folder, to know what a power cut would leave of it. All that is there is on the disk. */
export class Shadow {
  readonly #root: string;
  readonly #top: Inode;

  constructor(root: string) {
    this.#root = root;
    this.#top = this.#known(root);
  }

  created(path: string, folder: boolean): void {
    if (!path.startsWith(this.#root + sep)) return;
    if (this.#at(dirname(path)) === undefined) this.created(dirname(path), true);
    const parent = this.#at(dirname(path));
    if (parent && !parent.names.has(nameOf(path))) parent.names.set(nameOf(path), inode(folder));
  }

  moved(from: string, to: string): void {
    const found = this.#at(from);
    if (found === undefined) return;
    this.removed(from);
    this.#at(dirname(to))?.names.set(nameOf(to), found);
  }

  linked(from: string, to: string): void {
    const found = this.#at(from);
    if (found) this.#at(dirname(to))?.names.set(nameOf(to), found);
  }

  removed(path: string): void {
    this.#at(dirname(path))?.names.delete(nameOf(path));
  }

  synced(path: string): void {
    const found = this.#at(path);
    if (found?.folder) found.keptNames = new Map(found.names);
    else if (found) found.kept = readFileSync(path);
  }

  /** Makes the folder what it is after the power was cut. */
  cutPower(survival: Survival): void {
    const content = this.#content(this.#top, this.#root, survival);
    for (const name of readdirSync(this.#root)) rmSync(join(this.#root, name), { recursive: true });
    for (const [path, bytes] of content)
      if (bytes) writeFileSync(path, bytes, { mode: 0o600 });
      else mkdirSync(path, { mode: 0o700 });
  }

  /** Paths with their bytes, or undefined for folders, those above first. */
  #content(folder: Inode, path: string, survival: Survival): [string, Buffer | undefined][] {
    const names = survival === 'synced' ? folder.keptNames : folder.names;
    return [...names].flatMap(([name, child]) => {
      const own = join(path, name);
      if (child.folder) return [[own, undefined], ...this.#content(child, own, survival)];
      return [[own, survival === 'synced' ? (child.kept ?? Buffer.alloc(0)) : halfKept(child, own)]];
    });
  }

  #at(path: string): Inode | undefined {
    const way = relative(this.#root, path);
    if (way.startsWith('..')) return undefined;
    let found: Inode | undefined = this.#top;
    for (const name of way.split(sep)) if (name !== '') found = found?.names.get(name);
    return found;
  }

  #known(path: string): Inode {
    const stat = statSync(path);
    const known = inode(stat.isDirectory());
    if (!stat.isDirectory()) known.kept = readFileSync(path);
    else for (const name of readdirSync(path)) known.names.set(name, this.#known(join(path, name)));
    known.keptNames = new Map(known.names);
    return known;
  }
}

/** Content that was added without a sync is there by half; what was overwritten in place is not. */
function halfKept({ kept = Buffer.alloc(0) }: Inode, path: string): Buffer {
  const now = existsSync(path) ? readFileSync(path) : kept;
  const added = now.length - kept.length;
  return added > 0 && now.subarray(0, kept.length).equals(kept)
    ? now.subarray(0, kept.length + Math.floor(added / 2))
    : kept;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf(sep) + 1);
