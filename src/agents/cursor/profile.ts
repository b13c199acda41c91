import { hooks, hookSeconds, onlyPowershell, onWindows, rules, server } from '../profile/configParts.ts';
import { inHome } from '../profile/machine.ts';
import type { AgentProfile } from '../profile/agentProfile.ts';

const folder = inHome(undefined, '.cursor');

/** Cursor. */
export const cursor: AgentProfile = {
  id: 'cursor',
  aliases: ['cursor-vscode'],
  name: 'Cursor',
  client: { names: /^cursor/i },
  hooks: {
    dialect: {
      isOf: (input) => isSet(input.conversation_id) || isSet(input.cursor_version),
      output: (text) => ({ additional_context: text }),
    },
  },
  setups: [
    {
      folder,
      parts: [
        server(folder, { user: 'mcp.json', project: '.cursor/mcp.json' }),
        hooks(
          folder,
          { user: 'hooks.json' },
          ['preCompact', 'sessionStart'],
          ({ hook }) => ({ ...onWindows(onlyPowershell)(hook), timeout: hookSeconds }),
          true,
        ),
        rules(
          '.cursor/rules/history.mdc',
          '---\ndescription: Conversation history\nalwaysApply: true\n---\n',
        ),
      ],
    },
  ],
};

const isSet = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
