import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isSamePath, isWithin, plainPath, type FormerFolder } from '../../projects/paths.ts';
import { workingTrees } from '../../projects/workingTrees.ts';
import type { Places, RootPlace, Roots } from './agent.ts';

/** What a machine's scratch folders are called in which editors run chats that belong to no workspace, below the home folder. */
const scratchFolder = ['.copilot', 'chats'];

/**
 * The roots of a folder: itself, the working trees of its repository, and `former`, where the project was before or
 * whose sessions a person added.
 */
export async function rootsOf(
  places: Places,
  folder: string,
  former: readonly FormerFolder[] = [],
): Promise<Roots> {
  const { platform } = places;
  const named = resolve(folder);
  const real = await realPath(named);
  // A home folder under version control does not own all that happens in it.
  const tooWide = new Set([resolve(places.home), await realPath(resolve(places.home)), resolve('/')]);
  const trees = (await workingTrees(real)).filter((tree) => !tooWide.has(tree));
  const own = [...new Set([named, real, ...trees])];
  const before = former.filter(({ path }) => !own.some((root) => isSamePath(root, path, platform)));
  const placed = (path: string): RootPlace | undefined => {
    const holds = (root: string) => isWithin(path, root, platform);
    if (own.some(holds)) return { isHere: holds(named) || holds(real), until: Infinity };
    const left = before.filter((root) => holds(root.path));
    return left.length === 0
      ? undefined
      : { isHere: false, until: Math.max(...left.map(({ until }) => until)) };
  };
  // A folder of another system, or one that is gone, is only what it is called.
  const look = async (cwd: string) =>
    placed(plainPath(cwd)) ?? placed(resolve(cwd)) ?? placed(await realPath(resolve(cwd)));
  const known = new Map<string, Promise<RootPlace | undefined>>();
  const placeOf = (cwd: string) => {
    const answer = known.get(cwd) ?? look(cwd);
    known.set(cwd, answer);
    return answer;
  };
  return {
    folders: [...own, ...before.map(({ path }) => path)],
    scratch: join(places.home, ...scratchFolder),
    include: async (cwd) => (await placeOf(cwd)) !== undefined,
    placeOf,
  };
}

/** The path without links, or as it is where it leads nowhere (any more). */
async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path); // a folder of old sessions may be gone
}
