import assert from 'node:assert/strict';
import { readTasksOf } from '../../../src/agents/cline/cline.ts';
import { titles, when, withMachine } from './machine.ts';
import { assertNeverThrows, called, readBytes, said } from './reading.ts';

const text = (words: string) => [{ type: 'text', text: words }];
const readRoo = readTasksOf('roo');
const read = (content: object) => readBytes(readRoo, Buffer.from(JSON.stringify(content)));

/** What both forms hold before they differ. */
const asked = { role: 'user', content: text('<user_message>\nFix 登录 🙂\n</user_message>'), ts: when };
const second = {
  version: 2,
  messages: [
    asked,
    { type: 'reasoning', encrypted_content: 'x', summary: [{ type: 'summary_text', text: 'read first' }] },
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'then fix' },
        ...text('Reading.'),
        { type: 'tool-call', toolCallId: 't1', toolName: 'read_file', input: { path: 'a.ts' } },
        { type: 'tool-call', toolCallId: 't2', toolName: 'execute_command', input: {} },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 't1',
          toolName: 'read_file',
          output: { type: 'text', value: 'let a;' },
        },
        { type: 'tool-result', toolCallId: 't2', output: [{ type: 'text', value: '[ERROR] no shell' }] },
      ],
    },
    { role: 'user', content: 'The parser was fixed.', isSummary: true, condenseId: 'c1' },
    { role: 'user', content: '', isTruncationMarker: true },
    {
      role: 'user',
      content: [
        ...text('<user_message>and this</user_message>'),
        { type: 'image', image: 'data:image/png;base64,iVBORw0KGgo=' },
      ],
    },
  ],
};

describe('tasks of Roo and Kilo', () => {
  it('reads the second form as the first: calls, results, thoughts, pictures, summaries', async () => {
    const session = await read(second);
    assert.deepEqual(said(session), [
      'user: Fix 登录 🙂',
      'assistant: ',
      'assistant: Reading.',
      'info: Context compacted',
      'user: and this|{"inlineData":{"mimeType":"image/png","data":"iVBORw0KGgo="}}',
    ]);
    assert.deepEqual(called(session), [
      'read_file({"path":"a.ts"}) success "let a;"',
      'execute_command({}) error "[ERROR] no shell"',
    ]);
    assert.deepEqual(
      session.messages.flatMap(({ thoughts = [] }) => thoughts.map(({ description }) => description)),
      ['read first', 'then fix'],
    );
    assert.deepEqual(session.messages[3]?.compaction, { summary: 'The parser was fixed.' });
    assert.deepEqual([session.source, session.omitted], ['roo', { unreadable: 0, rewound: 0 }]);
  });

  it('never throws', () => assertNeverThrows(readRoo, [second]));

  it('takes the folder from the first message where no file tells it, and a task in two storages once', () =>
    withMachine(async (machine) => {
      const { folder, write } = machine;
      const environment = `<environment_details>\n# Current Workspace Directory (${folder}) Files\n</environment_details>`;
      const task = (words: string) =>
        JSON.stringify([{ role: 'user', content: [...text(words), ...text(environment)] }]);
      const storage = 'globalStorage/kilocode.kilo-code/tasks';
      await write(`.config/Code/User/${storage}/t1/api_conversation_history.json`, task('told by itself'));
      await write(
        `.config/VSCodium/User/${storage}/t1/api_conversation_history.json`,
        task('told by itself'),
      );
      await write(
        '.cline/data/tasks/1770278400000/api_conversation_history.json',
        task('beside the sessions'),
      );
      assert.deepEqual(await titles(machine), ['cline: beside the sessions', 'kilo: told by itself']);
    }));
});
