import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { withModel } from '../embeddingModel.ts';
import { eventually } from '../eventually.ts';
import { openStore } from '../../src/store/store.ts';
import { onOneDay } from '../sameDay.ts';
import { startServer, withFolder, withServer, type ServerUnderTest } from './withServer.ts';

interface ToldMemory {
  content: string;
  content_hash: string;
  tags: string[];
  memory_type: string;
  created_at: string;
  similarity_score?: number;
}

const hashOf = (content: string) => createHash('sha256').update(content.trim().toLowerCase()).digest('hex');
const memoriesIn = (reply: Record<string, unknown>) => reply.memories as ToldMemory[];
const contentsIn = (reply: Record<string, unknown>) => memoriesIn(reply).map(({ content }) => content);

/** For tests that speak of today: runs with a server, once more where midnight came in between. */
const withServerOnOneDay: typeof withServer = (run) => onOneDay(() => withServer(run));

/** Calls a tool, expects `{success: false, message}` and gives the message. */
async function refused(
  { call }: ServerUnderTest,
  tool: string,
  args: Record<string, unknown>,
): Promise<string> {
  const { isError, json } = await call(tool, args);
  assert.ok(isError);
  assert.equal(json.success, false);
  assert.equal(json.error, undefined);
  return String(json.message);
}

