import { agentsMd, server, standard } from '../profile/configParts.ts';
import { editorFolder } from '../profile/machine.ts';
import type { AgentProfile } from '../profile/agentProfile.ts';

/** The chat of VS Code. */
export const vscode: AgentProfile = {
  id: 'vscode',
  name: 'VS Code Chat',
  icon: 'comment-discussion',
  client: { names: /^visual studio code/i, meta: { session: 'vscode.conversationId' } },
  setups: [
    {
      name: 'VS Code',
      folder: editorFolder,
      parts: [
        server(editorFolder, { user: 'mcp.json', project: '.vscode/mcp.json' }, standard, {
          table: 'servers',
        }),
        agentsMd,
      ],
      isByName: true,
      notes: { server: 'Where the extension is installed, VS Code has the server from it already.' },
    },
  ],
};
