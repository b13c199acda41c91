import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { systemClock } from '../../../src/disk/base/context.ts';
import { callersOf, noteCaller } from '../../../src/disk/projects/callers.ts';
import { tree, user, withStore } from './withStore.ts';

const minute = 60_000;

describe('who called the server', () => {
  it('is noted in a history that is there, once a minute, and never shared', () =>
    withStore(async ({ store, root }) => {
      const start = Date.now();
      const call = (client: string, later: number) =>
        noteCaller(store.folder, { client, version: '2.1' }, { now: () => start + later });
      await call('claude-code', 0);
      assert.deepEqual(await fs.readdir(root), []);
      await store.dialogs.save('d', [user('x')]);
      await call('claude-code', 0);
      await call('claude-code', minute / 2);
      await call('Roo Code', minute / 4);
      const at = async () =>
        (await callersOf(store.folder)).map(({ client, calledAt }) => [client, calledAt - start]);
      assert.deepEqual(await at(), [['Roo Code', minute / 4], ['claude-code', 0]]); // oxfmt-ignore
      await call('claude-code', 2 * minute);
      assert.deepEqual((await at())[0], ['claude-code', 2 * minute]);
      const files = Object.keys(await tree(join(store.folder, '.machine')));
      assert.deepEqual(files.sort(), [
        '.gitignore',
        'callers/claude-code.json',
        'callers/roo-code.json',
        'place.json',
      ]);
    }));

  it('takes any name, and no more than fifty', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('x')]);
      const names = ['../../x', '项目', '', ...Array.from({ length: 60 }, (_, n) => `agent ${n}`)];
      for (const client of names) await noteCaller(store.folder, { client }, systemClock);
      const known = await callersOf(store.folder);
      assert.equal(known.length, 50);
      assert.ok(known.some(({ client }) => client === '../../x'));
    }));

  it('is nothing where its file cannot be read', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('x')]);
      await fs.mkdir(join(store.folder, '.machine/callers'));
      await fs.writeFile(join(store.folder, '.machine/callers/codex.json'), '{');
      assert.deepEqual(await callersOf(store.folder), []);
    }));
});