describe('core memory tools', () => {
  it('run due consolidation with a call of any tool', () =>
    withServer(async ({ root, ok }) => {
      const monthAgo = Date.now() - 30 * 24 * 60 * 60 * 1_000;
      const { memories } = openStore(root, { clock: { now: () => monthAgo } });
      await memories.store({ content: 'old', createdAt: 0 });
      await memories.maintenance.schedule('weekly', 'yearly');
      await ok('history_list_dialogs');
      await eventually(
        'the memory is archived',
        async () => (await memories.list({ archived: true })).length === 1,
      );
    }));

  it('store memories with tags in any form and report existing ones', () =>
    withServer(async ({ ok }) => {
      const content = 'Refactored auth flow to use OAuth 2.1';
      const stored = await ok('store_memory', { content, tags: ['auth', 'Refactor '], memory_type: 'note' });
      assert.deepEqual(
        { ...stored, message: undefined },
        {
          success: true,
          message: undefined,
          content_hash: hashOf(content),
        },
      );
      const again = await ok('store_memory', { content: ` ${content.toUpperCase()}`, tags: '["x", "auth"]' });
      assert.equal(again.duplicate, true);
      const near = await ok('store_memory', { content: `${content}!`, tags: 'one, two' });
      assert.equal((near.similar as ToldMemory[])[0]?.content_hash, hashOf(content));
      const incremental = { content: `${content}?`, conversation_id: 'c1' };
      assert.equal((await ok('store_memory', incremental)).similar, undefined);
      const found = memoriesIn(await ok('search_by_tag', { tags: 'x,two' }));
      assert.deepEqual(found.map(({ tags }) => tags.join()).sort(), ['auth,refactor,x', 'one,two']);
    }));

  it('accept null for optional arguments like the original', () =>
    withServer(async ({ ok }) => {
      const nothing = { tags: null, metadata: null, client_hostname: null };
      assert.equal((await ok('store_memory', { content: 'Null is None', ...nothing })).success, true);
      const [found] = memoriesIn(await ok('retrieve_memory', { query: 'None', n_results: null }));
      assert.deepEqual(found?.tags, []);
    }));

  it('retrieve with a similarity score by words, tags, type and time', () =>
    withServerOnOneDay(async ({ ok }) => {
      await ok('store_memory', { content: 'OAuth refactor is done', tags: ['auth'] });
      await ok('store_memory', { content: 'Lunch at noon', memory_type: 'fact' });
      const reply = await ok('retrieve_memory', { query: 'OAuth refactor', n_results: 5 });
      const [best] = memoriesIn(reply);
      assert.deepEqual(Object.keys(reply), ['memories', 'query', 'total_results']);
      assert.deepEqual(Object.keys(best ?? {}), [
        'content',
        'content_hash',
        'tags',
        'memory_type',
        'created_at',
        'similarity_score',
      ]);
      assert.equal(best?.content, 'OAuth refactor is done');
      assert.match(best.created_at, /^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
      assert.ok((best.similarity_score ?? 0) > 0.5 && (best.similarity_score ?? 2) <= 1);
      assert.equal(reply.total_results, 1);
      const query = 'lunch';
      assert.deepEqual(contentsIn(await ok('retrieve_memory', { query, memory_type: 'fact' })), [
        'Lunch at noon',
      ]);
      assert.deepEqual(contentsIn(await ok('retrieve_memory', { query, tags: ['auth'] })), []);
      assert.deepEqual(contentsIn(await ok('retrieve_memory', { query, when: 'yesterday' })), []);
      const today = await ok('retrieve_memory', { query, when: '今天' });
      assert.deepEqual(contentsIn(today), ['Lunch at noon']);
      assert.equal((today.time_range as { text: string }).text, '今天');
    }));

  it('recall a period and report one they do not understand', () =>
    withServerOnOneDay(async (server) => {
      const { ok } = server;
      await ok('store_memory', { content: 'Decided on Postgres' });
      const reply = await ok('recall_memory', { query: 'what about Postgres in the past 3 days' });
      assert.deepEqual(contentsIn(reply), ['Decided on Postgres']);
      assert.equal((reply.time_range as { text: string }).text, 'the past 3 days');
      assert.deepEqual(contentsIn(await ok('recall_memory', { query: '上周' })), []);
      assert.match(
        await refused(server, 'recall_memory', { query: 'Postgres' }),
        /^No time was understood in "Postgres"/,
      );
      const when = 'when the cows come home';
      assert.match(
        await refused(server, 'retrieve_memory', { query: 'x', when }),
        /is not a time that can be read/,
      );
    }));

  it('search by meaning with an embeddings address, and report its failure', () =>
    withModel((model) =>
      withServer(
        async ({ ok }) => {
          for (const content of ['the automobile is red', 'a bird sings'])
            await ok('store_memory', { content });
          const found = await ok('retrieve_memory', { query: 'lorry', min_similarity: 0.5 });
          assert.deepEqual(contentsIn(found), ['the automobile is red']);
          assert.equal(found.notes, undefined);
          const today = await ok('recall_memory', { query: 'lorry today', n_results: 1 });
          assert.deepEqual(contentsIn(today), ['the automobile is red']);
          const old = await ok('memory_search', { query: 'lorry', mode: 'semantic', limit: 1 });
          assert.deepEqual(contentsIn(old), ['the automobile is red']);
          model.status = 500;
          const { notes } = await ok('retrieve_memory', { query: 'bird' });
          assert.match(String(notes), /^Found by words only/);
        },
        { env: { HISTORY_EMBEDDINGS_URL: model.url, HISTORY_EMBEDDINGS_MODEL: 'm' } },
      ),
    ));

  it('declare tags as text or list, and require them in a search by tags', () =>
    withServer(async ({ client, call }) => {
      const { tools } = await client.listTools();
      const schema = tools.find(({ name }) => name === 'search_by_tag')?.inputSchema;
      assert.deepEqual(schema?.required, ['tags']);
      assert.deepEqual(schema.properties?.tags, {
        anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }],
      });
      const { text } = await call('search_by_tag', { tags: { a: 3 } });
      assert.match(text, /tags takes text or a list, each item text, but got \{\\"a\\":3\}/);
    }));

  it('take tags and types wherever clients put them, and tell what is left out', () =>
    withServer(async ({ ok }) => {
      const forms: readonly (readonly [tool: string, args: object, tags: readonly string[], type: string])[] =
        [
          ['store_memory', { metadata: { tags: ['A', 'b'], type: 'Decision' } }, ['a', 'b'], 'Decision'],
          ['memory_store', { metadata: { tags: 'a、b；c', memory_type: 'fact' } }, ['a', 'b', 'c'], 'fact'],
          ['store_memory', { tags: 7, type: 'fact' }, ['7'], 'fact'],
          [
            'store_memory',
            { tags: ['["x","y"]', ['z', 3]], memory_type: 'fact' },
            ['x', 'y', 'z', '3'],
            'fact',
          ],
          ['store_memory', { tags: 'cafe\u0301', memory_type: 'cafe\u0301' }, ['caf\u00e9'], 'caf\u00e9'],
          ['store_memory', { metadata: '{"tags":"[\\"q\\"]"}' }, ['q'], 'note'],
          ['store_memory', { tags: `['p', "it's", None]` }, ['p', "it's"], 'note'],
          ['store_memory', { tags: '[wip] a; b' }, ['[wip] a', 'b'], 'note'],
        ];
      for (const [n, [tool, args, tags, type]] of forms.entries()) {
        const { content_hash: hash } = await ok(tool, { content: `memory ${n}`, ...args });
        const { memory } = await ok('update_memory_metadata', { content_hash: hash, updates: {} });
        const { tags: kept, memory_type: kind, metadata } = memory as Record<string, unknown>;
        assert.deepEqual([kept, kind, metadata], [tags, type, {}], JSON.stringify(args));
      }
      const { message, content_hash: hash } = await ok('store_memory', {
        content: 'x',
        tags: ['a', { b: 1 }],
      });
      assert.match(String(message), /^Stored\. Left out of the tags: \{"b":1\}\.$/);
      for (const updates of [
        { type: 'Rule', metadata: { tags: 'r' } },
        { metadata: { type: 'Rule', tags: ['r'] } },
        { memory_type: 'Rule', tags: 'r' },
      ]) {
        await ok('update_memory_metadata', {
          content_hash: hash,
          updates: { tags: 'gone', memory_type: 'gone' },
        });
        const { memory } = await ok('memory_update', { content_hash: hash, updates });
        const { tags, memory_type: kind, metadata } = memory as Record<string, unknown>;
        assert.deepEqual([tags, kind, metadata], [['r'], 'Rule', {}]);
      }
      const found = await ok('retrieve_memory', { query: 'x', memory_type: 'rule', tags: 'R' });
      assert.equal(found.total_results, 1);
    }));

  it('take operation for match_all and for tag_match', () =>
    withServer(async (server) => {
      const { ok } = server;
      await ok('store_memory', { content: 'a', tags: ['x', 'y'] });
      await ok('store_memory', { content: 'b', tags: ['x'] });
      const tags = ['x', 'y'];
      assert.equal((await ok('search_by_tag', { tags, operation: 'AND' })).total_results, 1);
      assert.equal((await ok('search_by_tag', { tags, operation: 'or' })).total_results, 2);
      assert.deepEqual(contentsIn(await ok('memory_list', { tags, operation: 'AND' })), ['a']);
      const removed = await ok('delete_by_tag', { tags, operation: 'AND', dry_run: false });
      assert.equal(removed.deleted_count, 1);
    }));

  it('search by whole tags only', () =>
    withServer(async (server) => {
      const { ok } = server;
      await ok('store_memory', { content: 'a', tags: ['auth', 'refactor'] });
      await ok('store_memory', { content: 'b', tags: ['author'] });
      const reply = await ok('search_by_tag', { tags: ['auth', 'author'] });
      assert.deepEqual(contentsIn(reply).sort(), ['a', 'b']);
      assert.deepEqual(
        [reply.search_tags, reply.match_all, reply.total_results],
        [['auth', 'author'], false, 2],
      );
      assert.equal(memoriesIn(reply)[0]?.similarity_score, undefined);
      assert.deepEqual(contentsIn(await ok('search_by_tag', { tags: ['auth'], match_all: true })), ['a']);
      const all = { tags: ['auth', 'refactor'], match_all: true };
      assert.deepEqual(contentsIn(await ok('search_by_tag', all)), ['a']);
      assert.match(await refused(server, 'search_by_tag', { tags: ' , ' }), /^tags is empty/);
      const many = Array.from({ length: 20_000 }, (_, n) => `t${n}`);
      assert.match(
        await refused(server, 'search_by_tag', { tags: many }),
        /^tags has \d+ characters; at most 10000 are taken/,
      );
    }));

  it('update and delete memories, and refuse unknown ones', () =>
    withServer(async (server) => {
      const { ok } = server;
      const { content_hash: hash } = await ok('store_memory', {
        content: 'x',
        tags: ['a'],
        metadata: { k: 1 },
      });
      const updates = { tags: 'b, c', memory_type: 'decision', metadata: { n: 2 }, priority: 'high' };
      const { memory, success } = await ok('update_memory_metadata', { content_hash: hash, updates });
      assert.equal(success, true);
      const { tags, memory_type: type, metadata } = memory as ToldMemory & { metadata: object };
      assert.deepEqual([tags, type, metadata], [['b', 'c'], 'decision', { k: 1, priority: 'high', n: 2 }]);
      const wrong = { content_hash: hash, updates: { content: ' ' } };
      assert.match(
        await refused(server, 'update_memory_metadata', wrong),
        /^updates\.content takes text that is not blank/,
      );
      const prefix = String(hash).slice(0, 8);
      assert.equal((await ok('delete_memory', { content_hash: prefix })).content_hash, hash);
      assert.match(await refused(server, 'delete_memory', { content_hash: hash }), /names no memory/);
      assert.match(await refused(server, 'delete_memory', {}), /^content_hash is missing/);
      assert.match(await refused(server, 'store_memory', { content: ' ' }), /^content is blank/);
      assert.equal(
        (await ok('store_memory', { content: 'x' })).duplicate,
        undefined,
        'deleted ones can come again',
      );
    }));

  it('replace the text of a memory, still reachable by its old hash, even when repeated', () =>
    withServer(async (server) => {
      const { ok } = server;
      const { content_hash: hash } = await ok('store_memory', {
        content: 'Deploy on Fridays',
        tags: ['ops'],
      });
      const updates = { content: 'Never deploy on Fridays', memory_type: 'decision' };
      for (const name of ['update_memory_metadata', 'memory_update']) {
        const { memory, content_hash: now } = await ok(name, { content_hash: hash, updates });
        const { content, tags, memory_type: type } = memory as ToldMemory;
        assert.deepEqual([content, tags, type], ['Never deploy on Fridays', ['ops'], 'decision']);
        assert.notEqual(now, hash);
      }
      const { memories } = await ok('retrieve_memory', { query: 'deploy fridays' });
      assert.equal((memories as unknown[]).length, 1);
      const other = { content_hash: hash, updates: { content: 'Deploy daily' } };
      assert.match(
        await refused(server, 'update_memory_metadata', other),
        /was edited in the meantime and is now/,
      );
    }));

  it('report the health of the store', () =>
    withServer(async ({ ok, folder }) => {
      assert.equal((await ok('check_database_health')).status, 'healthy');
      assert.ok(!existsSync(folder));
      await ok('store_memory', { content: 'x', tags: ['a', 'b'] });
      const { statistics, backend, timestamp } = await ok('check_database_health');
      const file = join(folder, '.memory/memories.jsonl');
      assert.deepEqual(statistics, {
        total_memories: 1,
        total_tags: 2,
        storage_size: readFileSync(file).length,
        last_backup: null,
      });
      assert.equal(backend, 'jsonl');
      assert.ok(Date.parse(String(timestamp)));
      writeFileSync(file, `garbage\n${readFileSync(file, 'utf8')}`);
      const health = await ok('check_database_health');
      assert.equal(health.status, 'error');
      assert.match(String((health.problems as string[])[0]), /cannot be read/);
    }));

  it('tag memories with the host name as their source when enabled', () =>
    withServer(
      async ({ ok }) => {
        await ok('store_memory', { content: 'x' });
        await ok('store_memory', { content: 'y', client_hostname: 'laptop' });
        const machine = hostname().toLowerCase();
        assert.deepEqual(contentsIn(await ok('search_by_tag', { tags: [`source:${machine}`] })), ['x']);
        assert.deepEqual(contentsIn(await ok('search_by_tag', { tags: ['source:laptop'] })), ['y']);
      },
      { env: { INCLUDE_HOSTNAME: 'true' } },
    ));

  it('page through memories with a tag, complete and in order, even after a deletion', () =>
    withServer(async ({ ok, call }) => {
      for (let n = 0; n < 7; n++)
        await ok('store_memory', { content: `note ${n} ${'x'.repeat(4_000)}`, tags: 'paged' });
      const seen: string[] = [];
      let cursor: unknown;
      do {
        const page = await ok('search_by_tag', { tags: 'paged', limit: 3, cursor });
        assert.equal(page.total_results, 7 - (seen.length > 0 ? 1 : 0));
        seen.push(...contentsIn(page).map((content) => content.slice(0, 6)));
        if (cursor === undefined)
          await ok('delete_memory', { content_hash: memoriesIn(page).at(-1)?.content_hash });
        ({ cursor } = page);
      } while (cursor !== undefined);
      assert.deepEqual(seen, ['note 6', 'note 5', 'note 4', 'note 3', 'note 2', 'note 1', 'note 0']);
      const wrong = await call('search_by_tag', { tags: 'paged', cursor: 'nonsense' });
      assert.match(
        wrong.text,
        /cursor \\"nonsense\\" is not valid here: pass the cursor of an earlier reply/,
      );
    }));
});

