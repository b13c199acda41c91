import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formats } from '../../src/disk/files/historyFormat.ts';
import { openStore } from '../../src/store/store.ts';
import { laterBuild } from '../laterVersion.ts';
import { tree } from '../unit/store/withStore.ts';
import { startServer, withServer } from './withServer.ts';

const saying = (text: string) => ({ dialog: 'plans', entry: { role: 'user', text } });
const refusal =
  /this one can read it but not change it\. Get the newest version: update the extension in VS Code or the command line, /;

describe('a server in a history of a later version', () => {
  it('reads what the later one saves, and refuses each change with what is needed', () =>
    withServer(async ({ ok, call, refused, root, folder }) => {
      const later = await startServer(root, {
        program: join(laterBuild({ writing: formats.writing + 1, rows: formats.rows + 1 }), 'server.js'),
      });
      try {
        await later.ok('history_save', saying('ship on friday'));
        await later.ok('store_memory', { content: 'prices are in cents' });
        assert.deepEqual(await ok('history_list_dialogs'), { dialogs: ['plans'] });
        assert.match(await refused('history_save', saying('no')), refusal);
        assert.match(await refused('history_clear', { dialog: 'plans' }), refusal);
        for (const [tool, args] of [
          ['chat_context_new', { dialog: 'plans' }],
          ['store_memory', { content: 'no' }],
          ['session_record', { sessionId: 's1', messages: [{ type: 'user', content: 'no' }] }],
        ] as const) {
          const { isError, text } = await call(tool, args);
          assert.ok(isError, tool);
          assert.match(text.replaceAll('\\"', '"'), refusal, tool);
        }
        assert.match((await call('history_search', { query: 'friday' })).text, /friday/);
        await later.ok('history_save', saying('more'));
        assert.match((await call('history_get_dialog_detail', { dialog: 'plans' })).text, /more/);
        const files = Object.keys(await tree(folder));
        assert.deepEqual(
          files.filter((name) => name.includes('damaged')),
          [],
        );
      } finally {
        await later.close();
      }
    }));

  it('notices while it runs that it can write no more, or read no more', () =>
    withServer(async ({ ok, refused, root, folder }) => {
      await ok('history_save', saying('one'));
      writeFileSync(join(folder, '.history.json'), '{"v":2,"needs":"1.4.0","ignored":true}\n');
      assert.match(await refused('history_save', saying('two')), /Get version 1\.4\.0 or newer/);
      await ok('history_list_dialogs');
      writeFileSync(join(folder, '.history.json'), '{"v":2,"read":2,"needs":"1.4.0","ignored":true}\n');
      assert.match(await refused('history_save', saying('two')), /this one cannot open it/);
      writeFileSync(join(folder, '.history.json'), '{"v":1,"ignored":true}\n');
      await ok('history_save', saying('two'));
      assert.equal((await openStore(root).dialogs.stats('plans')).messages, 2);
    }));
});
