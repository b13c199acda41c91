import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { StoreError } from '../../../src/store/errors.ts';
import type { Store } from '../../../src/store/store.ts';
import { onFaultyDisk, type Fault } from './faults.ts';
import { assistant, many, tree, user, withStore, type StoreFixture } from './withStore.ts';

const whole = { recentTurns: 10_000, includeSummary: true, includeMessages: true };

/** Everything a person can see of a dialog. What is in the trash and not yet, or again, in its place counts there. */
async function state({ dialogs, contexts }: Store): Promise<string> {
  const { messages, summary } = await dialogs.detail('d', whole);
  const active = (await contexts.active('d'))?.context;
  const archived = [...(await contexts.list('d'))].sort((a, b) => a.title.localeCompare(b.title));
  const summaries = archived.map(async ({ contextId }) => (await contexts.get(contextId)).context.summary);
  const present = new Set([active?.contextId, ...archived.map(({ contextId }) => contextId)]);
  const trash = (await contexts.trash('d')).filter(({ contextId }) => !present.has(contextId));
  return JSON.stringify({
    texts: messages?.map(({ text }) => text.trim()),
    summary,
    active: active?.turns.map(({ text }) => text.trim()),
    archived: archived.map(({ title, messageCount, summaryPreview }) => [
      title,
      messageCount,
      summaryPreview,
    ]),
    summaries: await Promise.all(summaries),
    trash: trash.map(({ title, turns }) => [title, turns]),
  });
}

/** A dialog with two archived contexts and an active one that has begun. */
async function prepareContexts({ dialogs, contexts }: Store): Promise<void> {
  for (const subject of ['one', 'two', 'three']) {
    await dialogs.save('d', [user(subject), assistant('yes')]);
    if (subject !== 'three') await contexts.startNew('d', {});
  }
}

const contextTwo = async ({ contexts }: Store): Promise<string> =>
  (await contexts.list('d')).find(({ title }) => title === 'two')!.contextId;

interface Operation {
  readonly title: string;
  readonly prepare: (store: Store) => Promise<unknown>;
  readonly run: (store: Store) => Promise<unknown>;
}

const operations: Operation[] = [
  {
    title: 'first save',
    prepare: () => Promise.resolve(),
    run: (store) => store.dialogs.save('d', [user('new')]),
  },
  {
    title: 'save',
    prepare: (store) => store.dialogs.save('d', many(3)),
    run: (store) => store.dialogs.save('d', [user('new')]),
  },
  {
    title: 'save that seals',
    prepare: (store) => store.dialogs.save('d', many(3, 30_000)),
    run: (store) => store.dialogs.save('d', [user('new')]),
  },
  {
    title: 'summary',
    prepare: (store) => store.dialogs.setSummary('d', { a: 1 }, 'replace'),
    run: (store) => store.dialogs.setSummary('d', { b: 1 }, 'merge'),
  },
  {
    title: 'clear',
    prepare: async (store) => {
      await store.dialogs.save('d', many(3, 30_000));
      await store.dialogs.save('d', many(3));
      await store.dialogs.setSummary('d', { a: 1 }, 'replace');
    },
    run: (store) => store.dialogs.clear('d'),
  },
  {
    title: 'restore',
    prepare: async (store) => {
      await store.dialogs.save('d', many(3, 30_000));
      await store.dialogs.setSummary('d', { a: 1 }, 'replace');
      await store.dialogs.clear('d');
      await store.dialogs.save('d', many(2));
    },
    run: async (store) => store.dialogs.restoreBackup('d', (await store.dialogs.backups('d'))[0]!.id),
  },
];

const contextOperations: Operation[] = [
  {
    title: 'first context',
    prepare: (store) => store.dialogs.save('d', [user('one'), assistant('yes'), user('two')]),
    run: (store) => store.contexts.startNew('d', {}),
  },
  {
    title: 'new context',
    prepare: prepareContexts,
    run: (store) => store.contexts.startNew('d', {}),
  },
  {
    title: 'save into a written context',
    prepare: prepareContexts,
    run: (store) => store.dialogs.save('d', [user('new')]),
  },
  {
    title: 'summary of a context',
    prepare: prepareContexts,
    run: async (store) => store.contexts.summarize(await contextTwo(store), 'short'),
  },
  {
    title: 'clearing the active context',
    prepare: prepareContexts,
    run: (store) => store.contexts.clearActive('d'),
  },
  {
    title: 'deleting a context',
    prepare: prepareContexts,
    run: async (store) => store.contexts.remove(await contextTwo(store)),
  },
  {
    title: 'bringing a context back',
    prepare: async (store) => {
      await prepareContexts(store);
      await store.contexts.remove(await contextTwo(store));
    },
    run: async (store) => store.contexts.restore((await store.contexts.trash('d'))[0]!.id),
  },
];