describe('full memory tools, which are not listed by default', () => {
  it('list, analyse and delete by tag after a dry run', () =>
    withServerOnOneDay(async (server) => {
      const { ok } = server;
      for (const n of [1, 2, 3])
        await ok('store_memory', { content: `m${n}`, tags: n < 3 ? ['tmp'] : ['tmpl'] });
      assert.deepEqual(await ok('list_tags'), {
        tags: [
          { tag: 'tmp', count: 2 },
          { tag: 'tmpl', count: 1 },
        ],
        total_tags: 2,
      });
      assert.equal((await ok('knowledge_analysis')).total_memories, 3);
      assert.equal((await ok('knowledge_analysis', { when: 'last year' })).total_memories, 0);
      const dry = await ok('delete_by_tag', { tags: ['tmp'] });
      assert.deepEqual([dry.dry_run, dry.deleted_count, dry.trash_id], [true, 2, undefined]);
      assert.equal((await ok('memory_list')).total, 3);
      assert.equal(
        (await ok('delete_by_tag', { tags: 'tmp', before: 'yesterday', dry_run: false })).deleted_count,
        0,
      );
      const done = await ok('delete_by_tag', { tags: 'tmp', after: 'yesterday', dry_run: false });
      assert.equal(done.deleted_count, 2);
      assert.ok(done.trash_id);
      assert.deepEqual(contentsIn(await ok('memory_list')), ['m3']);
      const everything = { tags: [' '], after: 'yesterday', dry_run: false };
      assert.match(await refused(server, 'delete_by_tag', everything), /^tags is empty/);
    }));

  it('clean up and consolidate memories', () =>
    withServer(async ({ ok }) => {
      for (const content of ['Deploy with make', 'deploy with make.', 'Lunch'])
        await ok('store_memory', { content });
      const duplicates = await ok('cleanup_duplicates', {});
      assert.deepEqual([duplicates.dry_run, duplicates.deleted_count], [true, 1]);
      const cleanup = await ok('memory_cleanup', {
        older_than: '6 months',
        similarity_threshold: 0.95,
        dry_run: false,
      });
      assert.equal((cleanup.duplicates as { deleted_count: number }).deleted_count, 1);
      assert.deepEqual(cleanup.older, { deleted_count: 0, content_hashes: [] });
      for (const older_than of ['2026-01-01', '一年', '30 days ago'])
        await ok('memory_cleanup', { older_than });
      for (const action of ['status', 'associate', 'cluster', 'compress', 'forget', 'run', 'undo'])
        assert.equal(
          (await ok('memory_consolidate', { action, time_horizon: 'weekly' })).success,
          true,
          action,
        );
    }));

  it('consolidate on a schedule, report the result, and undo it', () =>
    withServer(async ({ ok, folder, root }) => {
      const aside = JSON.stringify({ memories: [{ content: 'old', created_at: '2024-01-01T00:00:00Z' }] });
      writeFileSync(join(root, 'old.json'), aside);
      await ok('knowledge_import', { path: 'old.json' });
      const schedule = { action: 'schedule', every: 'daily', time_horizon: 'yearly' };
      const dry = await ok('memory_consolidate', schedule);
      assert.match(String(dry.message), /would be consolidated daily.*archive 1 .*dry_run=false/);
      assert.equal(dry.schedule, undefined);
      const set = await ok('memory_consolidate', { ...schedule, dry_run: false });
      assert.match(String(set.message), /^Memories are consolidated daily/);
      assert.equal((set.schedule as { every: string }).every, 'daily');
      assert.equal((await ok('memory_list')).total, 1, 'nothing happens before it is due');

      const care = join(folder, '.memory/care.json');
      const long = readFileSync(care, 'utf8').replace(
        /"since":"[^"]+"/,
        '"since":"2025-01-01T00:00:00.000Z"',
      );
      writeFileSync(care, long);
      const next = await startServer(root);
      try {
        await next.ok('history_list_dialogs');
        const archived = async () =>
          (await next.ok('memory_consolidate')).archived_hashes as string[] | undefined;
        await eventually('the scheduled consolidation', async () => (await archived())?.length === 1);
        assert.equal((await next.ok('memory_list')).total, 0);
        await next.ok('memory_consolidate', { action: 'undo', dry_run: false });
        assert.equal((await next.ok('memory_list')).total, 1);
        const { schedule: paused } = await next.ok('memory_consolidate');
        assert.equal((paused as { paused: boolean }).paused, true);
      } finally {
        await next.close();
      }
    }));

  it('export and import only files of the project', () =>
    withServer(async (server) => {
      const { ok, root, call } = server;
      await ok('store_memory', { content: 'x\n# y', tags: ['a'] });
      await ok('store_memory', { content: 'z' });
      for (const [format, path] of [
        ['json', 'memories.json'],
        ['markdown', 'memories.md'],
        ['text', 'memories.txt'],
      ] as const) {
        const { text } = await call('knowledge_export', { format });
        assert.equal((await ok('knowledge_export', { format, path })).path, path);
        const { statistics } = await ok('check_database_health');
        assert.ok((statistics as { last_backup: string | null }).last_backup);
        assert.equal(
          readFileSync(join(root, path), 'utf8').replace(/"export_timestamp.*/, ''),
          text.replace(/"export_timestamp.*/, ''),
        );
        const outcome = await ok('knowledge_import', { path });
        assert.deepEqual([outcome.added, outcome.merged, outcome.skipped], [0, 2, []]);
      }
      const one = await call('knowledge_export', { format: 'json', filters: { tags: 'a' } });
      assert.equal(memoriesIn(one.json).length, 1);
      assert.match(await refused(server, 'knowledge_export', { path: 'memories.json' }), /exists already/);
      assert.match(
        await refused(server, 'knowledge_export', { path: '../x.json' }),
        /outside of the project/,
      );
      const beside = `${root}-beside`;
      for (const folder of [join(root, '.github'), beside]) mkdirSync(folder);
      symlinkSync(beside, join(root, 'out'), 'junction');
      symlinkSync(join(root, '.github'), join(root, 'in'), 'junction');
      for (const [path, reason] of [
        ['x', /must end in/],
        ['postinstall.js', /must end in/],
        ['.eslintrc.json', /without a dot in front/],
        ['.github/x.json', /without a dot in front/],
        ['in/x.md', /without a dot in front/],
        ['out/x.md', /outside of the project/],
        [`../${basename(beside)}/x.md`, /outside of the project/],
        [join(beside, 'x.md'), /outside of the project/],
      ] as const)
        assert.match(await refused(server, 'knowledge_export', { path }), reason, path);
      assert.deepEqual([readdirSync(beside), readdirSync(join(root, '.github'))], [[], []]);
      rmSync(beside, { recursive: true });
      mkdirSync(join(root, '.chat-history/x'), { recursive: true });
      assert.match(
        await refused(server, 'knowledge_export', { path: '.chat-history/x/y' }),
        /folder of the history itself/,
      );
      assert.match(
        await refused(server, 'knowledge_import', { path: '/etc/hosts' }),
        /outside of the project/,
      );
      assert.match(await refused(server, 'knowledge_import', { path: 'none.json' }), /does not exist/);
      const long = await refused(server, 'knowledge_import', { path: 'x'.repeat(5_000) });
      const written = await refused(server, 'knowledge_export', { path: `${'x'.repeat(4_995)}.json` });
      for (const message of [long, written]) {
        assert.match(message, /5000 characters\) is too long for the file system; give a shorter one/);
        assert.ok(message.length < 500);
      }
      assert.match(await refused(server, 'knowledge_import', { path: '.' }), /is a folder/);
      for (const tool of ['knowledge_export', 'knowledge_import'])
        assert.match(await refused(server, tool, { path: 'a\0' }), /outside of the project/);
    }));

  it('report at most 100 hashes of deleted memories', () =>
    withServer(async ({ ok, root }) => {
      const memories = Array.from({ length: 120 }, (_, n) => ({ content: `note ${n}`, tags: ['tmp'] }));
      writeFileSync(join(root, 'many.json'), JSON.stringify({ memories }));
      assert.equal((await ok('knowledge_import', { path: 'many.json' })).added, 120);
      const reply = await ok('delete_by_tag', { tags: 'tmp', dry_run: false });
      const hashes = reply.content_hashes as string[];
      assert.deepEqual([reply.deleted_count, hashes.length], [120, 100]);
      assert.equal((await ok('memory_list')).total, 0);
    }));

  it('accept the newer names of the original', () =>
    withServerOnOneDay(async (server) => {
      const { ok } = server;
      const stored = await ok('memory_store', {
        content: 'OAuth 2.1',
        metadata: { tags: 'a,b', type: 'fact', k: 1 },
      });
      assert.deepEqual(
        memoriesIn(await ok('memory_list', { tags: ['b'], memory_type: 'fact' })).map(({ tags }) => tags),
        [['a', 'b']],
      );
      assert.deepEqual(contentsIn(await ok('memory_search', { query: 'oauth' })), ['OAuth 2.1']);
      assert.deepEqual(
        contentsIn(await ok('memory_search', { query: 'auth2', mode: 'exact', time_expr: 'today' })),
        [],
      );
      for (const mode of ['semantic', 'hybrid', 'ranked'])
        assert.equal((await ok('memory_search', { query: 'oauth', mode })).total_results, 1, mode);
      assert.deepEqual(contentsIn(await ok('memory_search', { time_expr: 'today', tags: 'a' })), [
        'OAuth 2.1',
      ]);
      assert.deepEqual(contentsIn(await ok('memory_search', { query: 'uth 2', mode: 'exact' })), [
        'OAuth 2.1',
      ]);
      assert.equal((await ok('memory_health')).status, 'healthy');
      const content_hash = stored.content_hash;
      assert.equal((await ok('memory_update', { content_hash, updates: { tags: ['c'] } })).success, true);
      assert.match(await refused(server, 'memory_delete', {}), /Say which memories to delete/);
      for (const more of [{ dry_run: true }, {}])
        assert.equal((await ok('memory_delete', { tags: ['c'], ...more })).dry_run, true);
      assert.equal((await ok('memory_delete', { content_hash })).deleted_count, 1);
      assert.deepEqual(await ok('memory_list'), {
        memories: [],
        page: 1,
        page_size: 20,
        total: 0,
        has_more: false,
      });
    }));
});

