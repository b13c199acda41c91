import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isSamePath, type FormerFolder } from '../../disk/projects/paths.ts';
import { isLocalPath, isWithinRecorded, recordedFolders } from '../../disk/projects/recordedFolder.ts';
import { worktreesOf } from '../../disk/projects/worktrees.ts';
import type { Places } from '../profile/machine.ts';
import type { RootRelation, Roots } from './agent.ts';

/** Folder below home in which editors run chats without a workspace. */
const scratchFolder = ['.copilot', 'chats'];

/**
 * Determines the roots of a folder: itself, its repository's working trees, and `former`, the project's earlier folders
 * or those a person added.
 */
export async function rootsOf(
  places: Places,
  folder: string,
  former: readonly FormerFolder[] = [],
): Promise<Roots> {
  const { platform } = places;
  const named = resolve(folder);
  const real = await realPath(named);
  // The home folder, also one under version control, does not own everything below it.
  const tooWide = new Set([resolve(places.home), await realPath(resolve(places.home)), resolve('/')]);
  const trees = (await worktreesOf(real)).filter((tree) => !tooWide.has(tree));
  const own = [...new Set([named, real, ...trees])];
  const before = former.filter(({ path }) => !own.some((root) => isSamePath(root, path, platform)));
  const relationOfPath = (path: string): RootRelation | undefined => {
    const holds = (root: string) =>
      tooWide.has(root) ? isSamePath(path, root, platform) : isWithinRecorded(path, root, platform);
    if (own.some(holds)) return { isHere: holds(named) || holds(real), until: Infinity };
    const left = before.filter((root) => holds(root.path));
    return left.length === 0
      ? undefined
      : { isHere: false, until: Math.max(...left.map(({ until }) => until)) };
  };
  // A folder that no longer exists, or of another system, is compared by its path.
  const findRelation = async (cwd: string) => {
    const paths = recordedFolders(cwd, places);
    for (const path of paths) {
      const relation =
        relationOfPath(path) ?? (isLocalPath(path) ? relationOfPath(await realPath(path)) : undefined);
      if (relation) return relation;
    }
    return undefined;
  };
  const known = new Map<string, Promise<RootRelation | undefined>>();
  const relationOf = (cwd: string) => {
    const answer = known.get(cwd) ?? findRelation(cwd);
    known.set(cwd, answer);
    return answer;
  };
  return {
    folders: [...own, ...before.map(({ path }) => path)],
    scratch: join(places.home, ...scratchFolder),
    include: async (cwd) => (await relationOf(cwd)) !== undefined,
    relationOf,
    pathOf: (recorded) => recordedFolders(recorded, places)[0],
  };
}

/** Resolves links in a path; returns it unchanged if it does not exist. */
async function realPath(path: string): Promise<string> {
  return realpath(path).catch(() => path); // folders of old sessions may no longer exist
}
