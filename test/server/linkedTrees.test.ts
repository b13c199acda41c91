import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import { startServer, withFolder } from './withServer.ts';

/** A linked working tree of git, as its files have it, and the main one. */
function treeIn(base: string): { readonly main: string; readonly tree: string } {
  const [main, tree] = [join(base, 'main 主'), join(base, 'tree')];
  const entry = join(main, '.git/worktrees/tree');
  fs.mkdirSync(entry, { recursive: true });
  fs.mkdirSync(tree);
  fs.writeFileSync(join(tree, '.git'), `gitdir: ${entry}\n`);
  fs.writeFileSync(join(entry, 'gitdir'), `${join(tree, '.git')}\n`);
  fs.writeFileSync(join(entry, 'HEAD'), 'ref: refs/heads/feature\n');
  return { main, tree };
}

/** Makes a folder one that this user may not write, also for one who may write everything. */
const closed = (folder: string): string => `
const fs = require('node:fs');
const { accessSync } = fs;
fs.accessSync = (path, mode) => {
  if (path === ${JSON.stringify(folder)}) throw Object.assign(new Error('EACCES'), { code: 'EACCES' });
  return accessSync(path, mode);
};
`;

describe('an agent in a linked git working tree', () => {
  for (const [why, said] of [
    ['gone', /keeps a history of its own, which is deleted with it: .*main 主" is not there/],
    ['not writable', /keeps a history of its own, which is deleted with it: .*main 主" may not be written/],
    ['own history', /keeps a history of its own, which is deleted with it: .*doctor --fix.*main 主/],
    ['shared', undefined],
  ] as const)
    it(`is told once when its history is separate: ${why}`, () =>
      withFolder(async (base) => {
        const { main, tree } = treeIn(base);
        const preload = join(base, 'closed.cjs');
        fs.writeFileSync(preload, why === 'not writable' ? closed(main) : '');
        if (why === 'gone') fs.rmSync(main, { recursive: true });
        if (why === 'own history') fs.mkdirSync(join(tree, '.chat-history/.locks'), { recursive: true });
        const env = { NODE_OPTIONS: `--require ${JSON.stringify(preload)}` };
        const server = await startServer(tree, { env });
        try {
          const replies = [
            await server.call('history_save', { dialog: 'a', entry: { role: 'nobody', text: 'x' } }),
            await server.call('history_save', { dialog: 'a', entry: { role: 'user', text: 'x' } }),
            await server.call('history_get_dialog_detail', { dialog: 'a' }),
          ];
          const notes = replies.map(({ texts }) =>
            texts.filter((text) => text.includes('own, which is deleted')).join(),
          );
          assert.deepEqual([notes[0], notes[2]], ['', '']);
          assert.match(notes[1] ?? '', said ?? /^$/);
          const history = join(said ? tree : main, '.chat-history');
          assert.ok(fs.existsSync(join(history, 'a/messages.json')), history);
        } finally {
          await server.close();
        }
      }));
});
