import { agentsMd, server } from '../profile/configParts.ts';
import { inHome } from '../profile/machine.ts';
import type { AgentProfile } from '../profile/agentProfile.ts';

const folder = inHome(undefined, '.kiro');

/** Kiro. */
export const kiro: AgentProfile = {
  id: 'kiro',
  name: 'Kiro',
  client: { names: /^kiro/i },
  setups: [
    {
      folder,
      parts: [server(folder, { user: 'settings/mcp.json', project: '.kiro/settings/mcp.json' }), agentsMd],
    },
  ],
};
