import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { silentLog } from '../../../src/disk/base/core.ts';
import { readQuery } from '../../../src/find/search/query.ts';
import type { Store } from '../../../src/store/types.ts';
import { claudeTranscript } from './transcriptOf.ts';
import { assistant, user, withStore } from './withStore.ts';

const now = Date.UTC(2026, 1, 5, 12);
const nanoseconds = now * 1e6;

/** Makes a dialog of one message, and puts what another program might write in the place of its messages. */
async function withMessages(store: Store, root: string, json: string): Promise<void> {
  await store.dialogs.save('d', [user('placeholder')]);
  await fs.writeFile(join(root, '.chat-history/d/messages.json'), json);
}

describe('a value that is not what it must be', () => {
  it('in a time does not keep messages from being found, and is said', () => {
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (text: string) => void warnings.push(text) };
    return withStore(
      async ({ store, root }) => {
        await withMessages(
          store,
          root,
          `[{"role":"user","text":"alpha one","ts":${now - 1}},{"role":"user","text":"alpha two","ts":${nanoseconds}},
            {"role":"user","text":"alpha three","ts":1e300},{"role":"user","text":"alpha four","ts":1e999}]`,
        );
        const { hits, total } = await store.search.find({ query: 'alpha' });
        assert.equal(total, 4);
        assert.deepEqual(hits.map(({ ts }) => ts).sort(), [now - 1, now, now, now]);
        const { messages } = await store.dialogs.window('d', 0, 10);
        assert.deepEqual(
          messages.map(({ ts }) => ts),
          [now - 1, now, now, now],
        );
        assert.deepEqual(warnings, [
          `${join(root, '.chat-history/d/messages.json')}: message 1 has the time ${nanoseconds}, taken as ${now}, and 2 more`,
        ]);
      },
      { log },
    );
  });

  it('in an id does not keep messages from being found; a new one is refused', () =>
    withStore(async ({ store, root }) => {
      await withMessages(
        store,
        root,
        String.raw`[{"role":"user","text":"beta","ts":1,"id":"x\ud800y"},{"role":"user","text":"beta","ts":2,"id":"z"}]`,
      );
      const { hits } = await store.search.find({ query: 'beta' });
      assert.deepEqual(hits.map(({ reference }) => reference).sort(), [
        'history://dialogs/d/x%EF%BF%BDy',
        'history://dialogs/d/z',
      ]);
      await assert.rejects(store.dialogs.save('d', [user('beta', { id: '\ud800' })]), {
        code: 'invalid_argument',
        message: /Entry 0 has an id with half a surrogate pair; give one that is valid Unicode/,
      });
    }));

  it('in an archive is taken as the time of the message before', () =>
    withStore(async ({ store, root }) => {
      const transcript = await claudeTranscript(root, '550e8400-e29b-41d4-a716-446655440000', [
        { id: 'u1', text: 'gamma one' },
        { id: 'a1', text: 'gamma two', by: 'assistant' },
      ]);
      const outcome = await store.archives.archive(transcript);
      assert.ok(outcome.state === 'archived');
      const text = await fs.readFile(outcome.archive.path, 'utf8');
      const times = [...text.matchAll(/"timestamp":"([^"]+)"/g)].map(([, time]) => time);
      assert.equal(times.length, 2);
      await fs.writeFile(
        outcome.archive.path,
        text.replace(`"timestamp":"${times[1]}"`, '"timestamp":"soon"'),
      );
      const { hits } = await store.search.find({ query: 'gamma' });
      assert.equal(hits.length, 2);
      assert.deepEqual([...new Set(hits.map(({ ts }) => ts))], [Date.parse(times[0] ?? '')]);
    }));

  it('in a context does not keep the others from being found', () =>
    withStore(async ({ store, root }) => {
      await store.dialogs.save('d', [user('delta old'), assistant('yes'), user('go on')]);
      await store.contexts.startNew('d', { title: 'second' });
      const folder = join(root, '.chat-history/d/contexts/archive');
      const [name = ''] = await fs.readdir(folder);
      const text = await fs.readFile(join(folder, name), 'utf8');
      await fs.writeFile(
        join(folder, name),
        text.replaceAll(/("(?:updatedAt|archivedAt|ts)": )\d+/g, `$1${nanoseconds}`),
      );
      const { hits } = await store.search.find({ query: 'delta', sources: ['contexts'] });
      assert.ok(hits.some(({ snippet }) => snippet === 'delta old'));
      assert.deepEqual([...new Set(hits.map(({ ts }) => ts))], [now]);
    }));
});

describe('a query', () => {
  it('with a regular expression never runs it but under the watchdog', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [user(`${'a'.repeat(100_000)}b`)]); // matched as a whole, not up to what snippets look at
      const { hits } = await store.search.find({ query: '/(a+)+b/' });
      assert.equal(hits.length, 1);
      assert.equal(hits[0]?.ranges.length, 1);
    }));

  it('with words repeated, or with a page pasted into it, asks for each once', () =>
    withStore(async ({ store }) => {
      const asked = (query: string) => readQuery(query, { now, zone: 'utc' });
      assert.deepEqual(asked('login '.repeat(330)).terms, asked('login').terms);
      const phrases = (query: string) => asked(query).phrases.map(({ text }) => text);
      assert.deepEqual(phrases('"the who" '.repeat(190)), phrases('"the who"'));
      await assert.rejects(
        store.search.find({ query: `login ${Array.from({ length: 51 }, (_, n) => `-word${n}`).join(' ')}` }),
        { code: 'invalid_argument', message: /51 phrases or exclusions; at most 50/ },
      );
    }));

  it('takes names of modules as words, and says or refuses what is nearly a filter', () =>
    withStore(async ({ store }) => {
      await store.dialogs.save('d', [
        user('import fs from node:fs'),
        user('npm:x and https://e.org and rule:y'),
      ]);
      for (const query of ['node:fs', 'npm:x', 'rule:y', 'with:you'])
        await assert.doesNotReject(store.search.find({ query }), query);
      assert.match((await store.search.find({ query: 'node:fs' })).hits[0]?.snippet ?? '', /node:fs/);
      for (const query of ['dialogs:x', 'sorce:x']) {
        const { reading } = await store.search.find({ query });
        assert.deepEqual(reading, [`Taken as text, as nothing has such a value: ${query}.`]);
      }
      for (const query of ['rol:user', 'agnet:codex'])
        await assert.rejects(store.search.find({ query }), { message: /There is no filter/ }, query);
    }));
});
