import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { DataChange, Inode, Journal, NameChange, Operation } from './journal.ts';
import type { Files } from './snapshot.ts';

/*
 * What a power cut may leave. A folder keeps its changes of names in their order, at least those before its last sync. A
 * file keeps what was written before its last sync, and of later writes any, whole or torn where a sector or a page ends,
 * or only the size they give it. A name goes from one folder only once the other has it.
 *
 * All combinations are built up to these bounds. Beyond them, of one file: no write, all, each alone and those up to each;
 * of the folders: those up to each change of all, and each folder alone at each of its changes while the others have all or
 * none; of files together: each alone in each form while the others have all or none. Locks, and what is made again from
 * other files, are one file and one folder for this.
 */

/** Writes of one file of which every subset is built. */
const subsetsUpTo = 4;
/** States of the folders, and of files together, of which every combination is built. */
const combinationsUpTo = 48;
/** Where a write is torn. Bytes. */
const tornAt = [512, 4_096];

export interface CrashState {
  readonly files: Files;
  /** It may be that of a power cut after all operations. */
  readonly isEnd: boolean;
}

/** How much outlives a power cut: only what was synced; or all names, but of content that was not synced a part. */
export type Survival = 'synced' | 'names';

/** Every state in which a power cut may leave a folder, after any operation of its journal, or at so many moments; each once. */
export function crashStates({ top, operations }: Journal, most = Infinity): readonly CrashState[] {
  const states = new Map<string, CrashState>();
  // Until something is synced, a disk only has more to choose from.
  const moments = operations.flatMap(({ kind }, at) => (kind === 'sync' ? [at] : []));
  const stride = Math.max(1, moments.length / (most - 1));
  const ends = operations.length;
  for (const at of [...moments.filter((_, n) => Math.floor(n % stride) === 0), ends])
    for (const files of new Cut({ top, operations }, at).states())
      states.set(digestOf(files), { files, isEnd: at === ends });
  return [...states.values()];
}

/** What one kind of power cut leaves at the end of a journal. */
export function leftBy(journal: Journal, survival: Survival): Files {
  return new Cut(journal, journal.operations.length).leftBy(survival);
}

/** Of each folder how many of its changes of names are on the disk. */
type Names = ReadonlyMap<Inode, number>;
/** Of each file what is on the disk. */
type Contents = ReadonlyMap<Inode, Buffer>;

/** The disk when the power is cut after so many operations. */
class Cut {
  readonly #top: Inode;
  readonly #operations: readonly Operation[];
  readonly #changes: ReadonlyMap<Inode, readonly NameChange[]>;
  /** Of each folder how many changes of names the disk has for sure. */
  readonly #least: Names;
  readonly #writes: ReadonlyMap<Inode, readonly DataChange[]>;
  readonly #sure: ReadonlySet<Operation>;
  readonly #passing: ReadonlySet<Inode>;

