import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { defaultLimits } from '../../../src/disk/base/limits.ts';
import { assistant, many, tree, user, withStore, type StoreFixture } from './withStore.ts';

const limits = (contexts: Partial<typeof defaultLimits.contexts>) => ({
  limits: { ...defaultLimits, contexts: { ...defaultLimits.contexts, ...contexts } },
});
const folderOf = (root: string, dialog = 'd') => join(root, '.chat-history', dialog, 'contexts');
const json = async (file: string) => JSON.parse(await fs.readFile(file, 'utf8')) as Record<string, unknown>;
const texts = (turns: readonly { text: string }[] = []) => turns.map(({ text }) => text);

async function talk({ store }: Pick<StoreFixture, 'store'>, dialog = 'd') {
  await store.dialogs.save(dialog, [user('fix the login'), assistant('done'), user('now the invoices')]);
}

describe('active context', () => {
  it('is the messages since the last checkpoint, and costs nothing until it is changed', () =>
    withStore(async (fixture) => {
      const { store, root } = fixture;
      await talk(fixture);
      const active = await store.contexts.active('d');
      assert.deepEqual(texts(active?.context.turns), ['fix the login', 'done', 'now the invoices']);
      assert.equal(active?.context.meta.lastUserTextPreview, 'now the invoices');
      await assert.rejects(fs.readdir(folderOf(root)), { code: 'ENOENT' });
      assert.equal(await store.contexts.active('none'), undefined);
    }));

  it('is archived up to its last assistant turn; the pending user turn starts the next', () =>
    withStore(async (fixture) => {
      const { store, root, clock } = fixture;
      await talk(fixture);
      clock.time += 60_000;
      const result = await store.contexts.startNew('d', { title: 'invoices', reason: 'another task' });
      assert.deepEqual([result.archivedTurns, result.keptTurns], [2, 1]);
      assert.match(result.newContextId, /^c_20260205_[0-9a-f]{6}$/);
      const archived = await json(join(folderOf(root), 'archive', `${result.archivedContextId}.json`));
      assert.equal(archived.v, 1);
      assert.equal(archived.status, 'archived');
      assert.equal(archived.archiveReason, 'another task');
      assert.equal(archived.archivedAt, clock.time);
      assert.deepEqual(archived.turns, [
        { v: 1, ts: clock.time - 60_000, role: 'user', text: 'fix the login' },
        { v: 1, ts: clock.time - 59_999, role: 'assistant', text: 'done' },
      ]);
      const active = await json(join(folderOf(root), 'active.json'));
      assert.deepEqual(
        [active.status, active.contextId, active.title],
        ['active', result.newContextId, 'invoices'],
      );
      assert.deepEqual(texts(active.turns as never), ['now the invoices']);
      const index = await json(join(folderOf(root), 'index.json'));
      assert.deepEqual(index, {
        v: 1,
        items: [
          {
            contextId: result.archivedContextId,
            title: 'fix the login',
            createdAt: clock.time - 60_000,
            archivedAt: clock.time,
            messageCount: 2,
            summaryPreview: 'done',
          },
        ],
      });
      assert.equal((await store.dialogs.stats('d')).messages, 3);
    }));

  it('gets every later save, from any process', () =>
    withStore(async (fixture) => {
      const { store, root, open } = fixture;
      await talk(fixture);
      await store.contexts.startNew('d', {});
      await Promise.all(
        [1, 2, 3, 4].flatMap(() => many(5)).map((entry) => open().dialogs.save('d', [entry])),
      );
      const active = await json(join(folderOf(root), 'active.json'));
      assert.equal((active.turns as unknown[]).length, 21);
      const again = await open().contexts.startNew('d', {});
      assert.deepEqual([again.archivedTurns, again.keptTurns, again.archivedContextId], [0, 21, undefined]);
    }));

  it('is completed from the messages when a crash left it behind', () =>
    withStore(async (fixture) => {
      const { store, root } = fixture;
      await talk(fixture);
      await store.contexts.startNew('d', {});
      const file = join(folderOf(root), 'active.json');
      const behind = await fs.readFile(file);
      await store.dialogs.save('d', [assistant('a'), user('b')]);
      await fs.writeFile(file, behind);
      assert.deepEqual(texts((await store.contexts.active('d'))?.context.turns), [
        'now the invoices',
        'a',
        'b',
      ]);
      await store.dialogs.save('d', [user('c')]);
      assert.deepEqual(texts((await json(file)).turns as never), ['now the invoices', 'a', 'b', 'c']);
    }));

  it('is made up for when it is damaged or gone, from the last checkpoint', () =>
    withStore(async (fixture) => {
      const { store, root } = fixture;
      await talk(fixture);
      await store.contexts.startNew('d', {});
      await store.dialogs.save('d', [assistant('more')]);
      const file = join(folderOf(root), 'active.json');
      await fs.writeFile(file, '{"v":1,');
      const active = await store.contexts.active('d');
      assert.deepEqual(texts(active?.context.turns), ['now the invoices', 'more']);
      assert.equal(active?.damaged[0]?.file, 'contexts/active.json');
      assert.equal(
        await fs.readFile(join(folderOf(root), active.damaged[0].keptAs.slice(9)), 'utf8'),
        '{"v":1,',
      );
      await fs.rm(file);
      assert.deepEqual(texts((await store.contexts.active('d'))?.context.turns), [
        'now the invoices',
        'more',
      ]);
    }));

  it('stays as it is when the dialog is cleared and filled again, or restored', () =>
    withStore(async (fixture) => {
      const { store, clock } = fixture;
      await talk(fixture);
      await store.contexts.startNew('d', {});
      const { backup } = await store.dialogs.clear('d');
      clock.time += 1_000;
      await store.dialogs.save('d', [user('after clear')]);
      assert.deepEqual(texts((await store.contexts.active('d'))?.context.turns), [
        'now the invoices',
        'after clear',
      ]);
      await store.dialogs.restoreBackup('d', backup!);
      await store.dialogs.save('d', [user('after restore')]);
      assert.deepEqual(texts((await store.contexts.active('d'))?.context.turns), [
        'now the invoices',
        'after clear',
        'after restore',
      ]);
    }));

  it('is not archived twice when the switch was interrupted', () =>
    withStore(async (fixture) => {
      const { store, root } = fixture;
      await talk(fixture);
      await store.contexts.startNew('d', {});
      await store.dialogs.save('d', [assistant('invoices done'), user('next')]);
      const file = join(folderOf(root), 'active.json');
      const before = await fs.readFile(file);
      const { archivedContextId } = await store.contexts.startNew('d', {});
      await fs.writeFile(file, before); // the archive was written, the new active context was not
      const active = await store.contexts.active('d');
      assert.notEqual(active?.context.contextId, archivedContextId);
      assert.deepEqual(texts(active?.context.turns), ['next']);
    }));
});

