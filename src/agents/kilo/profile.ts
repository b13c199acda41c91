import { agentsMd, local, server, usual } from '../profile/configParts.ts';
import { inConfig, inEditor } from '../profile/machine.ts';
import type { AgentProfile } from '../profile/agentProfile.ts';

const folder = inConfig('kilo');
const extension = inEditor('kilocode.kilo-code');

/** Kilo Code. */
export const kilo: AgentProfile = {
  id: 'kilo',
  aliases: ['kilo-code'],
  name: 'Kilo Code',
  client: { names: /^kilo/i },
  setups: [
    {
      folder,
      parts: [
        server(folder, { user: 'kilo.jsonc', project: '.kilo/kilo.jsonc' }, local, {
          table: 'mcp',
          tools: 'core',
        }),
        agentsMd,
      ],
    },
    {
      id: 'kilo-vscode',
      name: 'Kilo Code 4',
      folder: extension,
      parts: [
        server(extension, { user: 'settings/mcp_settings.json', project: '.kilocode/mcp.json' }, usual, {
          tools: 'core',
        }),
        agentsMd,
      ],
    },
  ],
};
