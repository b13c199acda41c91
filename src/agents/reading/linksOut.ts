import { dirname, join, relative, sep } from 'node:path';
import { entriesOfForeignNow, foreignStatNow, realForeign } from '../../disk/files/foreign.ts';
import { isWithin } from '../../disk/projects/paths.ts';
import type { Places } from '../profile/machine.ts';
import type { AgentTable } from './agent.ts';
import { databasePath, type Agent, type TranscriptInfo, type UnreadPlace } from './types.ts';

/** A link in the home of an agent behind which sessions lie outside of it. */
export interface LinkOut {
  readonly agent: Agent;
  readonly path: string;
  readonly target: string;
}

/**
 * Returns the links that lead to sessions outside the homes of their agents; of those that lead from one folder to
 * another the first.
 */
export async function linksOut(
  sessions: readonly Pick<TranscriptInfo, 'agent' | 'path'>[],
  agents: AgentTable,
  places: Places,
): Promise<readonly LinkOut[]> {
  const homes = agents.flatMap(({ id, homes: of }) => of(places, []).map(({ folder }) => ({ id, folder })));
  const links = new Map<string, LinkOut>();
  for (const { agent, path } of sessions) {
    const file = databasePath(path)?.database ?? path;
    const home = homes.find(({ id, folder }) => id === agent && isWithin(file, folder, places.platform));
    const link = home && (await linkOut(home.folder, file, places));
    if (!link) continue;
    const between = `${dirname(link.path)} ${dirname(link.target)}`;
    if (!links.has(between)) links.set(between, { agent, ...link });
  }
  return [...links.values()];
}

/**
 * Returns the links in the homes of agents, and there beside their sessions, that lead nowhere: what lay behind is not
 * listed.
 */
export function brokenLinks(
  sessions: readonly Pick<TranscriptInfo, 'agent' | 'path'>[],
  agents: AgentTable,
  places: Places,
): readonly UnreadPlace[] {
  const folders = new Map<string, Agent>();
  for (const { id, homes } of agents)
    for (const { folder } of homes(places, [])) {
      folders.set(folder, id);
      for (const { agent, path } of sessions)
        if (agent === id && isWithin(path, folder, places.platform)) folders.set(dirname(path), id);
    }
  return [...folders].flatMap(([folder, agent]) =>
    entriesOfForeignNow(folder)
      .filter((entry) => entry.isSymbolicLink())
      .map(({ name }) => join(folder, name))
      .filter((path) => foreignStatNow(path) === undefined)
      .map((path) => ({ agent, path, reason: 'link' as const })),
  );
}

/** Finds the first part of a path that leads out of a folder, wherever that lies itself. */
async function linkOut(
  folder: string,
  file: string,
  { platform }: Places,
): Promise<Omit<LinkOut, 'agent'> | undefined> {
  const home = await realForeign(folder);
  if (isWithin(await realForeign(file), home, platform)) return undefined;
  let path = folder;
  for (const part of relative(folder, file).split(sep)) {
    path = join(path, part);
    const target = await realForeign(path);
    if (!isWithin(target, home, platform)) return { path, target };
  }
  return undefined;
}