describe('the last request of a context', () => {
  it('is named where it has an id, and goes with its turn', () =>
    withStore(async ({ store, root }) => {
      const active = async () => (await store.contexts.active('d'))?.context.meta.lastRequestId;
      await store.dialogs.save('d', [{ ...user('a'), id: 'm1', meta: { requestId: 'r1' } }, assistant('b')]);
      assert.equal(await active(), 'r1');
      await store.contexts.startNew('d', {});
      const [archived] = await fs.readdir(join(folderOf(root), 'archive'));
      const { meta } = await json(join(folderOf(root), 'archive', archived!));
      assert.equal((meta as { lastRequestId?: string }).lastRequestId, 'r1');
      assert.equal(await active(), undefined);
      await store.dialogs.save('d', [{ ...user('c'), id: 'm2' }]);
      assert.equal(await active(), 'm2');
      await store.dialogs.save('d', [user('d')]);
      assert.equal(await active(), undefined);
    }));
});

describe('budgets', () => {
  it('keep the newest turns and count the others', () =>
    withStore(
      async ({ store }) => {
        await store.contexts.startNew('d', { title: 't' });
        await store.dialogs.save('d', many(30, 50));
        const { context } = (await store.contexts.active('d'))!;
        assert.deepEqual(
          texts(context.turns).map((text) => parseInt(text)),
          [25, 26, 27, 28, 29],
        );
        assert.equal(context.droppedTurns, 25);
        assert.equal((await store.dialogs.stats('d')).messages, 30);
      },
      limits({ maxTurns: 5 }),
    ));

  it('cut a single turn over the budget, and mark it', () =>
    withStore(
      async ({ store }) => {
        await store.contexts.startNew('d', {});
        await store.dialogs.save('d', [user('🎉'.repeat(2_500))]);
        const [turn, ...others] = (await store.contexts.active('d'))!.context.turns;
        assert.equal(others.length, 0);
        assert.ok(turn!.text.length <= 1_000 && turn!.text.length > 900);
        assert.match(turn!.text, /^(🎉)+\n\[… \d+ more characters\]$/u);
      },
      limits({ maxChars: 1_000 }),
    ));

  it('hold for a dialog of thousands of messages that was never switched', () =>
    withStore(async ({ store }) => {
      for (let n = 0; n < 1_000; n += 200) await store.dialogs.save('d', many(200, 300, n));
      const { context } = (await store.contexts.active('d'))!;
      assert.equal(context.turns.length, 120);
      assert.equal(context.droppedTurns, 880);
    }));
});