describe('memory prompts and resources', () => {
  it('are listed and readable', () =>
    withServerOnOneDay(async ({ client, ok }) => {
      await ok('store_memory', { content: 'Use tabs', tags: ['style guide'] });
      const { prompts } = await client.listPrompts();
      const names = prompts.map(({ name }) => name);
      const own = [
        'memory_review',
        'memory_analysis',
        'knowledge_export',
        'memory_cleanup',
        'learning_session',
      ];
      assert.deepEqual(names.slice(-5), own);
      const args = {
        time_period: 'today',
        format: 'text',
        topic: 'Zod',
        key_points: 'schemas, parsing',
        older_than: '1 year',
      };
      for (const name of own) {
        const { messages } = await client.getPrompt({ name, arguments: args });
        const [message] = messages;
        assert.ok(message?.content.type === 'text' && message.content.text.length > 40, name);
        if (['memory_review', 'memory_analysis', 'knowledge_export'].includes(name))
          assert.match(message.content.text, /Use tabs/);
        if (name === 'learning_session') assert.match(message.content.text, /# Zod\n\n- schemas\n- parsing$/);
      }
      await assert.rejects(client.getPrompt({ name: 'memory_review' }), /time_period is missing/);
      await assert.rejects(client.getPrompt({ name: 'nope' }), /the prompts are .*learning_session/);
    }));

  it('show statistics, tags, the newest memories, those of a tag and those of a query', () =>
    withServer(async ({ client, ok }) => {
      await ok('store_memory', { content: 'Use tabs', tags: ['style guide'] });
      await ok('store_memory', { content: '数据库迁移' });
      const { resources } = await client.listResources();
      assert.deepEqual(
        resources.map(({ uri }) => uri),
        ['history://brief', 'memory://stats', 'memory://tags'],
      );
      const { resourceTemplates } = await client.listResourceTemplates();
      assert.deepEqual(
        resourceTemplates
          .map(({ uriTemplate }) => uriTemplate)
          .filter((template) => template.startsWith('memory://')),
        ['memory://recent/{n}', 'memory://tag/{tag}', 'memory://search/{query}'],
      );
      const read = async (uri: string) => {
        const [content] = (await client.readResource({ uri })).contents;
        assert.ok(content && 'text' in content);
        return JSON.parse(content.text) as Record<string, unknown>;
      };
      assert.equal((await read('memory://stats')).status, 'healthy');
      assert.deepEqual(await read('memory://tags'), { tags: [{ tag: 'style guide', count: 1 }], count: 1 });
      assert.equal((await read('memory://recent/1')).count, 1);
      assert.deepEqual(contentsIn(await read('memory://tag/style%20guide')), ['Use tabs']);
      assert.deepEqual(contentsIn(await read(`memory://search/${encodeURIComponent('数据库')}`)), [
        '数据库迁移',
      ]);
      await assert.rejects(read('memory://recent/x'), /takes a whole number/);
      await assert.rejects(read('memory://nope'), /There is nothing at/);
    }));
});

describe('the choice of tools', () => {
  const listed = async (...args: string[]): Promise<string[]> => {
    let names: string[] = [];
    await withFolder(async (root) => {
      const server = await startServer(root, { args: ['--root', root, ...args] });
      try {
        names = (await server.client.listTools()).tools.map(({ name }) => name);
        assert.equal((await server.ok('list_tags')).total_tags, 0, 'what is not listed can be called');
      } finally {
        await server.close();
      }
    });
    return names;
  };

  it('accepts core, default, memory, full or names', async () => {
    const [core, usual, full] = [
      await listed('--tools', 'core'),
      await listed(),
      await listed('--tools', 'full'),
    ];
    assert.deepEqual(
      core.filter((name) => !usual.includes(name)),
      ['history_more'],
    );
    assert.equal(core.length, 11);
    assert.ok(!full.includes('history_more'));
    assert.ok(usual.includes('chat_context_load') && !usual.includes('list_tags'));
    assert.ok(full.includes('list_tags') && !full.includes('memory_store'));
    assert.deepEqual(await listed('--tools', 'default'), usual);
    const memory = await listed('--tools', 'memory');
    assert.deepEqual(memory, [
      ...usual.filter((name) => /memory|search_by_tag|check_database/.test(name)),
      ...['list_tags', 'delete_by_tag', 'cleanup_duplicates', 'knowledge_analysis', 'knowledge_export'],
      ...['knowledge_import', 'memory_cleanup', 'memory_consolidate'],
    ]);
    assert.ok(memory.every((name) => full.includes(name)));
    assert.deepEqual(await listed('--tools', 'memory_store, history_save'), ['memory_store', 'history_save']);
  });

  it('is refused with an unknown tool on the command line, and reported from the environment', () =>
    withFolder(async (root) => {
      const args = ['--root', root];
      await assert.rejects(startServer(root, { args: [...args, '--tools', 'history_sav'] }));
      const chosen = async (which: string) => {
        const server = await startServer(root, { args, env: { HISTORY_TOOLS: which } });
        const { tools } = await server.client.listTools();
        await server.close();
        return { names: tools.map(({ name }) => name), errors: server.errors() };
      };
      assert.deepEqual((await chosen('history_save')).names, ['history_save']);
      const { names, errors } = await chosen('history_sav');
      assert.deepEqual(names, (await chosen('')).names);
      assert.match(
        errors,
        /HISTORY_TOOLS takes core.*"history_sav".*history_save.* default tools are listed/,
      );
    }));
});
