import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { startServer, withFolder, withServer, type ServerUnderTest } from './withServer.ts';

const names = [
  '..',
  '../../x',
  '/etc/passwd',
  'C:\\Windows\\x',
  'con',
  'NUL.txt',
  'a b',
  'A B',
  'a-b',
  'a_b',
  'a/b',
  '🎉 dialog',
  '项目 计划',
  'a\0b',
  'a\nb',
  '.hidden',
  'backups',
  'trailing. ',
  'é',
  'x'.repeat(1_000),
  '__proto__',
];

/** Runs with a server whose project is the only thing in the folder around it. */
const withProject = (run: (server: ServerUnderTest) => Promise<void>): Promise<void> =>
  withFolder(async (around) => {
    const root = join(around, 'project');
    mkdirSync(root);
    const server = await startServer(root);
    try {
      await run(server);
    } finally {
      await server.close();
    }
  });

describe('dialog names', () => {
  it('denote distinct dialogs and write nothing outside .chat-history', () =>
    withProject(async ({ ok, call, root, folder }) => {
      for (const dialog of names)
        await ok('history_save', { dialog, entry: { role: 'user', text: `in ${dialog}` } });
      for (const dialog of names) {
        const { messages } = await ok('history_get_messages_since', { dialog });
        const texts = (messages as { text: string }[]).map(({ text }) => text);
        assert.deepEqual(texts, [`in ${dialog}`], JSON.stringify(dialog));
      }
      const { dialogs } = await ok('history_list_dialogs');
      assert.deepEqual([...(dialogs as string[])].sort(), [...names].sort());
      assert.deepEqual(readdirSync(root), ['.chat-history']);
      assert.deepEqual(readdirSync(join(root, '..')), [basename(root)]);
      const folders = readdirSync(folder).filter((name) => !/^\.|^project\.json$/.test(name));
      assert.equal(new Set(folders.map((name) => name.toLowerCase().normalize())).size, names.length);
      assert.equal((await call('history_stats', { dialog: 'A-B' })).json.messages, 0);
    }));

  it('are refused with 10,000 characters', () =>
    withServer(async ({ refused, root }) => {
      const dialog = 'n'.repeat(10_000);
      for (const tool of [
        'history_get_dialog_detail',
        'history_stats',
        'history_clear',
        'history_list_backups',
      ])
        assert.match(await refused(tool, { dialog }), /1,?000/);
      const entry = { role: 'user', text: 'x' };
      const message = await refused('history_save', { dialog, entry });
      assert.ok(message.length < 1_000);
      assert.deepEqual(readdirSync(root), []);
    }));

  it('are refused for reading and writing when their folder links outside', () =>
    withServer(async ({ refused, root, folder }) => {
      const outside = join(root, 'outside');
      mkdirSync(outside);
      writeFileSync(join(outside, 'messages.json'), '[{"role":"user","text":"secret","ts":1}]');
      mkdirSync(folder);
      symlinkSync(outside, join(folder, 'evil'), 'junction');
      const dialog = 'evil';
      const entry = { role: 'user', text: 'x' };
      assert.match(await refused('history_save', { dialog, entry }), /evil/);
      assert.match(await refused('history_get_dialog_detail', { dialog }), /evil/);
      assert.match(await refused('history_get_messages_since', { dialog }), /evil/);
      assert.match(await refused('history_set_summary', { dialog, summary: '{}' }), /evil/);
      assert.match(await refused('history_clear', { dialog }), /evil/);
      assert.deepEqual(readdirSync(outside), ['messages.json']);
    }));
});
