import assert from 'node:assert/strict';
import type { Memory } from '../../../src/history/memory/types.ts';
import { withStore, type StoreFixture } from './withStore.ts';

const awkward = [
  'Plain text',
  '# A heading\n\n- list\n- `code`\n\n```ts\nconst a = 1;\n```\n',
  '<!-- memory {"created_at":"x"} -->\n<!-- end -->',
  '[2026-02-05T12:00:00.000Z] "note" []\n  indented\n\n\nmetadata {"a":1}',
  '  blanks around  \n',
  '中文 — emoji 🎉, a tab\tand a \u0000 and \r alone',
  'windows\r\nlines\r\n',
  '---\n> quote\n&#38; &amp; <b>html</b>',
];

/** Stores the awkward texts with all there can be around them, former texts included. */
async function fill({ store: { memories }, clock }: StoreFixture): Promise<readonly Memory[]> {
  for (const [n, content] of awkward.entries()) {
    await memories.store({
      content,
      tags: n % 2 ? ['a b', `t"${n}`, 'x,y'] : [],
      type: n % 3 ? 'note' : 'my · type',
      metadata: n % 2 ? { n, deep: { '-->': ['<!--', null] } } : {},
      createdAt: clock.time - n * 86_400_000,
      updatedAt: clock.time - n,
    });
  }
  for (const content of ['now', 'now — again', 'now 🎉']) {
    clock.time += 1_000;
    const [, first] = await memories.list();
    await memories.edit(first?.hash ?? '', content);
  }
  return memories.list();
}

describe('exports of memories', () => {
  for (const format of ['json', 'markdown', 'text'] as const)
    it(`are read back exactly: ${format}`, () =>
      withStore(async (fixture) => {
        const all = await fill(fixture);
        const exported = await fixture.store.memories.export(format);
        await withStore(async ({ store }) => {
          const outcome = await store.memories.import(exported);
          assert.deepEqual(outcome, { format, added: all.length, merged: 0, skipped: [] });
          assert.deepEqual(await store.memories.list(), all);
          assert.equal((await store.memories.import(exported)).merged, all.length);
          assert.deepEqual(await store.memories.list(), all, 'a second time changes nothing');
        });
      }));

  for (const format of ['json', 'markdown', 'text'] as const)
    it(`are read back after an editor has changed the ends of lines: ${format}`, () =>
      withStore(async ({ store: { memories } }) => {
        await memories.store({ content: 'one\n\ntwo', tags: ['a'] });
        const exported = await memories.export(format);
        await withStore(async ({ store }) => {
          const outcome = await store.memories.import(`\ufeff${exported.replaceAll('\n', '\r\n')}`);
          assert.deepEqual([outcome.format, outcome.added, outcome.skipped], [format, 1, []]);
          assert.deepEqual(await store.memories.list(), await memories.list());
        });
      }));

  it('hold what a filter means', () =>
    withStore(async (fixture) => {
      await fill(fixture);
      const { memories } = fixture.store;
      const { memories: items } = JSON.parse(await memories.export('json', { tags: ['a b'] })) as {
        memories: unknown[];
      };
      assert.equal(items.length, 4);
    }));
});

