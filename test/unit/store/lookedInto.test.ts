import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import type { SearchRequest } from '../../../src/find/search/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { user, withStore } from './withStore.ts';

const lookedFor = async ({ search }: Store, request: Partial<SearchRequest> = {}) =>
  (await search.find({ query: 'zebra', ...request })).looked;

describe('a search that finds nothing', () => {
  it('says what it looked into, and nothing of it where something is found', () =>
    withStore(async ({ store }) => {
      assert.deepEqual(await lookedFor(store), ['There is nothing to look into yet.']);
      await store.dialogs.save('plans', [user('the car is blue')]);
      await store.dialogs.save('notes', [user('a red lorry')]);
      await store.dialogs.setSummary('notes', { TODO: ['paint it'] }, 'merge');
      await store.memories.store({ content: 'We paint cars', type: 'fact' });
      await store.memories.store({ content: 'We sell lorries', type: 'fact' });
      assert.deepEqual(await lookedFor(store), ['Looked into: 2 dialogs, 2 memories.']);
      assert.deepEqual(await lookedFor(store, { sources: ['dialogs'] }), ['Looked into: 2 dialogs.']);
      assert.deepEqual(await lookedFor(store, { dialog: 'plans' }), ['Looked into: 1 dialog.']);
      assert.deepEqual(await lookedFor(store, { language: 'zh' }), ['已查找：2 个对话、2 条记忆。']);
      assert.equal(await lookedFor(store, { query: 'lorry' }), undefined);
    }));

  it('says that a dialog is not there', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('plans', [user('the car is blue')]);
      assert.deepEqual(await lookedFor(store, { dialog: 'plan' }), ['There is no dialog "plan".']);
    }));

  it('names the places of agents that could not be read', () =>
    withStore(async ({ root, open }) => {
      const home = join(root, 'home');
      await fs.mkdir(join(home, '.claude'), { recursive: true });
      await fs.writeFile(join(home, '.claude', 'projects'), 'in the way');
      const places = { home, env: {}, platform: process.platform };
      const store = open({ workspace: () => ({ folders: [root], places }) });
      const [, unread = ''] = (await lookedFor(store)) ?? [];
      assert.match(unread, /^Not searched: Claude Code: .*projects is not the file or folder/);
    }));
});
