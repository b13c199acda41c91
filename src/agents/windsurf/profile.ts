import { rules, server } from '../profile/configParts.ts';
import { inHome } from '../profile/machine.ts';
import type { AgentProfile } from '../profile/agentProfile.ts';

const folder = inHome(undefined, '.codeium', 'windsurf');

/** Windsurf. Its transcripts are not read. */
export const windsurf: AgentProfile = {
  id: 'windsurf',
  name: 'Windsurf',
  client: { names: /^windsurf/i },
  setups: [
    {
      folder,
      parts: [
        server(folder, { user: 'mcp_config.json' }),
        rules('.windsurf/rules/history.md', '---\ntrigger: always_on\n---\n'),
      ],
    },
  ],
};
