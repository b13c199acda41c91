import { join } from 'node:path';
import { agentsMd, server, usual } from '../profile/configParts.ts';
import { inAppData, inConfig, type FolderOf } from '../profile/machine.ts';
import type { AgentProfile } from '../profile/agentProfile.ts';

const folder: FolderOf = (machine) =>
  machine.platform === 'win32' ? join(inAppData(machine), 'Zed') : inConfig('zed')(machine);

/** Zed. */
export const zed: AgentProfile = {
  id: 'zed',
  name: 'Zed',
  client: { names: /^zed/i },
  setups: [
    {
      folder,
      parts: [
        server(
          folder,
          { user: 'settings.json', project: '.zed/settings.json' },
          (start) => ({ source: 'custom', ...usual(start), env: {} }),
          { table: 'context_servers' },
        ),
        agentsMd,
      ],
    },
  ],
};