describe('archived contexts', () => {
  const fill = async ({ store, clock }: Pick<StoreFixture, 'store' | 'clock'>, topics: readonly string[]) => {
    const ids: string[] = [];
    for (const topic of topics) {
      clock.time += 60_000;
      await store.dialogs.save('d', [user(topic), assistant(`About this: ${topic}`)]);
      ids.push((await store.contexts.startNew('d', {})).archivedContextId!);
    }
    return ids;
  };

  it('are found by other words, in English and Chinese, and by identifiers', () =>
    withStore(async (fixture) => {
      const topics = [
        'The rounding of invoices is wrong when a discount applies',
        '修复用户登录时的验证码校验问题',
        'getUserById returns undefined for deleted accounts',
        'Deploy the staging cluster with terraform',
      ];
      const ids = await fill(fixture, topics);
      for (const [query, n] of [
        ['invoice rounding errors', 0],
        ['验证码登录', 1],
        ['登录校验', 1],
        ['user by id', 2],
        ['deploying clusters', 3],
      ] as const)
        assert.equal((await fixture.store.contexts.find('d', query, 5))[0]?.contextId, ids[n], query);
      for (const query of ['the of and', 'zebra', '量子', ''])
        assert.deepEqual(await fixture.store.contexts.find('d', query, 5), [], query);
    }));

  it('are searched whole: a word at character 10,000 of turn 90', () =>
    withStore(
      async ({ store }) => {
        await store.contexts.startNew('d', {});
        for (let n = 0; n < 100; n++)
          await store.dialogs.save('d', [
            n === 90
              ? assistant(`${'filler '.repeat(1_430)}needlework ${'filler '.repeat(50)}`)
              : assistant(`turn ${n}`),
          ]);
        const { archivedContextId } = await store.contexts.startNew('d', {});
        assert.equal((await store.contexts.find('d', 'needlework', 5))[0]?.contextId, archivedContextId);
      },
      limits({ maxChars: 480_000 }),
    ));

  it('of three hundred, the right one is first, and all can be listed and loaded', () =>
    withStore(async (fixture) => {
      const { store } = fixture;
      const topics = Array.from(
        { length: 300 },
        (_, n) => `work on module ${n} and its tests, part ${n % 7}`,
      );
      topics[177] = 'work on module 177: the retry backoff of the payment gateway and its tests';
      const ids = await fill(fixture, topics);
      assert.equal(
        (await store.contexts.find('d', 'payment retries with backoff', 5))[0]?.contextId,
        ids[177],
      );
      const listed = await store.contexts.list('d');
      assert.deepEqual(
        listed.map(({ contextId }) => contextId),
        ids.toReversed(),
      );
      for (const id of [ids[0], ids[299]]) assert.equal((await store.contexts.get(id!)).dialog, 'd');
    }));

  it('are listed though the index is missing, damaged, or of an older form', () =>
    withStore(async (fixture) => {
      const { store, root, open } = fixture;
      const ids = await fill(fixture, ['one', 'two', 'three']);
      const good = await store.contexts.list('d');
      const file = join(folderOf(root), 'index.json');
      const older = {
        v: 1,
        items: ids.map((contextId) => ({
          contextId,
          title: 'T',
          createdAt: 1,
          archivedAt: 2,
          turns: 9,
          searchTextPreview: 'P',
        })),
      };
      for (const text of [undefined, '{', '[]', '{"v":1,"items":[{"contextId":"c_gone","title":"x"}]}']) {
        await fs.rm(file, { force: true });
        if (text !== undefined) await fs.writeFile(file, text);
        assert.deepEqual(await open().contexts.list('d'), good);
      }
      await fs.writeFile(file, JSON.stringify(older));
      const [first] = await open().contexts.list('d');
      assert.deepEqual([first?.messageCount, first?.summaryPreview, first?.title], [9, 'P', 'T']);
      await store.contexts.summarize(ids[0]!, 'short');
      assert.equal(
        (await store.contexts.list('d')).find(({ contextId }) => contextId === ids[0])?.summaryPreview,
        'short',
      );
    }));

  it('unknown ids are refused with the newest ones', () =>
    withStore(async (fixture) => {
      const [id] = await fill(fixture, ['one']);
      for (const unknown of ['c_20260101_000000', '../x', '', 'a/b', 'x'.repeat(500), 'index'])
        await assert.rejects(fixture.store.contexts.get(unknown), (error: Error) =>
          error.message.includes(id!),
        );
    }));

  for (const known of [true, false])
    it(`that are damaged can be deleted and brought back as they are, ${known ? 'in' : 'not in'} the index`, () =>
      withStore(async ({ store, root }) => {
        await store.dialogs.save('d', [user('apples'), assistant('yes')]);
        const { archivedContextId: id = '' } = await store.contexts.startNew('d', {});
        const contexts = join(root, '.chat-history/d/contexts');
        const file = join(contexts, 'archive', `${id}.json`);
        const bytes = Buffer.from('{"v":1,\xff', 'latin1');
        await fs.writeFile(file, bytes);
        if (!known) await fs.rm(join(contexts, 'index.json'));
        const gone = await store.contexts.remove(id);
        assert.deepEqual([gone.title, gone.turns], known ? ['apples', 2] : ['', 0]);
        await assert.rejects(store.contexts.get(id), { code: 'not_found' });
        assert.deepEqual(await store.contexts.list('d'), []);
        await store.contexts.restore(gone.id);
        assert.deepEqual(await fs.readFile(file), bytes);
        assert.equal((await store.contexts.unreadable('d'))[0]?.file, `contexts/archive/${id}.json`);
      }));

  it('are restored only where no dialog has them', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('apples'), assistant('yes')]);
      await store.dialogs.save('other', [user('pears')]);
      const { archivedContextId: id = '' } = await store.contexts.startNew('d', {});
      const at = (dialog: string) => join(root, '.chat-history', dialog, 'contexts/archive', `${id}.json`);
      const bytes = await fs.readFile(at('d'));
      const gone = await store.contexts.remove(id);
      // As where it was taken in from another machine, on which its dialog was renamed.
      await fs.mkdir(dirname(at('other')), { recursive: true });
      await fs.writeFile(at('other'), bytes);
      await assert.rejects(store.contexts.restore(gone.id), {
        code: 'already_exists',
        message: `The snapshot ${id} is in the dialog "other" already.`,
      });
      await fs.rm(at('other'));
      await store.contexts.restore(gone.id);
      assert.equal((await store.contexts.get(id)).dialog, 'd');
    }));

  it('that are damaged are named, and the others work', () =>
    withStore(async (fixture) => {
      const { store, root, open } = fixture;
      const ids = await fill(fixture, ['one apple', 'two pears']);
      await fs.writeFile(join(folderOf(root), 'archive', `${ids[0]}.json`), '{');
      await assert.rejects(store.contexts.get(ids[0]!), { code: 'damaged' });
      assert.equal((await open().contexts.find('d', 'pears', 5))[0]?.contextId, ids[1]);
    }));
});

