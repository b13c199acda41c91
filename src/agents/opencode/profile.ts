import { agentsMd, local, server } from '../profile/configParts.ts';
import { inConfig } from '../profile/machine.ts';
import type { AgentProfile } from '../profile/agentProfile.ts';

const folder = inConfig('opencode');

/** OpenCode. */
export const opencode: AgentProfile = {
  id: 'opencode',
  name: 'OpenCode',
  client: { names: /^opencode/i },
  setups: [
    {
      folder,
      parts: [
        server(folder, { user: 'opencode.json', project: 'opencode.json' }, local, {
          table: 'mcp',
          tools: 'core',
        }),
        agentsMd,
      ],
    },
  ],
  resume: (sessionId) => ['opencode', '--session', sessionId],
  begin: (prompt) => ['opencode', '--prompt', prompt], // it asks before it reads outside of the project
};