  constructor({ top, operations }: Pick<Journal, 'top' | 'operations'>, at: number) {
    this.#top = top;
    this.#operations = operations.slice(0, at);
    this.#changes = grouped(this.#operations.filter((each) => each.kind === 'name'));
    this.#writes = grouped(this.#operations.filter((each) => each.kind === 'data'));
    this.#sure = sureOf(this.#operations);
    this.#least = new Map(
      [...this.#changes].map(([folder, all]) => [
        folder,
        all.findLastIndex((each) => this.#sure.has(each)) + 1,
      ]),
    );
    this.#passing = passingBelow(top, operations);
  }

  leftBy(survival: Survival): Files {
    if (survival === 'synced') return this.#files(this.#least, this.#none());
    return this.#files(
      this.#most(),
      new Map([...this.#writes.keys()].map((file) => [file, this.#half(file)])),
    );
  }

  *states(): Iterable<Files> {
    const open = [...this.#writes.keys()].filter((file) => this.#forms(file).length > 1);
    const [none, whole] = [this.#none(), this.#whole()];
    const alone = [...this.#alone(open, [none, whole])];
    const together = product(open.map((file) => this.#forms(file).map((form) => [file, form] as const)));
    const contents = together
      ? together.map((forms) => new Map([...none, ...forms]))
      : [none, whole, ...alone];
    for (const names of this.#prefixes()) for (const each of contents) yield this.#files(names, each);
    for (const names of this.#combinedNames())
      for (const each of [none, whole]) yield this.#files(names, each);
  }

  /** The disk has all changes of names up to each one, in the order of the journal. */
  *#prefixes(): Iterable<Names> {
    const all = this.#operations.filter((each) => each.kind === 'name');
    const first = all.findLastIndex((each) => this.#sure.has(each)) + 1;
    for (let length = first; length <= all.length; length++) {
      const there = grouped(all.slice(0, length));
      yield new Map([...there].map(([folder, changes]) => [folder, changes.length]));
    }
  }

  /** Each folder for itself has its changes up to any. */
  #combinedNames(): readonly Names[] {
    const choices = [...this.#changes].flatMap(([folder, all]) => {
      const least = this.#least.get(folder) ?? 0;
      if (this.#passing.has(folder)) return [];
      return [Array.from({ length: all.length - least + 1 }, (_, n) => [folder, least + n] as const)];
    });
    const bounds = [this.#least, this.#most()];
    const combined = product(choices);
    return bounds.flatMap((bound) =>
      (combined ?? choices.flatMap((each) => each.map((one) => [one]))).map(
        (some) => new Map([...bound, ...some]),
      ),
    );
  }

  /** Each file alone in each of its forms. */
  *#alone(open: readonly Inode[], others: readonly Contents[]): Iterable<Contents> {
    for (const file of open)
      for (const form of this.#forms(file)) for (const rest of others) yield new Map([...rest, [file, form]]);
  }

  readonly #known = new Map<Inode, readonly Buffer[]>();

  /** What may be on the disk of a file. */
  #forms(file: Inode): readonly Buffer[] {
    const known = this.#known.get(file);
    if (known) return known;
    const forms = new Map<string, Buffer>();
    for (const form of this.#allForms(file)) forms.set(form.toString('latin1'), form);
    this.#known.set(file, [...forms.values()]);
    return [...forms.values()];
  }

  *#allForms(file: Inode): Iterable<Buffer> {
    const writes = this.#writes.get(file) ?? [];
    const pending = writes.filter((each) => !this.#sure.has(each));
    for (const chosen of subsets(pending)) {
      const there = writes.filter((each) => this.#sure.has(each) || chosen.includes(each));
      yield written(file.base, there);
      const last = chosen.at(-1);
      if (last?.bytes === undefined) continue;
      for (const torn of tornForms(last))
        yield written(
          file.base,
          there.map((each) => (each === last ? torn : each)),
        );
    }
  }

  /** Content that was added without a sync is there by half; what was overwritten in place is not. */
  #half(file: Inode): Buffer {
    const [kept, now] = [this.#content(file, false), this.#content(file, true)];
    const added = now.length - kept.length;
    return added > 0 && now.subarray(0, kept.length).equals(kept)
      ? now.subarray(0, kept.length + Math.floor(added / 2))
      : kept;
  }

  #none(): Contents {
    return new Map([...this.#writes.keys()].map((file) => [file, this.#content(file, false)]));
  }

  #whole(): Contents {
    return new Map([...this.#writes.keys()].map((file) => [file, this.#content(file, true)]));
  }

  #content(file: Inode, pending: boolean): Buffer {
    const writes = this.#writes.get(file) ?? [];
    return written(
      file.base,
      writes.filter((each) => pending || this.#sure.has(each)),
    );
  }

  #most(): Names {
    return new Map([...this.#changes].map(([folder, all]) => [folder, all.length]));
  }

  #files(names: Names, contents: Contents): Files {
    const files = new Map<string, Buffer | undefined>();
    const add = (folder: Inode, path: string): void => {
      for (const [name, child] of this.#namesOf(folder, names)) {
        const own = join(path, name);
        files.set(own, child.folder ? undefined : (contents.get(child) ?? child.base));
        if (child.folder) add(child, own);
      }
    };
    add(this.#top, '');
    return files;
  }

  #namesOf(folder: Inode, names: Names): ReadonlyMap<string, Inode> {
    const all = this.#changes.get(folder) ?? [];
    const found = new Map(folder.baseNames);
    for (const { names: changed, after } of all.slice(0, names.get(folder) ?? 0))
      for (const [name, to] of changed)
        if (to) found.set(name, to);
        else if (after === undefined || this.#has(after, names)) found.delete(name);
    return found;
  }

  #has(change: NameChange, names: Names): boolean {
    return (this.#changes.get(change.inode) ?? []).indexOf(change) < (names.get(change.inode) ?? 0);
  }
}

/** The changes that are on the disk whatever happens: before a sync of what they change, unless the disk had lost them before. */
function sureOf(operations: readonly Operation[]): ReadonlySet<Operation> {
  const sure = new Set<Operation>();
  const waiting = new Map<Inode, Operation[]>();
  for (const each of operations)
    if (each.kind === 'name' || each.kind === 'data')
      waiting.set(each.inode, [...(waiting.get(each.inode) ?? []), each]);
    else {
      if (each.kind === 'sync') for (const change of waiting.get(each.inode) ?? []) sure.add(change);
      waiting.delete(each.inode);
    }
  // What is gone from a folder for sure is in another one.
  for (const each of [...sure]) if (each.kind === 'name' && each.after) sure.add(each.after);
  return sure;
}

/** What lies in folders of locks, and of what is made again. */
function passingBelow(top: Inode, operations: readonly Operation[]): ReadonlySet<Inode> {
  const found = new Set<Inode>();
  const add = (one: Inode, passes: boolean): void => {
    if (passes) found.add(one);
    const later = operations.flatMap((each) =>
      each.kind === 'name' && each.inode === one ? each.names : [],
    );
    for (const [name, child] of [...one.baseNames, ...later])
      if (child && !found.has(child)) add(child, passes || /^\.(?:locks?|index)$/.test(name));
  };
  add(top, false);
  return found;
}

function grouped<T extends { readonly inode: Inode }>(all: readonly T[]): ReadonlyMap<Inode, readonly T[]> {
  const groups = new Map<Inode, T[]>();
  for (const each of all) groups.set(each.inode, [...(groups.get(each.inode) ?? []), each]);
  return groups;
}

/** All subsets of a few, in their order; of many no one, each alone, and those up to each. */
function* subsets<T>(all: readonly T[]): Iterable<readonly T[]> {
  if (all.length <= subsetsUpTo)
    for (let bits = 0; bits < 2 ** all.length; bits++) yield all.filter((_, n) => (bits >> n) % 2 === 1);
  else {
    for (const each of all) yield [each];
    for (let length = 0; length <= all.length; length++) yield all.slice(0, length);
  }
}

/** One of each; undefined where there are too many combinations. */
function product<T>(choices: readonly (readonly T[])[]): readonly (readonly T[])[] | undefined {
  if (choices.reduce((count, each) => count * each.length, 1) > combinationsUpTo) return undefined;
  return choices.reduce<readonly (readonly T[])[]>(
    (all, each) => all.flatMap((some) => each.map((one) => [...some, one])),
    [[]],
  );
}

/** The content of a file after some of its changes. */
function written(base: Buffer, changes: readonly DataChange[]): Buffer {
  return changes.reduce((content, { from, bytes }) => {
    if (bytes === undefined) return content.subarray(0, from);
    const size = Math.max(content.length, from + bytes.length);
    const next = Buffer.concat([content, Buffer.alloc(size - content.length)]);
    bytes.copy(next, from);
    return next;
  }, base);
}

/** A write of which the disk has the bytes up to a boundary, or those after one, or none: only zeros of the same number. */
function* tornForms(change: DataChange): Iterable<DataChange> {
  const { from, bytes = Buffer.alloc(0) } = change;
  yield { ...change, bytes: Buffer.alloc(bytes.length) };
  for (const size of tornAt) {
    const first = Math.ceil((from + 1) / size) * size - from;
    const last = Math.floor((from + bytes.length - 1) / size) * size - from;
    const middle = first + Math.floor((last - first) / size / 2) * size;
    for (const length of new Set([first, middle, last])) {
      if (length <= 0 || length >= bytes.length) continue;
      yield { ...change, bytes: bytes.subarray(0, length) };
      yield { ...change, bytes: Buffer.concat([Buffer.alloc(length), bytes.subarray(length)]) };
    }
  }
}

const digests = new WeakMap<Buffer, string>();

function digestOf(files: Files): string {
  const all = createHash('sha1');
  for (const [path, bytes] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    all.update(`${path}\0${bytes ? digestOfBytes(bytes) : '/'}\0`);
  return all.digest('hex');
}

function digestOfBytes(bytes: Buffer): string {
  const known = digests.get(bytes);
  if (known !== undefined) return known;
  const digest = createHash('sha1').update(bytes).digest('hex');
  digests.set(bytes, digest);
  return digest;
}
