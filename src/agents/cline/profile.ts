import { join } from 'node:path';
import { isObject, jsonOf } from '../../disk/base/core.ts';
import { agentsMd, server, usual } from '../profile/configParts.ts';
import { inEditor, inHome, type Places } from '../profile/machine.ts';
import type { AgentFiles, AgentProfile } from '../profile/agentProfile.ts';

/** Session folder of Cline's command line and Cline 4. */
export const clineSessions = (places: Places): string =>
  setIn(places, 'CLINE_SESSION_DATA_DIR') ?? join(clineData(places), 'sessions');

/** Data folder of Cline's command line. */
export const clineData = (places: Places): string =>
  setIn(places, 'CLINE_DATA_DIR') ?? join(folder(places), 'data');

const folder = inHome('CLINE_DIR', '.cline');

function setIn({ env }: Places, variable: string): string | undefined {
  const path = env[variable]?.trim();
  return path === '' ? undefined : path;
}

const extension = inEditor('saoudrizwan.claude-dev');

/** Cline in VS Code and on the command line. */
export const cline: AgentProfile = {
  id: 'cline',
  name: 'Cline',
  icon: 'robot',
  client: { names: /^@?cline/i, isTerse: true, sharesServer: /^@cline\//, runningFolders },
  setups: [
    {
      name: 'Cline CLI',
      client: /^@cline\//i,
      folder,
      parts: [
        server(folder, { user: 'data/settings/cline_mcp_settings.json' }, usual, { tools: 'core' }),
        agentsMd,
      ],
    },
    {
      id: 'cline-vscode',
      client: /^cline$/i,
      folder: extension,
      parts: [
        server(extension, { user: 'settings/cline_mcp_settings.json' }, usual, { tools: 'core' }),
        agentsMd,
      ],
    },
  ],
  resume: (sessionId) => ['cline', '--id', sessionId],
};

/** Number of most recently changed sessions that are checked. */
const maxSessions = 20;

/**
 * Returns the working folders of running sessions of Cline's command line, from `status`, `pid` and `cwd` in
 * `sessions/<id>/<id>.json`. One process, the hub, serves all sessions, so its own folder says nothing.
 */
function runningFolders(places: Places, { text, newest, isRunning }: AgentFiles): readonly string[] {
  const sessions = newest(clineSessions(places), '.json').slice(0, maxSessions);
  const folders = sessions.flatMap((path) => {
    const session = jsonOf(text(path) ?? '');
    if (!isObject(session)) return [];
    const { status, pid, cwd } = session;
    const isOn = status === 'running' && typeof pid === 'number' && isRunning(pid);
    return isOn && typeof cwd === 'string' && cwd !== '' ? [cwd] : [];
  });
  return [...new Set(folders)];
}
