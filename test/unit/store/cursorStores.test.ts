import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { listTranscripts, readTranscript } from '../../../src/agents/readTranscript.ts';
import { dropCopies } from '../../../src/disk/sqlite/database.ts';
import { makeDatabase } from './databases.ts';
import { when, withMachine, type Machine } from './machine.ts';
import { called, said } from './reading.ts';

const tables =
  'CREATE TABLE blobs (id TEXT PRIMARY KEY, data BLOB); CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT)';

const hashOf = (data: Buffer): string => createHash('sha256').update(data).digest('hex');
const blob = (data: Buffer) => ({ id: hashOf(data), data });
const listOf = (blobs: readonly { readonly id: string }[]): Buffer =>
  Buffer.concat(blobs.map(({ id }) => Buffer.concat([Buffer.from([0x0a, 32]), Buffer.from(id, 'hex')])));

/** Makes the store of a chat with these messages; the first half is in a list of its own. */
function writeChat({ places, folder }: Machine, messages: readonly object[]): string {
  const blobs = messages.map((message) => blob(Buffer.from(JSON.stringify(message))));
  const half = Math.ceil(blobs.length / 2);
  const first = blob(listOf(blobs.slice(0, half)));
  const root = blob(listOf([first, ...blobs.slice(half)]));
  const about = { name: 'Sledge', createdAt: when, lastUsedModel: 'gpt', blobEncryptionKey: 'KEYSECRET' };
  const value = Buffer.from(JSON.stringify({ ...about, latestRootBlobId: root.id })).toString('hex');
  const md5 = createHash('md5').update(folder).digest('hex');
  const store = join(places.home, '.cursor/chats', md5, 'dd44', 'store.db');
  makeDatabase(store, tables, { blobs: [...blobs, first, root], meta: [{ key: '0', value }] });
  return store;
}

describe('chats of Cursor on the command line', () => {
  afterEach(dropCopies);

  it('are read from their store of blobs, and its key goes nowhere', () =>
    withMachine(async (machine) => {
      const { places, folder } = machine;
      const text = (words: string) => ({ type: 'text', text: words });
      const store = writeChat(machine, [
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
