import type { PaneSubagent, OpenSubagent, SessionPaneMessage } from '../../src/protocol/sessionPane.ts';
import { spoken, toolCall } from './scriptedSession.ts';

/** A red square. */
export const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEklEQVR4nGP4z8CAB+GTG8HSALfKY52fTcuYAAAAAElFTkSuQmCC';

/** A session with one of everything. */
export const everything: readonly SessionPaneMessage[] = [
  spoken(0, { text: 'Round **tax** once, please.', media: [{ mimeType: 'image/png', data: picture }] }),
  spoken(1, {
    text: 'I look at `src/pricing.js` first.\n\n```js\nconst tax = 1;\n```',
    thoughts: ['The sum should be *rounded* once.'],
    tools: [
      toolCall('run', { result: 'one test failed', status: 'error', args: '{\n  "command": "npm test"\n}' }),
      toolCall('edit', {
        name: 'Edit',
        hint: 'src/pricing.js',
        edits: [
          {
            kind: 'texts',
            path: 'src/pricing.js',
            before: 'one\nround each line\nthree\n',
            after: 'one\nround the sum\nthree\n',
          },
        ],
      }),
      toolCall('patch', {
        name: 'apply_patch',
        hint: 'src/tax.js',
        status: 'cancelled',
        edits: [{ kind: 'patch', path: 'src/tax.js', patch: '@@ -1,2 +1,2 @@\n keep\n-old\n+new' }],
      }),
      toolCall('task', { name: 'Task', hint: 'Look for callers', agentId: 'a1', status: 'pending' }),
    ],
  }),
  spoken(2, { role: 'notice', level: 'interrupted', text: '[Request interrupted by user]' }),
  spoken(3, { role: 'compaction', text: 'We decided to **round once**.', trigger: 'auto' }),
  spoken(4, { text: 'And the refunds?', media: [{ mimeType: 'application/pdf' }] }),
  spoken(5, { text: '', thoughts: ['Nothing but a thought.'] }),
  spoken(6, { role: 'notice', level: 'error', text: 'API Error: overloaded' }),
  spoken(7, { text: 'A long answer', cutChars: 12_345 }),
];

export const subagents: readonly PaneSubagent[] = [
  { agentId: 'a1', title: 'Look for callers', messages: 202, called: true },
  { agentId: 'a2', title: '', messages: 1, called: false },
];

export const conversations: Readonly<Record<string, OpenSubagent>> = {
  a1: {
    agentId: 'a1',
    messages: [
      spoken(0, { text: 'Find who calls it.' }),
      spoken(1, { text: 'Two callers.', tools: [toolCall('grep', { name: 'Grep', hint: 'orderTotal' })] }),
    ],
    left: 200,
  },
  a2: { agentId: 'a2', messages: [spoken(0, { text: 'Alone.' })], left: 0 },
};
