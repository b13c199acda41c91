import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { httpEmbeddings, type EmbeddingProvider } from '../../src/history/embeddings/embeddings.ts';
import { Vectors } from '../../src/history/embeddings/vectors.ts';
import { connectHub } from '../../src/team/connection.ts';
import { prepareHub } from '../../src/team/joinHub.ts';
import { addProject, setMember } from '../../src/team/members.ts';
import type { HubHistory } from '../../src/team/localHistory.ts';
import type { HubSearchResult, PushedVectors } from '../../src/team/clientTypes.ts';
import { pushVectors } from '../../src/team/pushVectors.ts';
import { searchByMeaning } from '../../src/team/searchMeaning.ts';
import { pushHistory } from '../../src/team/syncHistory.ts';
import type { HubConnection } from '../../src/team/types.ts';
import { vectorsState } from '../../src/team/vectorStorage.ts';
import { syncHub } from '../../src/team/hubSync.ts';
import { openHubHistory } from '../../src/store/hubHistory.ts';
import { openStore } from '../../src/store/store.ts';
import { withModel, type Model } from '../embeddingModel.ts';
import { startPglite, type TestPglite } from './pglite.ts';

const when = { now: 1_770_000_000_000, zone: 'utc' } as const;
const token = `ghp_${'a1B2'.repeat(9)}`;

