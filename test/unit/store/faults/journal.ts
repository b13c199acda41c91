import fs from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** Node's own, whatever is put in their place later. */
const { existsSync, readdirSync, readFileSync, statSync } = fs;

/** A file or folder, whatever it is called. */
export interface Inode {
  readonly folder: boolean;
  /** What a file held, and which names a folder had, when the journal began: all of that is on the disk. */
  readonly base: Buffer;
  readonly baseNames: ReadonlyMap<string, Inode>;
  /** The same as the process sees it now. */
  now: Buffer;
  readonly names: Map<string, Inode>;
}

/** A change of one folder in one step: names mean other inodes from now on, or none. */
export interface NameChange {
  readonly kind: 'name';
  readonly inode: Inode;
  readonly names: readonly (readonly [name: string, to: Inode | undefined])[];
  /** Of a name that is taken away because the file got one in another folder: that change. */
  readonly after?: NameChange;
}

/** Bytes written into a file at an offset, or a file cut to a size. */
export interface DataChange {
  readonly kind: 'data';
  readonly inode: Inode;
  readonly from: number;
  /** None where the file was cut. */
  readonly bytes: Buffer | undefined;
}

/** The disk was asked for what an inode holds; where it failed, it never writes what it held of it until then. */
export interface Sync {
  readonly kind: 'sync' | 'lost';
  readonly inode: Inode;
}

export type Operation = NameChange | DataChange | Sync;

const inode = (folder: boolean, base: Buffer = Buffer.alloc(0), names = new Map<string, Inode>()): Inode => ({
  folder,
  base,
  now: base,
  baseNames: names,
  names: new Map(names),
});

/** Every operation on files below a folder, in the order in which they came to their end. */
export class Journal {
  readonly operations: Operation[] = [];
  readonly top: Inode;
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
    this.top = known(root);
  }

  created(path: string, folder: boolean): void {
    if (!path.startsWith(this.#root + sep)) return;
    if (this.#at(dirname(path)) === undefined) this.created(dirname(path), true);
    if (this.#at(path) === undefined) this.#name(dirname(path), [[nameOf(path), inode(folder)]]);
  }

  moved(from: string, to: string): void {
    const found = this.#at(from);
    if (found === undefined || found === this.#at(to)) return;
    const [gone, there] = [[nameOf(from), undefined] as const, [nameOf(to), found] as const];
    if (dirname(from) === dirname(to)) this.#name(dirname(to), [gone, there]);
    else this.#name(dirname(from), [gone], this.#name(dirname(to), [there]));
  }

  linked(from: string, to: string): void {
    const found = this.#at(from);
    if (found) this.#name(dirname(to), [[nameOf(to), found]]);
  }

  removed(path: string): void {
    const found = this.#at(path);
    if (found === undefined) return;
    for (const name of [...found.names.keys()]) this.removed(join(path, name));
    this.#name(dirname(path), [[nameOf(path), undefined]]);
  }

  /** Notes what differs from what the file held before: one write, whatever call it was. */
  wrote(path: string): void {
    const found = this.#at(path);
    if (found === undefined || found.folder || !existsSync(path)) return;
    const [before, now] = [found.now, readFileSync(path)];
    if (now.length < before.length) this.#data(found, now.length, undefined);
    let from = 0;
    while (from < now.length && from < before.length && now[from] === before[from]) from++;
    let to = now.length;
    if (now.length === before.length) while (to > from && now[to - 1] === before[to - 1]) to--;
    if (to > from) this.#data(found, from, Buffer.from(now.subarray(from, to)));
    found.now = now;
  }

  synced(path: string): void {
    this.#sync('sync', path);
  }

  lost(path: string): void {
    this.#sync('lost', path);
  }

  /** Undefined where nothing has this name. */
  isFolder(path: string): boolean | undefined {
    return this.#at(path)?.folder;
  }

  #sync(kind: Sync['kind'], path: string): void {
    const found = this.#at(path);
    if (found) this.operations.push({ kind, inode: found });
  }

  #data(file: Inode, from: number, bytes: Buffer | undefined): void {
    this.operations.push({ kind: 'data', inode: file, from, bytes });
  }

  #name(path: string, names: NameChange['names'], after?: NameChange): NameChange | undefined {
    const folder = this.#at(path);
    if (folder === undefined) return undefined;
    for (const [name, to] of names)
      if (to) folder.names.set(name, to);
      else folder.names.delete(name);
    const change: NameChange = { kind: 'name', inode: folder, names, ...(after && { after }) };
    this.operations.push(change);
    return change;
  }

  #at(path: string): Inode | undefined {
    const way = relative(this.#root, path);
    if (way.startsWith('..')) return undefined;
    let found: Inode | undefined = this.top;
    for (const name of way.split(sep)) if (name !== '') found = found?.names.get(name);
    return found;
  }
}

function known(path: string): Inode {
  if (!statSync(path).isDirectory()) return inode(false, readFileSync(path));
  const names = readdirSync(path).map((name) => [name, known(join(path, name))] as const);
  return inode(true, undefined, new Map(names));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf(sep) + 1);
