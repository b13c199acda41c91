import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import type { Machine } from '../../../src/disk/base/stateFolder.ts';
import { followCopy } from '../../../src/history/copies/followCopy.ts';
import { defaultCopies } from '../../../src/history/copies/modes.ts';
import type { Store } from '../../../src/store/types.ts';
import { claudeTranscript } from './transcriptOf.ts';
import { assistant, many, tree, user, withStore, type StoreFixture } from './withStore.ts';

const session = '550e8400-e29b-41d4-a716-446655440000';
const keptBackups = 5;
const monthMs = 31 * 24 * 60 * 60 * 1_000;

/** Saves something of each kind with a text that nothing else has, and returns how it is deleted. */
const subjects: Readonly<
  Record<string, (fixture: StoreFixture, text: string) => Promise<() => Promise<unknown>>>
> = {
  dialog: async ({ store }, text) => {
    await store.dialogs.save('secret', [user(text)]);
    return () => store.dialogTrash.remove('secret');
  },
  message: async ({ store }, text) => {
    await store.dialogs.save('talk', [user(text), assistant('done')]);
    return async () => {
      await store.dialogs.removeMessages('talk', { isGone: (each) => each.text === text, summary: true });
      // It is in a backup, as many of which are kept.
      for (let n = 0; n < keptBackups; n++) {
        await store.dialogs.clear('talk');
        await store.dialogs.save('talk', [user(`ordinary ${n}`)]);
      }
    };
  },
  'message of a sealed part': async ({ store }, text) => {
    await store.dialogs.save('talk', [user(text), ...many(40, 3_000)]);
    await store.dialogs.save('talk', [user('after it was sealed')]);
    return async () => {
      await store.dialogs.removeMessages('talk', { isGone: (each) => each.text === text, summary: true });
      await store.dialogTrash.remove('talk');
    };
  },
  'edited memory': async ({ store }, text) => {
    const { memory } = await store.memories.store({ content: text });
    const edited = await store.memories.edit(memory.hash, 'ordinary'); // which keeps its former text
    return () => store.memories.remove(edited.hash);
  },
  memory: async ({ store }, text) => {
    const { memory } = await store.memories.store({ content: text });
    return () => store.memories.remove(memory.hash);
  },
  snapshot: async ({ store }, text) => {
    await store.dialogs.save('talk', [user(text), assistant('done')]);
    const { archivedContextId = '' } = await store.contexts.startNew('talk', {});
    return async () => {
      await store.contexts.remove(archivedContextId);
      await store.dialogTrash.remove('talk');
    };
  },
  archive: async ({ store, root }, text) => {
    const lines = [
      { id: 'u1', text },
      { id: 'a1', text: 'Done', by: 'assistant', tool: 'done' },
    ] as const;
    const outcome = await store.archives.archive(await claudeTranscript(root, session, lines));
    assert.ok(outcome.state === 'archived');
    // Archives are deleted as files, which the trash does not have.
    return () => fs.rm(join(root, '.chat-history/.conversations'), { recursive: true });
  },
};

/** What puts something else into the trash, which then drops what is old; and what the editor does with memories. */
async function dropOld(store: Store): Promise<void> {
  await store.dialogs.save('last', [user('ordinary')]);
  await store.dialogTrash.remove('last');
  await store.memories.maintenance.consolidateIfDue();
}

describe('what was deleted', () => {
  for (const [kind, save] of Object.entries(subjects))
    it(`is nowhere in the folder of the machine once the trash dropped it: ${kind}`, () =>
      withStore(async (fixture) => {
        const { root, clock, open } = fixture;
        const state = await fs.mkdtemp(`${root}-state-`);
        const machine: Machine = {
          home: state,
          env: { HISTORY_STATE_HOME: state },
          platform: process.platform,
        };
        const follow = () =>
          followCopy(join(root, '.chat-history'), { machine, clock, log: silentLog }, defaultCopies);
        const text = `the launch is on Thursday, says the ${kind}`;
        const holds = async () => JSON.stringify(await tree(state)).includes(text);
        try {
          const remove = await save(fixture, text);
          assert.equal((await follow()).state, 'current');
          assert.equal(await holds(), true);
          await remove();
          await follow();
          assert.ok(kind === 'message' || (await holds()), 'it can be restored, or is looked for once a day');
          clock.time += monthMs;
          await dropOld(open());
          assert.equal((await follow()).state, 'current');
          const there = Object.entries(await tree(state)).filter(([, content]) => content.includes(text));
          assert.deepEqual(
            there.map(([name]) => name),
            [],
          );
        } finally {
          await fs.rm(state, { recursive: true, force: true });
        }
      }));
});