/** After whatever happened: every file parses, the next save works, nothing temporary or half-done is left. */
async function assertSound({ root, open }: StoreFixture): Promise<void> {
  await fs.rm(join(root, '.chat-history/.locks'), { recursive: true, force: true }); // its holder, this process, has not died
  await open().dialogs.save('d', [user('afterwards')]);
  const files = await tree(join(root, '.chat-history'));
  for (const [name, text] of Object.entries(files)) {
    // What died in the trash goes with the next thing thrown away that comes an hour later: it has no lock.
    if (/^\.trash\/[^/]+\.tmp\//.test(name)) continue;
    assert.doesNotMatch(name, /\.tmp|\.new-|damaged|pending/);
    if (name.endsWith('.json')) JSON.parse(text);
  }
  const { messages } = await open().dialogs.detail('d', whole);
  assert.equal(messages?.at(-1)?.text, 'afterwards');
}

/** How the disk fails for each of them: errors are alike, so that one is enough where there are many operations. */
const faults: (readonly [readonly Operation[], readonly Fault['kind'][]])[] = [
  [operations, ['ENOSPC', 'EIO', 'EPERM', 'power cut']],
  [contextOperations, ['EIO', 'power cut']],
];
const cases = faults.flatMap(([all, kinds]) =>
  all.flatMap((each) => kinds.map((kind) => ({ ...each, kind }))),
);

describe('a disk that fails', () => {
  for (const { title, prepare, run, kind } of cases)
    it(`at any operation of ${title}: ${kind}`, async () => {
      const done = await expected(prepare, run);
      let operations = Infinity;
      for (let at = 1; at <= operations; at++)
        await withStore(async (fixture) => {
          await prepare(fixture.store);
          const before = await state(fixture.store);
          const outcome = await onFaultyDisk({ at, kind } satisfies Fault, () => run(fixture.open()));
          if (outcome.operations < at) operations = outcome.operations;
          await fs.rm(join(fixture.root, '.chat-history/.locks'), { recursive: true, force: true });
          const after = await state(fixture.open());
          if (outcome.error === undefined) assert.equal(after, done, `acknowledged, failed at ${at}`);
          else assert.ok(after === before || after === done, `half done at ${at}: ${after}`);
          if (kind !== 'power cut' && outcome.error !== undefined)
            assert.ok(outcome.error instanceof StoreError);
          await assertSound(fixture);
        });
      assert.ok(operations > 3 && operations < 60, `${operations} operations`);
    });
});

/** The state after an operation on a disk that works. */
async function expected(prepare: Operation['prepare'], run: Operation['run']): Promise<string> {
  let result = '';
  await withStore(async ({ store }) => {
    await prepare(store);
    await run(store);
    result = await state(store);
  });
  return result;
}

describe('a full disk', () => {
  it('is told as such, and saving goes on when there is space', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', many(2));
      const { error } = await onFaultyDisk({ at: 1, kind: 'ENOSPC' }, () =>
        store.dialogs.save('d', [user('x')]),
      );
      assert.ok(error instanceof StoreError);
      assert.equal(error.code, 'storage');
      assert.match(error.message, /^The disk is full\. Free some space and try again\./);
      await store.dialogs.save('d', [user('y')]);
      assert.equal((await store.dialogs.stats('d')).messages, 3);
    }));

  it('keeps a damaged file where it is, and says so', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', many(2));
      await fs.writeFile(join(root, '.chat-history/d/messages.json'), '{');
      const every = { at: 1, kind: 'power cut' } as const;
      let damaged: unknown;
      await onFaultyDisk(every, async () => ({ damaged } = await store.dialogs.detail('d', whole)));
      assert.match(JSON.stringify(damaged), /"file":"messages.json","keptAs":"messages.json"/);
    }));
});
