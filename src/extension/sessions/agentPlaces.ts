import { homedir } from 'node:os';
import { dirname } from 'node:path';
import type { ExtensionContext } from 'vscode';
import type { SessionInfo } from '../../store/sessions/types.ts';
import type { AgentTable, Places } from '../../store/transcripts/shared/agent.ts';

/** So many folders of sessions known already are watched, those of the newest. */
const watchedSessions = 20;

/** Where agents keep their files on the machine this extension runs on; reads no file. */
export function agentPlaces({ globalStorageUri }: ExtensionContext): Places {
  return {
    home: homedir(),
    env: process.env,
    platform: process.platform,
    // `<User>/globalStorage/<extension>`
    vscodeUserFolder: dirname(dirname(globalStorageUri.fsPath)),
  };
}

/** What tells where sessions may show: what is known of agents, and of sessions. */
interface WatchedSessions {
  readonly agents: AgentTable;
  readonly infos: readonly SessionInfo[];
  readonly now: number;
}

/**
 * Folders in which a new session of a project, or more of one, is likely to show: each is watched without what is
 * below it. `roots` are the folders of the projects; `now` in milliseconds, for agents that file by day.
 */
export function foldersToWatch(
  places: Places,
  roots: readonly string[],
  { agents, infos, now }: WatchedSessions,
): string[] {
  const newest = infos
    .filter(isTranscript)
    .sort((a, b) => b.activeAt - a.activeAt)
    .slice(0, watchedSessions);
  return [
    ...new Set([
      ...Object.values(agents).flatMap(({ watch }) => watch?.(places, roots, now) ?? []),
      ...newest.map(({ path }) => dirname(path)),
    ]),
  ];
}

/** Recordings and archives are not an agent's: the project itself tells of them. */
const isTranscript = ({ source, archived }: SessionInfo): boolean => source !== 'history' && !archived;
