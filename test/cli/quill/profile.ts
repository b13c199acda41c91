import { join } from 'node:path';
import type { AgentProfile } from '../../../src/agents/profile/agentProfile.ts';
import { group, hooks, rules, server } from '../../../src/agents/profile/configParts.ts';
import { inHome } from '../../../src/agents/profile/machine.ts';

const folder = inHome('QUILL_HOME', '.quill');

/** An agent that exists in tests only, with everything that a profile may hold. */
export const quill: AgentProfile = {
  id: 'quill',
  aliases: ['quill-agent'],
  name: 'Quill Code',
  icon: 'edit',
  client: {
    names: /^quill/i,
    shownBytes: 3_000,
    sessionVariable: 'QUILL_SESSION',
    callingFolder: ({ env }) => env.QUILL_FOLDER,
  },
  hooks: {
    dialect: {
      isOf: (input) => 'quill' in input,
      eventOf: ({ quill: event }) => (event === 'opened' ? 'SessionStart' : 'PreCompact'),
      output: (text) => ({ quillContext: text }),
    },
  },
  setups: [
    {
      folder,
      parts: [
        server(folder, { user: 'servers.json' }),
        hooks(folder, { user: 'hooks.json' }, ['PreCompact', 'SessionStart'], group(1)),
        rules('QUILL.md'),
      ],
      trust: {
        project: ({ machine }) =>
          Promise.resolve({ trust: 'unasked', file: join(folder(machine), 'trust.json') }),
      },
    },
  ],
  resume: (sessionId) => ['quill', sessionId],
};