describe('imports of memories', () => {
  it('take the export of the original service', () =>
    withStore(async ({ store: { memories } }) => {
      const outcome = await memories.import(
        JSON.stringify({
          export_metadata: {
            source_machine: 'laptop',
            export_timestamp: '2025-08-01T10:00:00',
            total_memories: 3,
          },
          memories: [
            {
              content: 'Use OAuth 2.1',
              content_hash: 'of another version',
              tags: ['Auth', 'source:laptop'],
              created_at: 1754042400.25,
              updated_at: 1754046000,
              memory_type: 'decision',
              metadata: { priority: 'high' },
            },
            // As its knowledge_export writes it: tags as text, metadata among the fields.
            {
              content: 'Second',
              tags_str: 'a,b',
              type: 'note',
              created_at_iso: '2025-08-01T10:00:00Z',
              priority: 1,
            },
            { content_hash: 'x' },
          ],
        }),
      );
      assert.deepEqual(outcome, {
        format: 'json',
        added: 2,
        merged: 0,
        skipped: ['memory 3 has no content'],
      });
      const [second, first] = [...(await memories.list())]
        .sort((a, b) => (a.content > b.content ? -1 : 1))
        .reverse();
      assert.deepEqual([second?.content, first?.content], ['Second', 'Use OAuth 2.1']);
      assert.deepEqual(first?.tags, ['auth', 'source:laptop']);
      assert.equal(first.createdAt, 1_754_042_400_250);
      assert.equal(first.updatedAt, 1_754_046_000_000);
      assert.deepEqual([first.type, first.metadata], ['decision', { priority: 'high' }]);
      assert.deepEqual([second?.tags, second?.metadata], [['a', 'b'], { priority: 1 }]);
      assert.equal(second?.createdAt, Date.UTC(2025, 7, 1, 10));
    }));

  it('takes times without a zone for UTC in whatever form, and tells of those it cannot read', () =>
    withStore(async ({ store }) => {
      const { TZ } = process.env;
      process.env.TZ = 'Asia/Shanghai';
      try {
        const same = [
          '2026-02-05T12:34:00',
          '2026-02-05T12:34',
          '2026-02-05 12:34:00',
          '2026-02-05 12:34',
          '2026-02-05 12:34:00.000000',
          '2026-02-05 12:34:00,000',
          '2026-02-05T12:34:00.000Z',
          '2026-02-05 12:34:00 UTC',
          '2026-02-05 20:34:00+08',
          '2026-02-05T20:34+0800',
          '20260205T123400Z',
          '2026/02/05 12:34',
          'Feb 5, 2026 12:34:00',
          'Thu Feb 05 2026 20:34:00 GMT+0800 (China Standard Time)',
          '1770294840',
          '1770294840000',
          '1770294840.0',
          1770294840,
          1770294840000,
        ];
        const unreadable = ['soon', 'item 1', '12', '昨天', 'NaN', '2026-02-31T99:00:00', { seconds: 1 }];
        const items = [...same, ...unreadable].map((time, n) => ({
          content: `memory ${n}`,
          created_at: time,
        }));
        const { skipped } = await store.memories.import(JSON.stringify(items));
        assert.deepEqual(
          skipped.map((reason) => /^memory (\d+): its time .* cannot be read/.exec(reason)?.[1]),
          unreadable.map((_, n) => String(same.length + n + 1)),
        );
        const memories = await store.memories.list();
        const timeOf = new Map(memories.map(({ content, createdAt }) => [content, createdAt]));
        for (const [n, time] of same.entries())
          assert.equal(timeOf.get(`memory ${n}`), Date.parse('2026-02-05T12:34:00Z'), String(time));
        const graph = { name: 'Ada', entityType: 'person', observations: [{ text: 'Tabs', timestamp: 'x' }] };
        const { skipped: left } = await store.memories.import(JSON.stringify({ entities: [graph] }));
        assert.match(left.join(), /line 1: its time "x" cannot be read/);
      } finally {
        if (TZ === undefined) delete process.env.TZ;
        else process.env.TZ = TZ;
      }
    }));

  it('lose none whose time is in milliseconds, or is none at all', () =>
    withStore(async ({ store: { memories }, open, clock }) => {
      const times = [
        1_767_225_600_000,
        253_402_300_800,
        8.64e12,
        -1e20,
        1e300,
        'soon',
        '+275760-09-13T00:00:00Z',
      ];
      const items = times.map((time, n) => ({ content: `memory ${n}`, created_at: time }));
      assert.equal((await memories.import(JSON.stringify({ memories: items }))).added, items.length);
      const read = await open().memories.list();
      assert.equal(read.length, items.length);
      const created = (content: string) => read.find((memory) => memory.content === content)?.createdAt;
      assert.equal(created('memory 0'), 1_767_225_600_000);
      assert.equal(created('memory 5'), clock.time);
    }));

  it('take lists behind one another and within one another', () =>
    withStore(async ({ store }) => {
      const [one, two, three] = ['one', 'two', 'three'].map((content) => ({ content }));
      for (const text of [
        `${JSON.stringify([one, two])}\n${JSON.stringify([three])}\n`,
        JSON.stringify([[one], [[two], three]]),
      ]) {
        const { added, merged, skipped } = await store.memories.import(text);
        assert.deepEqual([added + merged, skipped], [3, []]);
      }
    }));

  it('take the knowledge graph of the reference server', () =>
    withStore(async ({ store: { memories } }) => {
      const outcome = await memories.import(
        [
          '{"type":"entity","name":"Ada","entityType":"person","observations":["Prefers tabs","住在伦敦"]}',
          '{"type":"entity","name":"Engine","entityType":"project","observations":[]}',
          '{"type":"relation","from":"Ada","to":"Engine","relationType":"works_on"}',
          '{"type":"entity"}',
          '',
        ].join('\n'),
      );
      assert.deepEqual([outcome.format, outcome.added], ['graph', 4]);
      assert.deepEqual(outcome.skipped, ['line 4 is neither an entity nor a relation']);
      assert.deepEqual((await memories.list()).map(({ content }) => content).sort(), [
        'Ada works_on Engine',
        'Ada: Prefers tabs',
        'Ada: 住在伦敦',
        'Engine (project)',
      ]);
      const [fact] = (await memories.find('who prefers tabs')).found;
      assert.deepEqual(fact?.memory.tags, ['ada', 'person']);
      assert.deepEqual(fact.memory.metadata, { entity: 'Ada', entityType: 'person' });
    }));

  it('take lines without a type, and observations with a time', () =>
    withStore(async ({ store: { memories } }) => {
      const lines = [
        '{"name":"Ada","entityType":"person","observations":[{"text":"Prefers tabs","timestamp":"2026-01-02T03:04:05Z"},{"content":"Lives in London","created_at":1767225600},5]}',
        '{"name":"Engine","observations":["Runs on steam",""]}',
        '{"from":"Ada","to":"Engine","relationType":"works_on"}',
        'torn {',
      ];
      const outcome = await memories.import(lines.join('\n'));
      assert.deepEqual([outcome.format, outcome.added], ['graph', 4]);
      assert.deepEqual(outcome.skipped, [
        'line 1 has an observation of "Ada" without text',
        'line 4 is neither an entity nor a relation',
      ]);
      const list = await memories.list();
      const created = (content: string) => list.find((memory) => memory.content === content)?.createdAt;
      assert.equal(created('Ada: Prefers tabs'), Date.UTC(2026, 0, 2, 3, 4, 5));
      assert.equal(created('Ada: Lives in London'), Date.UTC(2026, 0, 1));
      assert.deepEqual(list.find(({ content }) => content === 'Engine: Runs on steam')?.tags, ['engine']);
      assert.equal((await memories.import(lines[2] ?? '')).format, 'graph');
    }));

  it('take several on a line', () =>
    withStore(async ({ store: { memories } }) => {
      const outcome = await memories.import(
        '{"content":"one"}{"content":"}{"}\n{"content":"to{"content":"two"}\n',
      );
      assert.deepEqual([outcome.format, outcome.added], ['json', 3]);
      assert.equal(outcome.skipped.length, 1);
    }));

  it('take JSON lines of memories', () =>
    withStore(async ({ store: { memories } }) => {
      const one = '{"content":"Tabs it is","tags":["style"],"created_at":"2026-01-02T03:04:05Z"}';
      assert.equal((await memories.import(one)).added, 1);
      const outcome = await memories.import(`${one}\n{"content":"Blue first"}\ntorn {\n`);
      assert.deepEqual([outcome.format, outcome.added, outcome.merged], ['json', 1, 1]);
      assert.deepEqual(outcome.skipped, ['memory 3 is not an object']);
    }));

  it('take the log of another project', () =>
    withStore(async ({ store: { memories } }) => {
      const put = (content: string, at: string) =>
        JSON.stringify({
          op: 'put',
          at,
          content,
          tags: [],
          memory_type: 'note',
          metadata: {},
          created_at: at,
          updated_at: at,
        });
      const text = [
        put('one', '2026-01-01T00:00:00.000Z'),
        put('two', '2026-01-02T00:00:00.000Z'),
        '{"op":',
      ].join('\n');
      const outcome = await memories.import(text);
      assert.deepEqual([outcome.format, outcome.added, outcome.skipped.length], ['log', 2, 1]);
    }));

  const memory = (content: string) => JSON.stringify({ content, tags: ['a'] });
  const entity = (name: string, more: object) => ({ type: 'entity', name, entityType: 'person', ...more });
  const relation = { type: 'relation', from: 'Ada', to: 'Engine', relationType: 'made' };
  const forms: Readonly<Record<string, { text: string; takes: readonly string[]; skipped?: RegExp }>> = {
    'objects without a line end between': { text: memory('one') + memory('two'), takes: ['one', 'two'] },
    'objects over several lines': {
      text: ['one', 'two']
        .map((content) => JSON.stringify({ content, metadata: { a: { b: 1 } } }, null, 2))
        .join('\n'),
      takes: ['one', 'two'],
    },
    'a torn first line': {
      text: `tags":["a"]}\n${memory('one')}\n${memory('two')}\n`,
      takes: ['one', 'two'],
      skipped: /memory 1 is not an object/,
    },
    'a torn line between': {
      text: `{"content":"lost\n${memory('one')}\n{"content":"lost, too"`,
      takes: ['one'],
      skipped: /parts of the text cannot be read/,
    },
    'a list of entities, relations and memories': {
      text: JSON.stringify([entity('Ada', { observations: ['tall'] }), relation, { content: 'one' }, 5]),
      takes: ['Ada made Engine', 'Ada: tall', 'one'],
      skipped: /memory 4 is not an object/,
    },
    'relations alone': { text: JSON.stringify({ relations: [relation] }), takes: ['Ada made Engine'] },
    'one text as observations, or none': {
      text: JSON.stringify([
        entity('Ada', { observations: 'tall' }),
        entity('Bob', {}),
        entity('Cid', { observations: null }),
      ]),
      takes: ['Ada: tall', 'Bob (person)', 'Cid (person)'],
    },
    'lines of entities of which one is no entity': {
      text: [entity('Ada', { observations: 5 }), relation].map((one) => JSON.stringify(one)).join('\n'),
      takes: ['Ada made Engine'],
      skipped: /line 1 is neither an entity nor a relation/,
    },
    'exports behind each other': {
      text:
        JSON.stringify({ memories: [{ content: 'one' }] }) +
        JSON.stringify({ memories: [{ content: 'two' }] }),
      takes: ['one', 'two'],
    },
  };
  for (const [what, { text, takes, skipped }] of Object.entries(forms))
    it(`take what is there of ${what}`, () =>
      withStore(async ({ store: { memories } }) => {
        const outcome = await memories.import(text);
        assert.deepEqual((await memories.list()).map(({ content }) => content).sort(), takes);
        assert.equal(outcome.added, takes.length);
        if (skipped) assert.match(outcome.skipped.join('\n'), skipped);
        else assert.deepEqual(outcome.skipped, []);
      }));

  it('find labels in the metadata where there are none beside the content, and tell what is none', () =>
    withStore(async ({ store: { memories } }) => {
      const outcome = await memories.import(
        JSON.stringify([
          { content: 'one', metadata: { tags: "('X', 'y', 'z',)", type: 'Decision', by: 'me' } },
          {
            content: 'two',
            tags: ['a', 7, ['b', '["c"]'], { no: 1 }],
            memory_type: 'note',
            metadata: { tags: ['t'], type: 'kept' },
          },
        ]),
      );
      const [two, one] = [...(await memories.list())].sort((a, b) => (a.content < b.content ? 1 : -1));
      assert.deepEqual([one?.tags, one?.type, one?.metadata], [['x', 'y', 'z'], 'Decision', { by: 'me' }]);
      assert.deepEqual([two?.tags, two?.type], [['a', '7', 'b', 'c'], 'note']);
      assert.deepEqual(two?.metadata, { tags: ['t'], type: 'kept' });
      assert.deepEqual(outcome.skipped, ['memory 2: left out of the tags: {"no":1}']);
      assert.equal((await memories.list({ type: 'DECISION' })).length, 1);
    }));

  it('are no success where nothing of something is taken', () =>
    withStore(async ({ store: { memories } }) => {
      for (const text of ['[5,"x"]', '{"memories":[{"content":" "}]}', '[{"type":"entity"}]'])
        await assert.rejects(memories.import(text), {
          code: 'invalid_argument',
          message: /^Nothing was imported: /,
        });
      for (const text of ['[]', '{"memories":[]}', '{"entities":[],"relations":[]}'])
        assert.deepEqual((await memories.import(text)).skipped, []);
    }));

  it('refuse what has no memories in it', () =>
    withStore(async ({ store: { memories } }) => {
      for (const text of ['', 'hello', '{}', '{"a":1}', '# Title\n\ntext'])
        await assert.rejects(memories.import(text), /no memories in a form that is known/, text);
    }));
});
