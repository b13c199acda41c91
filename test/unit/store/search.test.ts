import assert from 'node:assert/strict';
import { appendFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContextItem } from '../../../src/history/contexts/types.ts';
import type { SearchRequest } from '../../../src/find/search/types.ts';
import type { Store } from '../../../src/store/types.ts';
import { eventually } from '../../eventually.ts';
import { claudeTranscript } from './transcriptOf.ts';
import { assistant, user, withStore } from './withStore.ts';

const found = async (store: Store, query: string, more: Omit<SearchRequest, 'query'> = {}) =>
  (await store.search.find({ query, ...more })).hits.map(({ snippet }) => snippet);

const first = async (store: Store, query: string, more: Omit<SearchRequest, 'query'> = {}) =>
  (await found(store, query, more))[0];

const refused = (store: Store, query: string, message: RegExp) =>
  assert.rejects(store.search.find({ query }), { code: 'invalid_argument', message });

const day = 24 * 60 * 60 * 1_000;
/** Messages a day apart, so that none is the neighbour of another, the last one an hour ago. */
const apart = (now: number, ...texts: string[]) =>
  texts.map((text, n) => user(text, { ts: now - 3_600_000 - (texts.length - 1 - n) * day }));

describe('search', () => {
  it('finds words in other forms, and says where, when and how to open it', () =>
    withStore(async ({ store, clock }) => {
      await store.dialogs.save('Zürich & 登录', [
        user('Nothing to see', { ts: clock.time - 5_000 }),
        { ...assistant('We went for cached\nconnections.', { ts: clock.time }), meta: { agent: 'codex' } },
      ]);
      const { hits, total } = await store.search.find({ query: 'going cache connection' });
      assert.equal(total, 1, 'what stands beside it is no hit');
      const { score, ...hit } = hits[0]!;
      assert.ok(score > 0 && score <= 1);
      assert.deepEqual(hit, {
        source: 'dialogs',
        name: 'Zürich & 登录',
        title: 'Zürich & 登录',
        dialog: 'Zürich & 登录',
        role: 'assistant',
        agent: 'codex',
        ts: clock.time,
        position: 1,
        previousTs: clock.time - 5_000,
        snippet: 'We went for cached connections.',
        ranges: [
          [3, 7],
          [12, 18],
          [19, 30],
        ],
        words: ['went', 'cached', 'connections'],
        reference: `history://dialogs/${encodeURIComponent('Zürich & 登录')}/${clock.time}`,
      });
    }));

  it('finds nothing that holds none of the words, though neighbours, the date or single characters match', () =>
    withStore(async ({ store, clock }) => {
      await store.dialogs.save('d', [
        user('Where is the quokka?', { ts: clock.time }),
        assistant('Over there', { ts: clock.time + 1 }),
        user('记下来', { ts: clock.time + 2 }),
      ]);
      assert.deepEqual(await found(store, 'quokka harmonica'), ['Where is the quokka?']);
      for (const query of ['walrus harmonica', '2026 walrus', '登高 下山', '记录 之下'])
        assert.deepEqual(await found(store, query), [], query);
    }));

  it('finds parts of identifiers, paths, error codes, and identifiers by their words', () =>
    withStore(async ({ store, clock }) => {
      const texts = [
        'call getUserById first',
        'see src/net/http_client.ts',
        'fails with ERR_SOCKET_BAD_PORT',
        'E1001 again',
        '调用 parseJSONBody 解析请求',
      ];
      await store.dialogs.save('code', apart(clock.time, ...texts));
      for (const [query, n] of [
        ['user id', 0],
        ['getUserById', 0],
        ['http client', 1],
        ['src/net/http_client.ts', 1],
        ['socket port', 2],
        ['ERR_SOCKET_BAD_PORT', 2],
        ['E1001', 3],
        ['json body', 4],
        ['解析', 4],
        ['parseJSONBody 请求', 4],
      ] as const)
        assert.equal(await first(store, query), texts[n], query);
    }));

  it('finds a dialog by its name or tag first, once, whatever else holds the words', () =>
    withStore(async ({ store, clock }) => {
      const { dialogs, search } = store;
      for (const name of ['a', 'b', 'c'])
        await dialogs.save(
          name,
          apart(
            clock.time,
            ...Array.from({ length: 30 }, (_, n) => `launch day: room ${n}, at war with time`),
          ),
        );
      await dialogs.save('Launch day war room', apart(clock.time, 'Ann brings cake.', 'Ben has the keys.'));
      await dialogs.save('发布日作战室', apart(clock.time, '安在值班。'));
      await dialogs.setLabels('Launch day war room', { tags: ['incident-7'] });
      for (const query of ['Launch day war room', 'war rooms', 'incident-7']) {
        const { hits, total } = await search.find({ query });
        const [first, ...others] = hits;
        assert.deepEqual(
          [first?.name, first?.named, first?.meant],
          ['Launch day war room', true, undefined],
          query,
        );
        assert.equal(first?.snippet, 'Ben has the keys.');
        assert.ok(others.every(({ named, score }) => named === undefined && score <= 1));
        assert.equal(total, query === 'incident-7' ? total : 91);
      }
      assert.equal((await search.find({ query: '发布日作战室' })).hits[0]?.name, '发布日作战室');
      // A word of a longer name is no name.
      assert.equal((await search.find({ query: 'launch' })).hits[0]?.named, undefined);
      assert.equal((await search.find({ query: 'war room role:assistant' })).total, 0);
    }));

  it('takes exact phrases, in straight and Chinese quotes, and leaves out excluded words', () =>
    withStore(async ({ store, clock }) => {
      const texts = [
        'the red car is fast',
        'a car that is red',
        'bored cars',
        '登录页面打不开',
        '打不开登录页面了',
      ];
      await store.dialogs.save('d', apart(clock.time, ...texts));
      assert.deepEqual(await found(store, '"red car"'), [texts[0]]);
      assert.deepEqual(await found(store, '“登录页面打”'), [texts[3]]);
      assert.deepEqual((await found(store, '"RED"')).sort(), [texts[1], texts[0]].sort(), 'whole words');
      assert.deepEqual((await found(store, 'car -red')).sort(), [texts[2]]);
      assert.deepEqual((await found(store, 'car -"is red"')).sort(), [texts[2], texts[0]].sort());
      assert.deepEqual(await found(store, '登录 -打不开登录'), [texts[3]]);
      assert.deepEqual(await found(store, '-the'), [], 'a word where nothing is before it');
      assert.deepEqual(
        await found(store, '-"the"'),
        texts.slice(1).toReversed(),
        'newest first without words',
      );
      assert.deepEqual(await found(store, '"is"'), [texts[1], texts[0]], 'phrases of common words');
      assert.deepEqual(await found(store, 'that is'), [texts[1]], 'nothing but common words: as they stand');
    }));

  it('finds summaries of dialogs, and the places of messages stay what they are', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('shop', [user('one'), user('two apples')]);
      const summary = { decisions: [{ id: 7, value: 'Use Postgres' }], facts: { port: 5432 } };
      await store.dialogs.setSummary('shop', summary, 'replace');
      const { hits } = await store.search.find({ query: 'postgres' });
      assert.deepEqual(
        hits.map(({ source, name, role, reference, snippet }) => [source, name, role, reference, snippet]),
        [
          [
            'dialogs',
            'shop',
            'summary',
            'history://dialogs/shop/%40summary',
            'id: 7 value: Use Postgres port: 5432',
          ],
        ],
      );
      assert.equal(
        (await store.search.find({ query: 'decisions' })).total,
        0,
        'names of sections tell nothing',
      );
      await store.dialogs.save('shop', [user('three pears')]);
      await store.dialogs.setSummary('shop', { facts: ['MySQL now'] }, 'replace');
      const [pears] = (await store.search.find({ query: 'pears' })).hits;
      assert.equal(pears?.position, 2);
      assert.equal((await store.search.find({ query: 'postgres' })).total, 0);
      assert.equal((await store.search.find({ query: 'mysql role:summary' })).total, 1);
    }));

  it('filters by role, dialog, tag, agent, source and date', () =>
    withStore(async ({ store }) => {
      const at = (date: string) => Date.parse(`${date}T12:00:00Z`);
      await store.dialogs.save('One', [user('apple 1', { ts: at('2025-12-31') })]);
      await store.dialogs.save('Two words', [
        { ...assistant('apple 2', { ts: at('2026-01-01') }), meta: { agent: 'Claude' } },
        user('apple 3', { ts: at('2026-02-01') }),
      ]);
      const { folder } = (await store.dialogs.overview('One'))!;
      const dialogFile = join(folder, 'dialog.json');
      const content = JSON.parse(await readFile(dialogFile, 'utf8')) as object;
      await writeFile(dialogFile, JSON.stringify({ ...content, tags: ['Fruit'] }));
      for (const [query, ...numbers] of [
        ['apple role:assistant', 2],
        ['apple role:user', 1, 3],
        ['apple dialog:one', 1],
        ['apple dialog:"two words"', 2, 3],
        ['apple dialog:tw', 2, 3],
        ['apple dialog:"two"'],
        ['apple tag:fruit', 1],
        ['apple tag:fru', 1],
        ['apple agent:cla', 2],
        ['apple agent:codex'],
        ['apple agent:claude', 2],
        ['apple source:dialog', 1, 2, 3],
        ['apple source:archives'],
        ['apple on:2026-01-01', 2],
        ['apple on:2026-01', 2],
        ['apple after:2025-12-31', 2, 3],
        ['apple before:2026', 1],
        ['apple after:2025 before:2026/2/1', 2],
        ['apple on:4d', 3],
        ['role:user', 1, 3],
        ['apple role:user role:assistant', 1, 2, 3],
      ] as const)
        assert.deepEqual(
          (await found(store, query)).sort(),
          numbers.map((n) => `apple ${n}`),
          query,
        );
      assert.deepEqual(await found(store, 'apple', { dialog: 'One' }), ['apple 1']);
      assert.deepEqual(await found(store, 'apple', { sources: ['contexts'] }), []);
    }));

  it('names a filter that is wrong, and takes what only looks like one as words', () =>
    withStore(async ({ store, clock }) => {
      for (const [query, message] of [
        ['x on:2026-02-30', /on:2026-02-30 is not a date\. Give one such as on:2026-02-05.*quotes/],
        ['roles:user', /There is no filter roles: \(in roles:user\)\. Filters are role: dialog:.*quotes/],
        ['-role:user', /-role:user cannot be read.*quotes/],
        ['/(a/', /\/\(a\/ is not a regular expression: .*quotes/],
        ['x'.repeat(2_001), /The query has 2001 characters/],
      ] as const)
        await refused(store, query, message);
      const texts = ['see http://example.org:8080/x', 'std::map at 10:30', 'C:\\temp is gone', 'note: done'];
      await store.dialogs.save('d', apart(clock.time, ...texts));
      for (const [query, n] of [
        ['http://example.org:8080/x', 0],
        ['std::map 10:30', 1],
        ['C:\\temp', 2],
        ['note:', 3],
      ] as const)
        assert.equal(await first(store, query), texts[n], query);
    }));

  it('takes regular expressions, and ends those that would take for ever', () =>
    withStore(async ({ store, clock }) => {
      const texts = ['order 4711 is late', 'order 12 came', `${'a'.repeat(60)}!`, 'in /usr/lib/node'];
      await store.dialogs.save('d', apart(clock.time, ...texts));
      assert.deepEqual(await found(store, '/order \\d{3,}/'), [texts[0]]);
      assert.deepEqual(await found(store, 'order /CAME$/'), [texts[1]], 'with words, upper or lower case');
      assert.deepEqual(await found(store, '/[a-z/]+lib/'), [texts[3]]);
      assert.equal(await first(store, '/usr/lib/node'), texts[3], 'a path is none');
      await refused(store, '/^(a+)+$/', /\/\^\(a\+\)\+\$\/i? takes too long/);
      assert.equal(await first(store, 'late'), texts[0], 'and goes on');
    }));

  it('ends them also where others have most of the processor', () =>
    withStore(async ({ store, clock }) => {
      await store.dialogs.save('d', apart(clock.time, `${'a'.repeat(60)}!`));
      const cpuUsage = process.cpuUsage.bind(process);
      let told = 0;
      // Of three milliseconds it had one.
      process.cpuUsage = (before) => {
        told++;
        const { user, system } = cpuUsage(before);
        return before ? { user: user / 3, system: system / 3 } : { user, system };
      };
      try {
        await refused(store, '/^(a+)+$/', /takes too long/);
      } finally {
        process.cpuUsage = cpuUsage;
      }
      assert.ok(told > 0);
    }));

  it('takes what a question has in quotes for words', () =>
    withStore(async ({ store, clock }) => {
      const texts = ['I read Peopleware last summer', 'the book was slow to begin'];
      await store.dialogs.save('d', apart(clock.time, ...texts));
      assert.deepEqual(await found(store, 'When did I read the book "Peopleware"?'), texts);
      assert.deepEqual(await found(store, '"Peopleware" book'), [texts[0]]);
      assert.deepEqual(await found(store, '"the book"?'), [texts[1]]);
    }));

  it('gives words of sentences less weight than what they ask for, and takes them where there is nothing else', () =>
    withStore(async ({ store, clock }) => {
      const texts = ['he was with her while it rained', 'the umbrella was torn', 'umbrella and shoes'];
      await store.dialogs.save('d', apart(clock.time, ...texts));
      assert.equal(await first(store, 'what did he do with her umbrella while it rained?'), texts[0]);
      assert.deepEqual(await found(store, 'did he see her umbrella'), [texts[2], texts[1]]);
      assert.deepEqual(await found(store, 'he while'), [texts[0]]);
    }));

  it('prefers messages of a speaker the query names', () =>
    withStore(async ({ store, clock }) => {
      const texts = ['Anna: I like the sailing boat', 'Ben: I like the sailing boat'];
      await store.dialogs.save('d', apart(clock.time, ...texts));
      assert.equal(await first(store, 'What boat does Anna like?'), texts[0]);
      assert.equal(await first(store, 'What boat does Ben like?'), texts[1]);
    }));

  it('ranks answers by the question before them', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [
        user('The keys of the piano are white and black.'),
        user('Where is what the deployment needs?'),
        assistant('The keys are in the vault of the operations team.'),
        user('Thanks!'),
      ]);
      const [one = '', other = ''] = (await found(store, 'deployment keys')).slice(0, 2).sort();
      assert.match(one, /^The keys are in the vault/);
      assert.match(other, /^Where/);
    }));

  it('shows the part of a long text with the matches, cut between words and characters', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [
        user(`${'filler words '.repeat(100)}the quokka jumps\nhigh ${'and more '.repeat(100)}`),
        user(`${'填充😀'.repeat(200)}登录验证码${'内容😀'.repeat(200)}`),
      ]);
      for (const [query, match, most] of [
        ['quokka', 'quokka', 210],
        ['验证码', '验证码', 90],
      ] as const) {
        const { hits } = await store.search.find({ query });
        const { snippet, ranges } = hits[0]!;
        assert.ok(snippet.length <= most && snippet.startsWith('…') && snippet.endsWith('…'), snippet);
        assert.deepEqual(
          ranges.map(([start, end]) => snippet.slice(start, end)),
          [match],
        );
        assert.doesNotMatch(
          snippet,
          /\n|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/,
        );
      }
    }));
});

