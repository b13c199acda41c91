import { agentsMd, server } from '../profile/configParts.ts';
import { inEditor } from '../profile/machine.ts';
import type { AgentProfile } from '../profile/agentProfile.ts';

const folder = inEditor('rooveterinaryinc.roo-cline');

/** Roo Code in VS Code. */
export const roo: AgentProfile = {
  id: 'roo',
  aliases: ['roo-code'],
  name: 'Roo Code',
  client: { names: /^roo/i },
  setups: [
    {
      folder,
      parts: [server(folder, { user: 'settings/mcp_settings.json', project: '.roo/mcp.json' }), agentsMd],
    },
  ],
};
