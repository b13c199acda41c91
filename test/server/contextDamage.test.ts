import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readActive, readContexts } from './contextReader.ts';
import { archive, assistant, user } from './talk.ts';
import { withServer } from './withServer.ts';

const dialog = 'work';
const load = 'chat_context_load';
const recall = 'chat_context_recall';
const summarize = 'chat_context_summarize';

describe('damaged files', () => {
  const damage = (file: string) => {
    writeFileSync(file, '{"v":1,');
    return file;
  };

  for (const tool of ['chat_context_new', 'chat_context_clear_active'])
    it(`are set aside and reported by ${tool}, without losing a turn`, () =>
      withServer(async ({ ok, folder }) => {
        const contexts = join(folder, dialog, 'contexts');
        await ok('history_save', { dialog, entries: [user('a'), assistant('b'), user('c')] });
        await ok('chat_context_new', { dialog });
        await ok('history_save', { dialog, entry: assistant('d') });
        damage(join(contexts, 'active.json'));
        const reply = await ok(tool, { dialog });
        assert.equal(reply.archivedTurns ?? reply.cleared, 2);
        const [{ file, keptAs }] = reply.damaged as [{ file: string; keptAs: string }];
        assert.equal(file, 'contexts/active.json');
        assert.equal(readFileSync(join(folder, dialog, keptAs), 'utf8'), '{"v":1,');
        assert.deepEqual(readActive(join(folder, dialog)).turns, []);
      }));

  it('are kept by history_save, which restores the missing turns of active.json', () =>
    withServer(async ({ ok, folder }) => {
      await ok('history_save', { dialog, entries: [user('a'), assistant('b'), user('c')] });
      await ok('chat_context_new', { dialog });
      damage(join(folder, dialog, 'contexts', 'active.json'));
      const { saved, damaged } = await ok('history_save', { dialog, entry: assistant('d') });
      assert.equal(saved, 1);
      const [{ file, keptAs }] = damaged as [{ file: string; keptAs: string }];
      assert.equal(file, 'contexts/active.json');
      assert.equal(readFileSync(join(folder, dialog, keptAs), 'utf8'), '{"v":1,');
      assert.deepEqual(
        readActive(join(folder, dialog)).turns.map(({ text }) => text),
        ['c', 'd'],
      );
    }));

  it('lead to a new index derived from the archives when the index is damaged or missing', () =>
    withServer(async (server) => {
      const ids = [
        await archive(server, dialog, [assistant('apples')]),
        await archive(server, dialog, [assistant('pears')]),
      ];
      const whole = await server.ok('chat_context_list', { dialog });
      const index = join(server.folder, dialog, 'contexts', 'index.json');
      for (const spoil of [damage, rmSync]) {
        spoil(index);
        assert.deepEqual(await server.ok('chat_context_list', { dialog }), whole);
        assert.match((await server.call(load, { dialog, query: 'apples' })).text, /apples$/);
        await server.ok(summarize, { contextId: ids[0], summary: 'fruit' });
        await server.ok(summarize, { contextId: ids[0], summary: 'apples' });
        assert.equal(readContexts(join(server.folder, dialog)).items.length, 2);
      }
    }));

  it('are named and left in place when an archive is damaged, and the others still load', () =>
    withServer(async (server) => {
      const bad = await archive(server, dialog, [assistant('apples')]);
      const good = await archive(server, dialog, [assistant('pears')]);
      const file = damage(join(server.folder, dialog, 'contexts', 'archive', `${bad}.json`));
      assert.ok((await server.refused(recall, { contextId: bad })).includes(file));
      assert.match((await server.call(load, { dialog, query: 'pears' })).text, new RegExp(good));
      rmSync(join(server.folder, dialog, 'contexts', 'index.json')); // from now on no list knows what it was
      for (const [place, asked] of [
        ['contexts/archive', { dialog }],
        [`${dialog}/contexts/archive`, {}],
      ] as const) {
        const { total, damaged } = await server.ok('chat_context_list', asked);
        const path = `${place}/${bad}.json`;
        const [{ reason, ...found }] = damaged as [{ reason: string }];
        assert.deepEqual([total, found], [1, { file: path, keptAs: path }]);
        assert.match(reason, /not valid JSON/);
      }
      assert.equal(readFileSync(file, 'utf8'), '{"v":1,');
    }));
});
