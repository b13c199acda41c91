import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/disk/base/core.ts';
import type { MemoryStore } from '../../../src/history/memory/types.ts';
import { tree, withStore } from './withStore.ts';

const hour = 3_600_000;
const log = (root: string) => join(root, '.chat-history/.memory/memories.jsonl');
const contents = async (memories: MemoryStore, ...filter: Parameters<MemoryStore['list']>) =>
  (await memories.list(...filter)).map(({ content }) => content);

describe('memories', () => {
  it('are named by the sha256 of their content, trimmed and in lower case', () =>
    withStore(async ({ store: { memories } }) => {
      const { memory } = await memories.store({ content: '  Use OAuth 2.1\n' });
      assert.equal(memory.hash, createHash('sha256').update('use oauth 2.1').digest('hex'));
      assert.equal(memory.content, '  Use OAuth 2.1\n');
      assert.equal(memory.type, 'note');
      assert.equal((await memories.get(memory.hash.slice(0, 8))).hash, memory.hash);
    }));

  it('create nothing by being read', () =>
    withStore(async ({ store: { memories }, root }) => {
      assert.deepEqual(await memories.list(), []);
      assert.equal((await memories.health()).memories, 0);
      assert.equal((await memories.find('x')).total, 0);
      assert.deepEqual(await tree(root), {});
    }));

  it('merge tags and metadata when the same is stored again', () =>
    withStore(async ({ store: { memories } }) => {
      await memories.store({ content: 'Same', tags: ['B ', 'a'], metadata: { x: 1, y: 1 } });
      const again = await memories.store({ content: ' same', tags: ['b', 'c'], metadata: { y: 2 } });
      assert.equal(again.duplicate, true);
      assert.deepEqual(again.memory.tags, ['b', 'a', 'c']);
      assert.deepEqual(again.memory.metadata, { x: 1, y: 2 });
      assert.equal(again.memory.content, 'Same');
      assert.equal((await memories.list()).length, 1);
    }));

  it('write nothing when there is nothing to merge', () =>
    withStore(async ({ store: { memories }, root }) => {
      await memories.store({ content: 'Same', tags: ['a'] });
      const before = await fs.readFile(log(root), 'utf8');
      await memories.store({ content: 'same', tags: ['A'] });
      assert.equal(await fs.readFile(log(root), 'utf8'), before);
    }));

  it('name those that say nearly the same', () =>
    withStore(async ({ store: { memories } }) => {
      await memories.store({ content: 'The API uses OAuth 2.1 for the login of users' });
      await memories.store({ content: '数据库迁移在每周五晚上执行' });
      await memories.store({ content: 'Use tabs, not spaces' });
      const english = await memories.store({ content: 'The API uses OAuth 2.1 for logins of users' });
      assert.deepEqual(
        english.similar.map(({ memory }) => memory.content),
        ['The API uses OAuth 2.1 for the login of users'],
      );
      assert.ok((english.similar[0]?.similarity ?? 0) < 1);
      const chinese = await memories.store({ content: '数据库迁移在每周五晚上执行。' });
      assert.equal(chinese.similar[0]?.memory.content, '数据库迁移在每周五晚上执行');
      assert.deepEqual((await memories.store({ content: 'Use spaces, not tabs' })).similar, []);
      assert.equal((await memories.list()).length, 6);
    }));

  it('have their tags changed by what is to go and to come, under one lock', () =>
    withStore(async ({ store: { memories }, root, open }) => {
      const { memory } = await memories.store({ content: 'x', tags: ['a', 'b'] });
      const other = open().memories;
      await Promise.all([
        memories.changeTags(memory.hash, { add: [' C ', 'a'], remove: ['b'] }),
        other.changeTags(memory.hash, { add: ['d'] }),
        ...Array.from({ length: 10 }, (_, n) =>
          (n % 2 ? memories : other).changeTags(memory.hash, { add: [`t${n}`] }),
        ),
      ]);
      const { tags } = await memories.get(memory.hash);
      assert.deepEqual([...tags].sort(), ['a', 'c', 'd', ...Array.from({ length: 10 }, (_, n) => `t${n}`)]);
      const before = await fs.readFile(log(root), 'utf8');
      const same = await memories.changeTags(memory.hash, { add: ['A'], remove: ['none'] });
      assert.deepEqual(same, await memories.get(memory.hash));
      assert.equal(await fs.readFile(log(root), 'utf8'), before);
      await assert.rejects(memories.changeTags('f'.repeat(64), { add: ['a'] }), { code: 'not_found' });
    }));

  it('tell which folder a change was in', () =>
    withStore(async ({ open }) => {
      const told: (string | undefined)[] = [];
      const { memories } = open({ onWrite: (folder) => told.push(folder) });
      const { memory } = await memories.store({ content: 'x' });
      await memories.changeTags(memory.hash, { add: ['a'] });
      assert.deepEqual(told, ['.memory', '.memory']);
    }));

  it('lead to others about the same', () =>
    withStore(async ({ store: { memories } }) => {
      const { memory } = await memories.store({ content: 'The tax is rounded once per order' });
      await memories.store({ content: 'A discount is rounded once per line' });
      await memories.store({ content: 'Taxes of an order: rounded at its end' });
      await memories.store({ content: 'Deploy on Fridays only' });
      const similar = await memories.similar(memory.hash);
      assert.deepEqual(
        similar.map((each) => each.memory.content),
        ['Taxes of an order: rounded at its end', 'A discount is rounded once per line'],
      );
      assert.equal((await memories.similar(memory.hash, { limit: 1 })).length, 1);
      assert.deepEqual(await memories.similar(memory.hash, { minSimilarity: 0.9 }), []);
    }));

  it('refuse metadata that is nested too deep, and skip it in an import', () =>
    withStore(async ({ store: { memories }, root }) => {
      const nested = (levels: number): JsonObject => (levels === 1 ? {} : { a: nested(levels - 1) });
      const { memory } = await memories.store({ content: 'fits', metadata: nested(100) });
      const refusal = { code: 'invalid_argument', message: /nested deeper than 100 levels; flatten it/ };
      await assert.rejects(memories.store({ content: 'x', metadata: nested(101) }), refusal);
      await assert.rejects(memories.update(memory.hash, { metadata: nested(101) }), refusal);
      const text = JSON.stringify([{ content: 'deep', metadata: nested(101) }, { content: 'flat' }]);
      const { added, skipped } = await memories.import(text);
      assert.deepEqual([added, skipped.length], [1, 1]);
      assert.match(skipped[0] ?? '', /memory 1 is nested deeper/);
      const line = (await fs.readFile(log(root), 'utf8')).split('\n')[0] ?? '';
      const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
      await fs.appendFile(
        log(root),
        `${line.replace('fits', 'deeper').replace(/"metadata":\{.*\}\}/, `"metadata":${deep}`)}\n`,
      );
      assert.equal((await memories.list()).length, 2);
      assert.equal((await memories.health()).problems.length, 1);
    }));

  it('refuse blank content, unknown and short hashes', () =>
    withStore(async ({ store: { memories } }) => {
      await assert.rejects(memories.store({ content: ' \n' }), /content is blank/);
      await assert.rejects(memories.get('0123456789abcdef'), { code: 'not_found' });
      await assert.rejects(memories.get('0123'), /first 8 or more/);
      await assert.rejects(memories.get('nothex-nothex'), { code: 'invalid_argument' });
    }));

  it('are found by whole tags, any or all of them', () =>
    withStore(async ({ store: { memories } }) => {
      await memories.store({ content: 'one', tags: ['auth', 'api'] });
      await memories.store({ content: 'two', tags: ['authentication'] });
      await memories.store({ content: 'three', tags: ['auth'] });
      assert.deepEqual((await contents(memories, { tags: ['AUTH '] })).sort(), ['one', 'three']);
      assert.deepEqual((await contents(memories, { tags: ['api', 'authentication'] })).sort(), [
        'one',
        'two',
      ]);
      assert.deepEqual(await contents(memories, { tags: ['auth', 'api'], allTags: true }), ['one']);
      assert.deepEqual(await contents(memories, { tags: ['aut'] }), []);
      assert.deepEqual(await memories.tags(), [
        { tag: 'auth', count: 2 },
        { tag: 'api', count: 1 },
        { tag: 'authentication', count: 1 },
      ]);
    }));

  it('are found by stems, parts of identifiers and Chinese words, best first', () =>
    withStore(async ({ store: { memories } }) => {
      await memories.store({ content: 'We migrated the database to Postgres 16' });
      await memories.store({ content: 'getUserById caches for a minute' });
      await memories.store({ content: '登录改用 OAuth，会话保留七天' });
      await memories.store({ content: 'Lunch is at noon' });
      const best = async (query: string) => (await memories.find(query)).found[0];
      assert.match((await best('database migrations'))?.memory.content ?? '', /migrated/);
      assert.match((await best('user id'))?.memory.content ?? '', /getUserById/);
      assert.match((await best('会话'))?.memory.content ?? '', /登录/);
      const { found } = await memories.find('lunch noon');
      assert.ok(found.every(({ similarity }) => similarity > 0 && similarity <= 1));
      assert.ok((found[0]?.similarity ?? 0) > 0.9, 'everything that was asked for stands in it');
      assert.equal((await memories.find('lunch zebra')).found.length, 1);
      assert.ok(((await best('lunch zebra'))?.similarity ?? 1) < 0.7);
      assert.deepEqual((await memories.find('lunch zebra', { minSimilarity: 0.9 })).found, []);
      assert.equal((await memories.find('zebra')).total, 0);
      assert.equal((await memories.find('')).total, 4);
    }));

  it('recall what a time in the query means', () =>
    withStore(async ({ store: { memories }, clock }) => {
      const now = clock.time;
      for (const days of [0, 1, 2, 10])
        await memories.store({ content: `auth note ${days}`, createdAt: now - days * 24 * hour });
      await memories.store({ content: 'lunch', createdAt: now - 24 * hour });
      const recall = async (query: string) =>
        (await memories.recall(query, { limit: 10 })).found.map(({ memory }) => memory.content).sort();
      assert.deepEqual(await recall('auth yesterday'), ['auth note 1']);
      assert.deepEqual(await recall('yesterday'), ['auth note 1', 'lunch']);
      assert.deepEqual(await recall('past 3 days auth'), ['auth note 0', 'auth note 1', 'auth note 2']);
      assert.deepEqual(await recall('昨天的 lunch'), ['lunch']);
      assert.deepEqual(await recall('what happened yesterday'), ['auth note 1', 'lunch']);
      assert.deepEqual(await recall('昨天做了什么'), ['auth note 1', 'lunch']);
      await assert.rejects(memories.recall('auth'), /No time was understood in "auth"/);
      await assert.rejects(memories.time('when the cows come home'), /is not a time that can be read/);
    }));

  it('change tags, type and metadata, and keep when they were made', () =>
    withStore(async ({ store: { memories }, clock }) => {
      const { memory } = await memories.store({ content: 'x', tags: ['a'], metadata: { k: 1, gone: 1 } });
      clock.time += hour;
      const updates = { tags: ['B'], type: 'decision', metadata: { gone: null, n: 2 } };
      const updated = await memories.update(memory.hash.slice(0, 10), updates);
      assert.deepEqual(updated, {
        ...memory,
        tags: ['b'],
        type: 'decision',
        metadata: { k: 1, n: 2 },
        updatedAt: clock.time,
      });
      assert.equal((await memories.update(memory.hash, {}, { keepCreated: false })).createdAt, clock.time);
    }));

  it('stay in the trash while not all of them can be restored', () =>
    withStore(async ({ store: { memories }, root }) => {
      for (const content of ['one', 'two']) await memories.store({ content, tags: ['tmp'] });
      const { trashed } = await memories.removeAll({ tags: ['tmp'] }, { dryRun: false });
      const id = trashed?.id ?? '';
      const file = join(root, '.chat-history/.trash', id, 'content.json');
      const written = await fs.readFile(file, 'utf8');
      await fs.writeFile(file, written.replace('"content": "one"', '"content": 1'));
      await assert.rejects(memories.restore(id), /cannot be read; repair their content\.json/);
      await fs.writeFile(file, written);
      assert.equal((await memories.restore(id)).length, 2);
    }));

  it('go to the trash, come back, and can be stored again', () =>
    withStore(async ({ store: { memories }, open }) => {
      const { memory } = await memories.store({ content: 'Delete me', tags: ['a'] });
      const { trashed } = await memories.remove(memory.hash);
      assert.deepEqual(await memories.list(), []);
      await memories.store({ content: 'delete me', tags: ['b'] });
      assert.deepEqual((await open().memories.get(memory.hash)).tags, ['b']);
      const [item] = await memories.trash();
      assert.deepEqual(item, trashed);
      assert.equal(trashed?.preview, 'Delete me');
      const [back] = await open().memories.restore(trashed.id);
      assert.deepEqual(back?.tags, ['b', 'a'], 'what came meanwhile is kept');
      assert.deepEqual(await memories.trash(), []);
    }));

  it('are deleted by tags, after a dry run, and return together', () =>
    withStore(async ({ store: { memories } }) => {
      for (const n of [1, 2, 3])
        await memories.store({ content: `m${n}`, tags: n < 3 ? ['tmp'] : ['tmp-not'] });
      const dry = await memories.removeAll({ tags: ['tmp'] }, { dryRun: true, reason: 'tags' });
      assert.equal(dry.memories.length, 2);
      assert.equal((await memories.list()).length, 3);
      const { trashed } = await memories.removeAll({ tags: ['tmp'] }, { dryRun: false, reason: 'tags' });
      assert.equal(trashed?.count, 2);
      assert.deepEqual(await contents(memories), ['m3']);
      assert.equal((await memories.restore(trashed.id)).length, 2);
      assert.equal((await memories.list()).length, 3);
      await assert.rejects(memories.removeAll({}, { dryRun: false }), /Say which memories to delete/);
    }));

  it('that say the same become the oldest one, and the undo takes that back', () =>
    withStore(async ({ store: { memories }, clock }) => {
      await memories.store({ content: 'Deploy with scripts/deploy.sh', tags: ['old'] });
      clock.time += hour;
      await memories.store({ content: 'deploy with scripts/deploy.sh!', tags: ['new'], metadata: { k: 1 } });
      await memories.store({ content: 'Deploy with make' });
      const dry = await memories.removeDuplicates(0.9, { dryRun: true });
      assert.equal(dry.groups.length, 1);
      const { groups, trashed } = await memories.removeDuplicates(0.9, { dryRun: false });
      assert.equal(groups[0]?.duplicates[0]?.similarity, 1);
      const kept = await memories.get(groups[0].kept.hash);
      assert.deepEqual(kept.tags, ['old', 'new']);
      assert.deepEqual(kept.metadata, { k: 1 });
      assert.equal((await memories.list()).length, 2);
      await memories.restore(trashed?.id ?? '');
      assert.deepEqual((await memories.get(kept.hash)).tags, ['old']);
      assert.equal((await memories.list()).length, 3);
      await assert.rejects(memories.removeDuplicates(0, { dryRun: true }), /threshold is 0/);
    }));

  it('of many say what they are about', () =>
    withStore(async ({ store: { memories } }) => {
      await memories.store({ content: 'auth with tokens', tags: ['auth', 'api'] });
      await memories.store({ content: 'auth with cookies', tags: ['auth', 'api'], type: 'decision' });
      await memories.store({ content: 'lunch' });
      await memories.store({ content: 'x'.repeat(1_000_000) });
      const analysis = await memories.analysis();
      assert.equal(analysis.memories, 4);
      assert.equal(analysis.untagged, 2);
      assert.ok(
        analysis.terms.every(({ term }) => term.length < 100),
        'data is no word',
      );
      assert.deepEqual(analysis.tagPairs, [{ tags: ['api', 'auth'], count: 2 }]);
      assert.deepEqual(analysis.types[0], { type: 'note', count: 3 });
      assert.equal(analysis.terms[0]?.term, 'auth');
      assert.deepEqual(
        analysis.months.map(({ count }) => count),
        [4],
      );
      assert.equal((await memories.analysis({ tags: ['auth'] })).memories, 2);
    }));

  it('signal every change, and none while they may only be read', () =>
    withStore(async ({ open }) => {
      let wrote = 0;
      await open({ onWrite: () => wrote++ }).memories.store({ content: 'x' });
      assert.equal(wrote, 1);
      const readOnly = open({ isReadOnly: () => true }).memories;
      assert.equal((await readOnly.list()).length, 1);
      await assert.rejects(readOnly.store({ content: 'y' }), /open for reading only/);
    }));
});

