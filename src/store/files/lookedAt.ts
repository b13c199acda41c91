import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { errno } from '../base/core.ts';

/** What lies at a path that some work depends on. */
export interface LookedAt {
  readonly path: string;
  /** Whether the names in it count, which is a folder then. */
  readonly isListed: boolean;
  /** Another one once another thing lies there. */
  readonly mark: string;
}

const { statSync, readdirSync } = fs; // as they are, whoever wraps them later

/** Which names in a folder do not count. */
export type LeftOut = (name: string, folder: string) => boolean;

/** The mark of what lies at a path now. Does not wait. */
export function markOfLook(
  { path, isListed }: Pick<LookedAt, 'path' | 'isListed'>,
  leftOut: LeftOut,
): string {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return 'nothing';
    if (stat.isFile()) return `${stat.ino} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`;
    if (!isListed) return stat.isDirectory() ? 'folder' : 'other';
    const names = readdirSync(path).filter((name) => !leftOut(name, path));
    return createHash('sha256').update(names.sort().join('\0')).digest('base64url');
  } catch (error) {
    return errno(error) ?? 'closed';
  }
}

const looks = ['access', 'exists', 'lstat', 'open', 'readFile', 'readlink', 'realpath', 'stat'];
const lists = ['opendir', 'readdir'];

/**
 * Runs some work and tells at which paths it looked in any way, with what lay there before. For a program that does
 * nothing else meanwhile: Node's own functions are wrapped, so that no reader can look past it.
 */
export async function lookedAtBy<R>(
  work: () => Promise<R>,
  { isMeant, leftOut }: { readonly isMeant: (path: string) => boolean; readonly leftOut: LeftOut },
): Promise<{ readonly result: R; readonly looked: readonly LookedAt[] }> {
  const looked = new Map<string, LookedAt>();
  const note = (path: unknown, isListed: boolean): void => {
    if (typeof path !== 'string' || !isMeant(path) || looked.get(path)?.isListed === true) return;
    if (isListed || !looked.has(path))
      looked.set(path, { path, isListed, mark: markOfLook({ path, isListed }, leftOut) });
  };
  const restored = [fs, fs.promises].flatMap((functions) => [
    ...looks.flatMap((name) => wrapped(functions, name, (path) => note(path, false))),
    ...lists.flatMap((name) => wrapped(functions, name, (path) => note(path, true))),
  ]);
  try {
    return { result: await work(), looked: [...looked.values()] };
  } finally {
    for (const restore of restored) restore();
  }
}

/** Has a function and its form that does not wait tell what they are called with; gives what takes that back. */
function wrapped(functions: object, name: string, tell: (path: unknown) => void): (() => void)[] {
  return [name, `${name}Sync`].flatMap((key) => {
    const original: unknown = Reflect.get(functions, key);
    if (typeof original !== 'function') return [];
    const telling = (...args: unknown[]): unknown => {
      tell(args[0]);
      return Reflect.apply(original, functions, args);
    };
    Reflect.set(functions, key, Object.assign(telling, original));
    return [() => void Reflect.set(functions, key, original)];
  });
}
