import { homeFolder } from '../../disk/base/stateFolder.ts';
import { dirname } from 'node:path';
import type { ExtensionContext } from 'vscode';
import type { SessionInfo } from '../../history/sessions/types.ts';
import type { Places } from '../../agents/profile/machine.ts';
import type { AgentTable } from '../../agents/reading/agent.ts';

/** Number of newest known sessions whose folders are watched. */
const watchedSessions = 20;

/** Returns where agents keep their files on the machine this extension runs on, without reading any. */
export function agentPlaces({ globalStorageUri }: ExtensionContext): Places {
  return {
    home: homeFolder(),
    env: process.env,
    platform: process.platform,
    // `<User>/globalStorage/<extension>`
    vscodeUserFolder: dirname(dirname(globalStorageUri.fsPath)),
  };
}

/** What determines where sessions may appear: known agents and sessions. */
interface WatchedSessions {
  readonly agents: AgentTable;
  readonly infos: readonly SessionInfo[];
  readonly now: number;
}

/**
 * Returns folders in which new sessions or messages of a project may appear, each watched without its subfolders.
 * `roots` are the projects' folders; `now` in milliseconds, for agents with a folder per day.
 */
export function foldersToWatch(
  places: Places,
  roots: readonly string[],
  { agents, infos, now }: WatchedSessions,
): string[] {
  const newest = newestOf(infos.filter(isTranscript), watchedSessions);
  return [
    ...new Set([
      ...agents.flatMap(({ watch }) => watch?.(places, roots, now) ?? []),
      ...newest.map(({ path }) => dirname(path)),
    ]),
  ];
}

/** Excludes recordings and archives, whose changes the project reports itself. */
const isTranscript = ({ source, archived }: SessionInfo): boolean => source !== 'history' && !archived;

/** The most recently active ones; of many thousands not all are put in order. */
function newestOf(infos: readonly SessionInfo[], most: number): readonly SessionInfo[] {
  const newest: SessionInfo[] = [];
  for (const info of infos) {
    const last = newest.at(most - 1);
    if (last && last.activeAt >= info.activeAt) continue;
    const at = newest.findIndex(({ activeAt }) => activeAt < info.activeAt);
    newest.splice(at === -1 ? newest.length : at, 0, info);
    newest.length = Math.min(newest.length, most);
  }
  return newest;
}
