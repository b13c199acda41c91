import { agentsMd, group, hooks, onWindows, server, standard } from '../profile/configParts.ts';
import { inHome } from '../profile/machine.ts';
import type { AgentProfile } from '../profile/agentProfile.ts';

const folder = inHome(undefined, '.factory');

/** Factory Droid. */
export const droid: AgentProfile = {
  id: 'droid',
  name: 'Factory Droid',
  client: { names: /^(?:factory|droid)/i },
  setups: [
    {
      folder,
      parts: [
        server(folder, { user: 'mcp.json', project: '.factory/mcp.json' }, standard),
        hooks(
          folder,
          { user: 'settings.json', project: '.factory/settings.local.json' },
          ['PreCompact', 'SessionStart', 'SessionEnd'],
          group(1, { fields: onWindows(({ cmd }) => ({ command: cmd })) }), // its only shell there
        ),
        agentsMd,
      ],
    },
  ],
};
