import assert from 'node:assert/strict';
import { join } from 'node:path';
import { listTranscripts, readTranscript } from '../../../src/agents/readTranscript.ts';
import { dropCopies } from '../../../src/disk/sqlite/database.ts';
import { withMachine } from './machine.ts';
import { writeCursorChat } from './newestForms.ts';
import { called, said } from './reading.ts';

describe('chats of Cursor on the command line', () => {
  afterEach(dropCopies);

  it('are read from their store of blobs, and its key goes nowhere', () =>
    withMachine(async (machine) => {
      const { places, folder } = machine;
      const text = (words: string) => ({ type: 'text', text: words });
      const store = writeCursorChat(machine, [
        { role: 'system', content: 'You are' },
        {
          role: 'user',
          content: [text('<user_info>\nlinux\n</user_info>\n<user_query>\nWax the sledge\n</user_query>')],
        },
        {
          role: 'assistant',
          content: [
            text('Waxing.'),
            { type: 'tool-call', toolCallId: 'c1', toolName: 'Shell', args: { command: 'wax' } },
          ],
        },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', result: 'done' }] },
        { role: 'assistant', content: [text('Waxed.')] },
      ]);
      const [info, ...more] = await listTranscripts(places, folder);
      assert.deepEqual(
        [info?.title, info?.sessionId, info?.path, more],
        ['Sledge', 'dd44', `${store}#dd44`, []],
      );
      const read = await readTranscript(info!.path);
      assert.deepEqual(said(read), ['user: Wax the sledge', 'assistant: Waxing.', 'assistant: Waxed.']);
      assert.deepEqual(called(read), ['Shell({"command":"wax"}) success "done"']);
      assert.deepEqual([read.messages[1]?.model, read.source, read.omitted.unreadable], ['gpt', 'cursor', 0]);
      assert.ok(!JSON.stringify([info, read]).includes('KEYSECRET'));
      assert.deepEqual(await listTranscripts(places, join(places.home, 'other')), []);
    }));
});