describe('the index of search', () => {
  it('follows what this and other processes save, clear, restore and rename', () =>
    withStore(async ({ store, open }) => {
      const other = open();
      assert.deepEqual(await found(store, 'apple'), []);
      await other.dialogs.save('d', [user('apple one')]);
      assert.deepEqual(await found(store, 'apple'), ['apple one']);
      await store.dialogs.save('d', [user('apple two')]);
      assert.deepEqual((await found(other, 'apple')).sort(), ['apple one', 'apple two']);
      const { backup } = await other.dialogs.clear('d');
      assert.deepEqual(await found(store, 'apple'), []);
      await other.dialogs.restoreBackup('d', backup!);
      assert.equal((await found(store, 'apple')).length, 2);
      await other.dialogs.rename('d', 'new name');
      const { hits } = await store.search.find({ query: 'apple' });
      assert.deepEqual(new Set(hits.map(({ name }) => name)), new Set(['new name']));
      assert.equal(hits.length, 2);
    }));

  it('follows long dialogs over the sealing of their parts, and files changed by hand', () =>
    withStore(async ({ store, open }) => {
      const long = 'x'.repeat(30_000);
      const words = ['apple', 'banana', 'cherry', 'date', 'elder', 'fig', 'grape'];
      for (const [n, word] of words.entries()) {
        await open().dialogs.save('d', [user(`${word} ${long}`)]);
        const { hits, total } = await store.search.find({ query: word });
        assert.equal(hits[0]?.position, n);
        assert.ok(total <= 3, 'no message twice');
      }
      const { folder } = (await store.dialogs.overview('d'))!;
      const file = join(folder, 'messages.json');
      await writeFile(file, (await readFile(file, 'utf8')).replace('grape', 'changed'));
      await eventually('it is found', async () => (await first(store, 'changed'))?.startsWith('changed'));
      assert.deepEqual(await found(store, 'grape'), []);
      await appendFile(file, 'damage');
      await eventually('the damage is seen', async () => (await found(store, 'changed')).length === 0);
      assert.match((await first(store, 'apple'))!, /^apple/, 'the rest is found');
    }));

  it('gives pages that continue, and refuses the cursor of another search', () =>
    withStore(async ({ store, clock }) => {
      await store.dialogs.save('d', apart(clock.time, ...Array.from({ length: 25 }, (_, n) => `pear ${n}`)));
      const seen: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await store.search.find({ query: 'pear', ...(cursor && { cursor }) });
        assert.equal(page.total, 25);
        seen.push(...page.hits.map(({ snippet }) => snippet));
        ({ cursor } = page);
      } while (cursor);
      assert.equal(new Set(seen).size, 25);
      const page = await store.search.find({ query: 'pear' });
      await assert.rejects(store.search.find({ query: 'apple', cursor: page.cursor! }), {
        code: 'invalid_argument',
        message: /not from this search/,
      });
      await assert.rejects(store.search.find({ query: 'pear', limit: 0 }), { code: 'invalid_argument' });
    }));

  it('tells a message that is in a context as well only once, and finds contexts by title and summary', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('about mangos'), assistant('mangos are done')]);
      await store.contexts.startNew('d', { title: 'first' });
      const [{ contextId }] = (await store.contexts.list('d')) as [ContextItem];
      await store.contexts.summarize(contextId, 'Tropical fruit was settled.');
      assert.deepEqual((await found(store, 'mangos')).sort(), ['about mangos', 'mangos are done']);
      const [hit] = (await store.search.find({ query: 'tropical' })).hits;
      assert.deepEqual(
        [hit?.source, hit?.name, hit?.dialog, hit?.role],
        ['contexts', contextId, 'd', 'summary'],
      );
      await store.dialogs.clear('d');
      const { hits } = await store.search.find({ query: 'mangos' });
      assert.ok(
        hits.length >= 2 && hits.every(({ source }) => source === 'contexts'),
        'what was cleared is still there',
      );
    }));

  it('finds what archives hold: messages, summaries of compactions, and what tools were called with', () =>
    withStore(async ({ store, root }) => {
      assert.deepEqual(await found(store, 'hello'), []);
      const session = '550e8400-e29b-41d4-a716-446655440000';
      const transcript = await claudeTranscript(root, session, [
        { id: 'u1', text: 'Hello' },
        { id: 'a1', text: 'Looking', by: 'assistant', tool: 'done' },
        { id: 'c1', text: '', summary: 'We agreed on quokkas.' },
      ]);
      const outcome = await store.archives.archive(transcript);
      assert.equal(outcome.state, 'archived');
      const [hit] = (await store.search.find({ query: 'quokka' })).hits;
      const { source, role, agent, id, position, reference, name } = hit!;
      assert.deepEqual([source, role, agent, id, position], ['archives', 'summary', 'claude', 'c1', 2]);
      assert.equal(reference, `history://archives/${encodeURIComponent(name)}/c1`);
      assert.match((await first(store, 'bash role:assistant'))!, /^Looking Bash ls$/);
      assert.deepEqual(await found(store, 'hello source:archives'), ['Hello']);
    }));

  it('takes sources from outside of the store', () =>
    withStore(async ({ open }) => {
      const entries = [{ role: 'note', text: 'remember the quokka', ts: 1 }] as const;
      let fingerprint = 'a';
      const parts = () => [{ fingerprint, read: () => Promise.resolve(fingerprint === 'a' ? entries : []) }];
      const item = () => ({ key: 'm', name: 'm', title: 'M', tags: [], parts: parts() });
      const store = open({ searchSources: [{ kind: 'memories', items: () => Promise.resolve([item()]) }] });
      assert.deepEqual(await found(store, 'quokka'), ['remember the quokka']);
      fingerprint = 'b';
      assert.deepEqual(await found(store, 'quokka'), []);
    }));

  it('stops when the person typed on, and the next search goes on', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user('apple')]);
      const controller = new AbortController();
      const search = store.search.find({ query: 'apple', signal: controller.signal });
      controller.abort(new Error('typed on'));
      await assert.rejects(search, /typed on/);
      assert.deepEqual(await found(store, 'apple'), ['apple']);
    }));

  it('finds the rest when a dialog or a source cannot be read, and says so', () =>
    withStore(async ({ store, root }) => {
      for (const name of ['good', 'bad']) await store.dialogs.save(name, [user('apple')]);
      await symlink(root, join(root, '.chat-history/bad/backups'));
      await mkdir(join(root, '.chat-history/.memory/memories.jsonl'), { recursive: true });
      const { hits, notes } = await store.search.find({ query: 'apple' });
      assert.deepEqual(
        hits.map(({ name }) => name),
        ['good'],
      );
      assert.match(
        notes.join('\n'),
        /^The dialog "bad" was not searched: .*link.*\nNot all memories were searched: /,
      );
    }));

  it('says which dialog it could not read whole, also in the next process, until it can', () =>
    withStore(async ({ store, root, open }) => {
      for (const name of ['good', 'torn', 'pipe']) await store.dialogs.save(name, [user('apple')]);
      const fileOf = (name: string): string => join(root, '.chat-history', name, 'messages.json');
      const whole = await readFile(fileOf('torn'));
      await writeFile(fileOf('torn'), whole.subarray(0, 20));
      await rm(fileOf('pipe'));
      await mkdir(fileOf('pipe'));
      for (const each of [store, store, open()]) {
        const { hits, notes } = await each.search.find({ query: 'apple' });
        assert.deepEqual(
          hits.map(({ name }) => name),
          ['good'],
        );
        assert.deepEqual(
          notes.map((note) => note.replace(/: .*[/\\](?=messages\.json)/, ': ').slice(0, 65)).sort(),
          [
            'Not all of "pipe" was searched: messages.json is a folder where a',
            'Not all of "torn" was searched: messages.json is damaged: not val',
          ],
        );
      }
      await writeFile(fileOf('torn'), whole);
      await rm(fileOf('pipe'), { recursive: true });
      const later = await open().search.find({ query: 'apple' });
      assert.deepEqual([later.total, later.notes], [2, []]);
    }));

  it('is refused when nothing can be read', () =>
    withStore(async ({ store, root }) => {
      await symlink(join(root, '..'), join(root, '.chat-history'));
      await assert.rejects(store.search.find({ query: 'apple' }), { code: 'outside' });
    }));

  it('writes nothing', () =>
    withStore(async ({ store, root }) => {
      assert.deepEqual(await found(store, 'apple'), []);
      await assert.rejects(readFile(join(root, '.chat-history')), { code: 'ENOENT' });
    }));
});