describe('injection', () => {
  it('is headed as the original says, and keeps whole newest turns', () =>
    withStore(async (fixture) => {
      const { store, open } = fixture;
      await talk(fixture);
      const { archivedContextId: id = '' } = await store.contexts.startNew('d', {});
      const query = { mode: 'full', maxChars: 12_000 } as const;
      const chinese = await store.contexts.injection(id, query);
      assert.equal(
        chinese.text,
        `以下是历史归档 context（仅供参考，可能与当前问题不一致）：\n- contextId: ${id}\n- mode: full\n- title: fix the login\n\nuser: fix the login\n\nassistant: done`,
      );
      const english = await open({ language: 'en' }).contexts.injection(id, query);
      assert.match(
        english.text,
        /^Archived context, for reference only; it may not match the current question:\n- contextId: /,
      );
    }));

  it('cuts from the oldest side, says how many, and never exceeds the limit', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [...many(40, 200), assistant('end')]);
      const { archivedContextId: id = '' } = await store.contexts.startNew('d', {});
      for (const maxChars of [500, 1_000, 3_000]) {
        const { text, omittedTurns } = await store.contexts.injection(id, { mode: 'full', maxChars });
        assert.ok(text.length <= maxChars, `${text.length}`);
        assert.ok(text.includes(`（省略了更早的 ${omittedTurns} 轮）`));
        assert.ok(text.endsWith('assistant: end'));
      }
      assert.equal(
        (await store.contexts.injection(id, { mode: 'summary', maxChars: 12_000 })).text.match(/^user: /gm)
          ?.length,
        11,
      );
    }));

  it('prefers the stored summary in the summary mode', () =>
    withStore(async (fixture) => {
      await talk(fixture);
      const { store } = fixture;
      const { archivedContextId: id = '' } = await store.contexts.startNew('d', {});
      await store.contexts.summarize(id, '登录已修复');
      assert.ok(
        (await store.contexts.injection(id, { mode: 'summary', maxChars: 1_000 })).text.endsWith(
          '\n\n登录已修复',
        ),
      );
      assert.ok(
        (await store.contexts.injection(id, { mode: 'recent', maxChars: 1_000 })).text.endsWith(
          'assistant: done',
        ),
      );
    }));
});