describe('consolidation', () => {
  const day = 24 * hour;

  it('archives groups into summaries and what is old, tells before, and undoes it', () =>
    withStore(async ({ store: { memories }, clock }) => {
      const now = clock.time;
      for (const [n, what] of ['Monday: planning', 'Tuesday: nothing', 'Wednesday: review'].entries())
        await memories.store({
          content: `Standup of the payment gateway team, ${what}`,
          tags: ['standup'],
          createdAt: now - n * day,
        });
      await memories.store({ content: 'An old thought', createdAt: now - 100 * day });
      await memories.store({ content: 'An old rule', tags: ['important'], createdAt: now - 100 * day });
      const options = { horizon: 'monthly', dryRun: true } as const;
      const { clusters } = await memories.consolidate('cluster', options);
      assert.equal(clusters[0]?.memories.length, 3);
      assert.ok(clusters[0].topic.includes('standup'));
      const dry = await memories.consolidate('run', options);
      assert.deepEqual([dry.summaries.length, dry.archived.length], [1, 4]);
      assert.equal((await memories.list()).length, 5);

      const done = await memories.consolidate('run', { ...options, dryRun: false });
      assert.deepEqual(done.summaries[0]?.content, dry.summaries[0]?.content);
      assert.match(done.summaries[0]?.content ?? '', /^3 memories about .*\n- Standup.*Wednesday/s);
      assert.deepEqual((await contents(memories)).sort(), [done.summaries[0]?.content, 'An old rule'].sort());
      assert.equal((await memories.list({ archived: true })).length, 4);
      assert.equal((await memories.find('old thought')).found[0]?.memory.content, 'An old rule');
      const status = await memories.consolidate('status', options);
      assert.equal(status.run, done.run);

      const undone = await memories.consolidate('undo', { ...options, dryRun: false });
      assert.equal(undone.archived.length, 4);
      assert.equal((await memories.list()).length, 5);
      assert.equal((await memories.list({ archived: true })).length, 0);
      assert.equal((await memories.consolidate('undo', options)).run, undefined);
    }));

  it('names pairs that have something in common', () =>
    withStore(async ({ store: { memories } }) => {
      await memories.store({ content: 'Redis cache of the session tokens' });
      await memories.store({ content: 'Session tokens expire after a week' });
      await memories.store({ content: 'Lunch is at noon' });
      const { associations } = await memories.consolidate('associate', { horizon: 'daily', dryRun: true });
      assert.equal(associations.length, 1);
      assert.ok(associations[0]?.memories.every(({ content }) => /session tokens/i.test(content)));
    }));

  it('brings an archived memory back when it is stored again', () =>
    withStore(async ({ store: { memories }, clock }) => {
      await memories.store({ content: 'old', createdAt: clock.time - 400 * day });
      await memories.consolidate('forget', { horizon: 'yearly', dryRun: false });
      assert.deepEqual(await contents(memories), []);
      await memories.store({ content: 'old' });
      assert.deepEqual(await contents(memories), ['old']);
    }));
});
