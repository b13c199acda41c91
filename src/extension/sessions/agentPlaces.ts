import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ExtensionContext } from 'vscode';
import type { SessionInfo } from '../../store/sessions/types.ts';
import { claudeFolderName } from '../../store/transcripts/claude/claudePlace.ts';
import { clineSessions } from '../../store/transcripts/cline/clinePlace.ts';
import { homeOf, type Places } from '../../store/transcripts/shared/places.ts';

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

/**
 * Folders in which a new session of a project, or more of one, is likely to show: each is watched without what is
 * below it. `roots` are the folders of the projects; `now` in milliseconds, for agents that file by day.
 */
export function foldersToWatch(
  places: Places,
  roots: readonly string[],
  { infos, now }: { readonly infos: readonly SessionInfo[]; readonly now: number },
): string[] {
  const claude = join(homeOf(places, 'CLAUDE_CONFIG_DIR', '.claude'), 'projects');
  const copilot = join(homeOf(places, 'COPILOT_HOME', '.copilot'), 'session-state');
  const gemini = join(homeOf(places, 'GEMINI_CLI_HOME', ''), '.gemini', 'tmp');
  const codex = join(homeOf(places, 'CODEX_HOME', '.codex'), 'sessions', ...dayParts(now));
  const newest = infos
    .filter(isTranscript)
    .sort((a, b) => b.activeAt - a.activeAt)
    .slice(0, watchedSessions);
  return [
    ...new Set([
      ...[claude, copilot, gemini, codex, clineSessions(places)],
      ...roots.map((root) => join(claude, claudeFolderName(root))),
      ...newest.map(({ path }) => dirname(path)),
    ]),
  ];
}

/** Recordings and archives are not an agent's: the project itself tells of them. */
const isTranscript = ({ source, archived }: SessionInfo): boolean => source !== 'history' && !archived;

/** Year, month and day on this machine, as folders are named. */
function dayParts(now: number): string[] {
  const day = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  return [String(day.getFullYear()), two(day.getMonth() + 1), two(day.getDate())];
}