describe('clearing and trash', () => {
  it('clears without an active file, and brings back in front of what came since', () =>
    withStore(async (fixture) => {
      const { store } = fixture;
      await talk(fixture);
      const { cleared, trashId } = await store.contexts.clearActive('d');
      assert.equal(cleared, 3);
      assert.deepEqual((await store.contexts.active('d'))?.context.turns, []);
      await store.dialogs.save('d', [user('later')]);
      const [item] = await store.contexts.trash('d');
      assert.deepEqual([item?.id, item?.kind, item?.turns], [trashId, 'active', 3]);
      await store.contexts.restore(trashId!);
      assert.deepEqual(texts((await store.contexts.active('d'))?.context.turns), [
        'fix the login',
        'done',
        'now the invoices',
        'later',
      ]);
      assert.deepEqual(await store.contexts.trash('d'), []);
      await assert.rejects(store.contexts.restore(trashId!), { code: 'not_found' });
    }));

  it('clears nothing without a word', () =>
    withStore(async ({ store, root }) => {
      assert.deepEqual(await store.contexts.clearActive('none'), {
        cleared: 0,
        trashId: undefined,
        damaged: [],
      });
      assert.deepEqual(await fs.readdir(root), []);
    }));

  it('takes a deleted snapshot back, and forgets it after 30 days', () =>
    withStore(async (fixture) => {
      const { store, clock, root } = fixture;
      await talk(fixture);
      const { archivedContextId: id = '' } = await store.contexts.startNew('d', {});
      const before = await store.contexts.get(id);
      const { id: trashId } = await store.contexts.remove(id);
      assert.deepEqual(await store.contexts.list('d'), []);
      await store.contexts.restore(trashId);
      assert.deepEqual(await store.contexts.get(id), before);
      await store.contexts.remove(id);
      clock.time += 31 * 24 * 60 * 60 * 1_000;
      await store.dialogs.save('d', [assistant('x')]);
      await store.contexts.clearActive('d');
      assert.deepEqual(
        (await store.contexts.trash('d')).map(({ kind }) => kind),
        ['active'],
      );
      assert.ok(
        !Object.keys(await tree(join(root, '.chat-history/.trash'))).some((name) => name.includes('.tmp')),
      );
    }));
});

describe('a process that died', () => {
  it('leaves no temporary file for longer than until the next write', () =>
    withStore(async (fixture) => {
      const { store, root } = fixture;
      await talk(fixture);
      await store.contexts.startNew('d', {});
      const dead = (name: string) => fs.writeFile(join(folderOf(root), `${name}.json.0a1b2c3d.tmp`), '{');
      for (const name of ['active', 'index', 'archive/c_20260205_ab3d9f']) await dead(name);
      const left = async () =>
        Object.keys(await tree(folderOf(root))).filter((name) => name.endsWith('.tmp'));
      await store.dialogs.save('d', [assistant('x')]);
      assert.deepEqual(await left(), ['archive/c_20260205_ab3d9f.json.0a1b2c3d.tmp']);
      await store.contexts.startNew('d', {});
      assert.deepEqual(await left(), []);
    }));

  it('after it archived messages the file did not have leaves only what came later active', () =>
    withStore(async (fixture) => {
      const { store, root, open } = fixture;
      await talk(fixture);
      await store.contexts.startNew('d', {});
      const file = join(folderOf(root), 'active.json');
      await open(limits({ enabled: false })).dialogs.save('d', [assistant('sent'), user('next')]);
      const behind = await fs.readFile(file, 'utf8');
      const { archivedTurns } = await store.contexts.startNew('d', {});
      assert.equal(archivedTurns, 2);
      await fs.writeFile(file, behind);
      assert.deepEqual(texts((await store.contexts.active('d'))?.context.turns), ['next']);
    }));
});

describe('contexts switched off', () => {
  it('refuse changes, and saves feed nothing', () =>
    withStore(async (fixture) => {
      const { open, root } = fixture;
      await talk(fixture);
      const off = open(limits({ enabled: false }));
      for (const call of [
        off.contexts.startNew('d', {}),
        off.contexts.clearActive('d'),
        off.contexts.summarize('x', 'y'),
        off.contexts.injection('x', { mode: 'full', maxChars: 1 }),
      ])
        await assert.rejects(call, { code: 'disabled', message: /^contexts are disabled; / });
      await assert.rejects(fs.readdir(folderOf(root)), { code: 'ENOENT' });
    }));
});
