import assert from 'node:assert/strict';
import { embeddingsFromEnvironment, httpEmbeddings } from '../../../src/history/embeddings/embeddings.ts';
import { withModel } from '../../embeddingModel.ts';
import { eventually } from '../../eventually.ts';
import { tree, user, withStore } from './withStore.ts';

const texts = ['the automobile is red', 'a bird sings', 'buy a car'];

describe('search with embeddings', () => {
  for (const shape of ['openai', 'ollama'] as const)
    it(`finds what means the same, from an address like that of ${shape}`, () =>
      withModel((model) =>
        withStore(async ({ open, clock }) => {
          model.shape = shape;
          const store = open({ embeddings: httpEmbeddings({ url: model.url, model: 'm', key: 'secret' }) });
          await store.dialogs.save(
            'd',
            texts.map((text, n) => user(text, { ts: clock.time - n * 86_400_000 })),
          );
          const { hits, notes } = await store.search.find({ query: 'car' });
          assert.deepEqual(
            hits.map(({ snippet }) => snippet),
            [texts[2], texts[0], texts[1]],
          );
          assert.deepEqual(
            hits.map(({ meant }) => meant),
            [undefined, [], []],
            'what only embeddings found is marked',
          );
          assert.deepEqual(notes, []);
          assert.equal(model.authorization, 'Bearer secret');
          assert.deepEqual(await store.search.health(), {
            entries: 3,
            legs: { lexical: true, embeddings: `${model.url} m` },
          });
        }),
      ));

  it('keeps vectors, so that the next process sends nothing but the query', () =>
    withModel((model) =>
      withStore(async ({ open, root }) => {
        const embeddings = () => ({ embeddings: httpEmbeddings({ url: model.url, model: 'm' }) });
        await open().dialogs.save(
          'd',
          texts.map((text) => user(text)),
        );
        await open(embeddings()).search.find({ query: 'car' });
        assert.deepEqual(model.asked.sort(), ['car', ...texts].sort());
        assert.ok(
          Object.keys(await tree(root)).some((file) => /\.index\/embeddings-[0-9a-f]+\.bin$/.test(file)),
        );
        model.asked.length = 0;
        const { hits } = await open(embeddings()).search.find({ query: 'lorry' });
        assert.deepEqual(model.asked, ['lorry']);
        assert.equal(hits.length, 3);
      }),
    ));

  it('falls back to words when they fail, and says so', () =>
    withModel((model) =>
      withStore(async ({ open }) => {
        model.status = 500;
        const store = open({ embeddings: httpEmbeddings({ url: model.url, model: 'm' }) });
        await store.dialogs.save('d', [user('buy a car')]);
        for (let round = 0; round < 2; round++) {
          const { hits, notes } = await store.search.find({ query: 'car' });
          assert.equal(hits[0]?.snippet, 'buy a car');
          assert.match(notes.join(), /^Found by words only: .*\/api\/embed m failed: it answered 500/);
        }
        assert.equal(model.asked.length, 1, 'and does not ask again at once');
        assert.match((await store.search.health()).legs.embeddings, /it answered 500/);
      }),
    ));

  it('says in Chinese what they lack', () =>
    withModel((model) =>
      withStore(async ({ open }) => {
        model.status = 500;
        const store = open({ embeddings: httpEmbeddings({ url: model.url, model: 'm' }) });
        await store.dialogs.save('d', [user('buy a car')]);
        const { notes } = await store.search.find({ query: 'car', language: 'zh' });
        assert.deepEqual(notes, [
          `仅按词语查找：向量服务 ${model.url} m 出错：返回 500 Internal Server Error。`,
        ]);
      }),
    ));

  it('finds memories that mean the same, where they are asked for by meaning', () =>
    withModel((model) =>
      withStore(async ({ open }) => {
        const { memories } = open({ embeddings: httpEmbeddings({ url: model.url, model: 'm' }) });
        for (const content of texts) await memories.store({ content });
        const contents = async (byMeaning: boolean) => {
          const { found } = await memories.find('lorry', { byMeaning, minSimilarity: 0.5 });
          return found.map(({ memory }) => memory.content).sort();
        };
        assert.deepEqual(await contents(false), []);
        assert.deepEqual(model.asked, [], 'nothing is sent where words are enough');
        assert.deepEqual(await contents(true), ['buy a car', 'the automobile is red']);
        const { found, notes } = await memories.find('car', { byMeaning: true });
        assert.equal(found[0]?.memory.content, 'buy a car', 'the word besides the meaning counts');
        assert.ok(found.every(({ similarity }) => similarity > 0 && similarity <= 1));
        assert.deepEqual(notes, []);
      }),
    ));

  it('finds memories by words when they fail, and says so', () =>
    withModel((model) =>
      withStore(async ({ open }) => {
        model.status = 500;
        const { memories } = open({ embeddings: httpEmbeddings({ url: model.url, model: 'm' }) });
        for (const content of texts) await memories.store({ content });
        const { found, notes } = await memories.find('car', { byMeaning: true });
        assert.deepEqual(
          found.map(({ memory }) => memory.content),
          ['buy a car'],
        );
        assert.match(notes.join(), /^Found by words only: .*it answered 500/);
      }),
    ));

  it('sends fewer texts at a time where answers come too late', () =>
    withModel((model) =>
      withStore(async ({ open, clock }) => {
        model.most = 5;
        const store = open({ embeddings: httpEmbeddings({ url: model.url, model: 'm' }, 200) });
        const entries = Array.from({ length: 20 }, (_, n) => user(`automobile ${n}`, { ts: clock.time - n }));
        await store.dialogs.save('d', entries);
        await eventually('all are found by their meaning', async () => {
          const { hits, notes } = await store.search.find({ query: 'lorry', limit: 50 });
          assert.ok(!notes.some((note) => note.includes('failed')), notes.join());
          return hits.length === 20;
        });
      }),
    ));

  it('follows no other address, which nobody named', () =>
    withModel((other) =>
      withModel((model) =>
        withStore(async ({ open }) => {
          model.location = other.url;
          const store = open({ embeddings: httpEmbeddings({ url: model.url, model: 'm', key: 'secret' }) });
          await store.dialogs.save('d', [user('a car')]);
          const { notes } = await store.search.find({ query: 'car' });
          assert.match(notes.join(), /^Found by words only/);
          assert.deepEqual([other.asked, other.authorization], [[], undefined]);
        }),
      ),
    ));

  it('is off unless the environment names an address, which must be one', () => {
    assert.equal(embeddingsFromEnvironment({}), undefined);
    const url = 'http://localhost:11434/api/embed';
    const named = embeddingsFromEnvironment({
      HISTORY_EMBEDDINGS_URL: url,
      HISTORY_EMBEDDINGS_MODEL: 'bge-m3',
    });
    assert.equal(named?.id, `${url} bge-m3`);
    assert.throws(() => embeddingsFromEnvironment({ HISTORY_EMBEDDINGS_URL: 'localhost' }), {
      code: 'invalid_argument',
      message: /HISTORY_EMBEDDINGS_URL is "localhost"; set it to an address/,
    });
  });
});