describe('searching the hub by meaning', function () {
  let pglite: TestPglite;
  let owner: HubConnection;
  const people: HubConnection[] = [];
  const folders: string[] = [];
  before(async () => {
    pglite = await startPglite();
    owner = await connectHub(pglite.address('history_owner'));
  });
  after(async () => {
    for (const connection of [owner, ...people]) await connection.close();
    await pglite.stop();
    for (const folder of folders) fs.rmSync(folder, { recursive: true, force: true });
  });

  async function person(name: string): Promise<HubConnection> {
    await pglite.run(`create role ${name} login in role history_hub_people`);
    const connection = await connectHub(pglite.address(name));
    people.push(connection);
    return connection;
  }
  /** A project of a person, in so many folders. */
  async function projectOf(connection: HubConnection, count = 1) {
    const id = randomUUID();
    await addProject(connection, { id, name: 'project' });
    const histories = Array.from({ length: count }, () => {
      const folder = fs.mkdtempSync(join(tmpdir(), 'hub-meaning-'));
      folders.push(folder);
      fs.mkdirSync(join(folder, '.chat-history'));
      fs.writeFileSync(join(folder, '.chat-history/project.json'), JSON.stringify({ v: 1, id }));
      return { folder, history: openHubHistory(folder) };
    });
    return { id, histories, history: histories[0]!.history, folder: histories[0]!.folder };
  }
  const providerOf = (model: Model, name = 'm'): EmbeddingProvider =>
    httpEmbeddings({ url: model.url, model: name });
  const push = (
    connection: HubConnection,
    history: HubHistory,
    provider: EmbeddingProvider,
  ): Promise<PushedVectors> =>
    syncHub(history, { connection, hub: 'hub' }, async (sync) => {
      await pushHistory(sync, 'dialogs');
      return pushVectors(sync, provider);
    });
  const search = (
    connection: HubConnection,
    project: string,
    query: string,
    provider: EmbeddingProvider,
  ): Promise<HubSearchResult> => {
    const meaning = { provider, vectors: new Vectors(provider, undefined, (text) => text) };
    return searchByMeaning(connection, project, { query, limit: 20, when }, meaning);
  };
  const texts = ({ hits }: HubSearchResult): string[] =>
    hits.map(({ headline, meant }) => (meant ? `≈ ${headline}` : headline));
  const user = (text: string, ts: number = when.now) => ({ role: 'user' as const, text, ts });

  it('uses words without the vector extension, and meaning once it is installed', () =>
    withModel(async (model) => {
      await prepareHub(owner);
      await prepareHub(owner);
      assert.equal(await vectorsState(owner), 'creation');
      const ann = await person('ann');
      const { id, history } = await projectOf(ann);
      await history.local.dialogs.save('d', [
        user('the automobile is red'),
        user('a bird sings'),
        user('buy a car'),
      ]);
      const provider = providerOf(model);
      assert.deepEqual(await push(ann, history, provider), { sent: 0 });
      assert.deepEqual(texts(await search(ann, id, 'car', provider)), ['buy a car']);
      assert.deepEqual(model.asked, []);

      await pglite.run('create extension vector');
      assert.equal(await vectorsState(owner), 'table');
      await prepareHub(ann); // who may not make it changes nothing
      assert.equal(await vectorsState(owner), 'table');
      for (const connection of [owner, ann]) await connection.close();
      owner = await connectHub(pglite.address('history_owner'));
      await prepareHub(owner);
      await prepareHub(owner);
      assert.equal(await vectorsState(owner), 'on');

      const again = await connectHub(pglite.address('ann'));
      people.push(again);
      assert.deepEqual(await push(again, history, provider), { sent: 3 });
      assert.deepEqual(await push(again, history, provider), { sent: 0 });
      const found = await search(again, id, 'car', provider);
      assert.deepEqual(texts(found), ['buy a car', '≈ the automobile is red', '≈ a bird sings']);
      assert.deepEqual(found.notes, []);
    }));

  it('reuses local vectors, embeds no text twice, and sends only those of masked text', () =>
    withModel(async (model) => {
      const me = await person('me');
      const { id, histories } = await projectOf(me, 2);
      const [one, other] = histories;
      assert.ok(one && other);
      const provider = providerOf(model);
      const store = openStore(one.folder, { embeddings: provider, secrets: () => 'keep' });
      await store.dialogs.save('d', [user('the automobile'), user(`my key is ${token}`)]);
      await store.memories.store({ content: 'a lorry', tags: ['tests'] });
      await store.search.find({ query: 'car' });
      const known = [...model.asked];
      model.asked.length = 0;
      assert.deepEqual(await push(me, one.history, provider), { sent: 3 });
      assert.equal(model.asked.length, 1, 'the masked one was never asked for');
      assert.doesNotMatch(model.asked.join(), /ghp_a1B2/);
      assert.deepEqual(
        await push(me, other.history, provider),
        { sent: 0 },
        'which the other machine finds there',
      );
      assert.equal(model.asked.length, 1);
      assert.ok(known.length > 0);
      assert.equal(texts(await search(me, id, 'key', provider)).length, 3);
    }));

  it('returns only what each person may see, and deletes vectors with their records', () =>
    withModel(async (model) => {
      const [eve, bob, stranger] = [await person('eve'), await person('bob'), await person('stranger')];
      const { id, history } = await projectOf(eve);
      const provider = providerOf(model);
      const { memory } = await history.local.memories.store({ content: 'an automobile of the team' });
      await history.local.dialogs.save('d', [user('a lorry'), user('a bird', Date.UTC(2020, 1, 1))]);
      await push(eve, history, provider);
      await setMember(eve, id, { person: 'bob', access: 'reader' });
      assert.deepEqual(texts(await search(bob, id, 'car', provider)), [
        '≈ an automobile of the team',
        '≈ a lorry',
        '≈ a bird',
      ]);
      assert.deepEqual(texts(await search(bob, id, 'car kind:memory', provider)), [
        '≈ an automobile of the team',
      ]);
      assert.deepEqual(texts(await search(bob, id, 'car before:2021', provider)), ['≈ a bird']);
      assert.equal(texts(await search(bob, id, 'car -lorry author:eve', provider)).length, 2);
      assert.deepEqual(texts(await search(bob, id, 'car "bird"', provider)), ['≈ a bird']);
      assert.deepEqual(texts(await search(stranger, id, 'car', provider)), []);
      const all = 'select * from history_hub.vectors where project = $1';
      assert.equal((await eve.query(all, [id])).length, 3);
      assert.equal((await stranger.query(all, [id])).length, 0);
      for (let n = 0; n < 16; n++)
        await assert.rejects(bob.query(`select * from history_hub.vectors_${String(n).padStart(2, '0')}`), {
          message: /permission denied/,
        });
      const write = `insert into history_hub.vectors (project, owner, kind, id, model, dims, vector)
        values ($1, $2, 'memory', 'x', 'm', 2, '[1,0]')`;
      for (const [who, as] of [
        [bob, 'bob'],
        [bob, 'eve'],
        [stranger, 'stranger'],
      ] as const)
        await assert.rejects(who.query(write, [id, as]), { code: 'storage', message: /row-level security/ });
      await assert.rejects(eve.query('delete from history_hub.vectors'), { message: /permission denied/ });

      await history.local.memories.update(memory.hash, { tags: ['vehicles'] });
      await push(eve, history, provider);
      assert.equal((await eve.query(all, [id])).length, 3, 'of the new version');
      await history.local.memories.remove(memory.hash);
      await syncHub(history, { connection: eve, hub: 'hub' }, (sync) => pushHistory(sync, 'dialogs')); // as a client without embeddings
      assert.equal((await eve.query(all, [id])).length, 2);
      assert.deepEqual(texts(await search(bob, id, 'car', provider)), ['≈ a lorry', '≈ a bird']);
      await setMember(eve, id, { person: 'bob', access: undefined });
      assert.deepEqual(texts(await search(bob, id, 'car', provider)), []);
    }));

  it('recreates all vectors after the extension was dropped', () =>
    withModel(async (model) => {
      const zoe = await person('zoe');
      const { id, history } = await projectOf(zoe);
      const provider = providerOf(model);
      await history.local.dialogs.save('d', [user('a lorry'), user('a car')]);
      assert.deepEqual(await push(zoe, history, provider), { sent: 2 });
      await pglite.run('drop extension vector cascade');
      await history.local.dialogs.save('d', [user('an automobile', 1)]);
      assert.match((await push(zoe, history, provider)).problem ?? '', /^No vectors were sent to the hub: /);
      assert.match((await search(zoe, id, 'car', provider)).notes.join(), /^Found by words only: /);
      await pglite.run('create extension vector');
      const again = await connectHub(pglite.address('history_owner'));
      assert.equal(await vectorsState(again), 'table');
      await prepareHub(again);
      await again.close();
      const hers = await connectHub(pglite.address('zoe'));
      people.push(hers);
      assert.equal(await vectorsState(hers), 'on');
      model.asked.length = 0;
      assert.deepEqual(await push(hers, history, provider), { sent: 3 });
      assert.deepEqual(model.asked, [], 'all of them are kept here');
      assert.deepEqual(texts(await search(hers, id, 'car', provider)), [
        'a car',
        '≈ a lorry',
        '≈ an automobile',
      ]);
    }));

  it('never mixes models, and explains why it cannot search by meaning', () =>
    withModel(async (model) => {
      const joe = await person('joe');
      const { id, history } = await projectOf(joe);
      await history.local.dialogs.save('d', [user('a lorry'), user('a car')]);
      await push(joe, history, providerOf(model, 'm:latest'));
      const of = async (provider: EmbeddingProvider): Promise<string> => {
        const found = await search(joe, id, 'car', provider);
        return [...texts(found), ...found.notes].join(' | ').replaceAll(model.url, 'URL');
      };
      assert.equal(await of(providerOf(model)), 'a car | ≈ a lorry');
      assert.equal(
        await of(providerOf(model, 'other')),
        'a car | Found by words only: the hub has no vectors of other yet; it has those of m.',
      );
      assert.match(await of(providerOf(model, '')), /^a car \| .*set HISTORY_EMBEDDINGS_MODEL/);
      const longer: EmbeddingProvider = {
        id: 'x',
        model: 'm',
        dim: 3,
        embed: (given) => Promise.resolve(given.map(() => new Float32Array(3))),
      };
      assert.equal(
        await of(longer),
        'a car | Found by words only: vectors of m have 3 numbers here and 2 in the hub; use the same model.',
      );
      model.status = 500;
      assert.equal(
        await of(providerOf(model)),
        'a car | Found by words only: the embeddings of URL m failed: it answered 500 Internal Server Error.',
      );
      await history.local.dialogs.save('e', [user('an automobile')]);
      const pushed = await push(joe, history, providerOf(model));
      assert.match(pushed.problem ?? '', /^No vectors were sent to the hub: .* failed: it answered 500/);
      model.status = 200;
      assert.equal(await of(providerOf(model)), 'a car | ≈ a lorry');
      assert.deepEqual(await push(joe, history, providerOf(model)), { sent: 1 });
      assert.equal(await of(providerOf(model)), 'a car | ≈ an automobile | ≈ a lorry');
    }));
});
