import assert from 'node:assert/strict';
import { withStore } from './withStore.ts';

const said = (text: string, ts: number, agent?: string) => ({
  role: 'assistant' as const,
  text,
  ts,
  ...(agent !== undefined && { meta: { agent } }),
});

describe('what filters of the search can be given', () => {
  it('are the agents, dialogs and tags there are, those of most entries first', () =>
    withStore(async ({ store, clock: { time } }) => {
      await store.dialogs.save('small', [said('a', time, 'codex')]);
      await store.dialogs.save('big plan', [said('b', time, 'claude'), said('c', time + 1, 'claude')]);
      await store.dialogs.setLabels('big plan', { tags: ['billing'] });
      assert.deepEqual(await store.search.values(), {
        agents: [
          { value: 'claude', entries: 2 },
          { value: 'codex', entries: 1 },
        ],
        dialogs: [
          { value: 'big plan', entries: 2 },
          { value: 'small', entries: 1 },
        ],
        tags: [{ value: 'billing', entries: 2 }],
      });
    }));

  it('name an agent once, by whichever of its names messages know it', () =>
    withStore(async ({ store, clock: { time } }) => {
      await store.dialogs.save('d', [
        said('the same shop', time, 'claude'),
        said('the same shop again', time + 1, 'claude-code'),
        said('the same shop still', time + 2, 'claudette'),
      ]);
      const { agents } = await store.search.values();
      assert.deepEqual(agents, [
        { value: 'claude', entries: 2 },
        { value: 'claudette', entries: 1 },
      ]);
      for (const query of ['shop agent:"claude"', 'shop agent:claude-code']) {
        const { hits } = await store.search.find({ query });
        assert.deepEqual(
          hits.map(({ agent }) => agent).filter((agent) => agent === 'claude'),
          ['claude', 'claude'],
          query,
        );
      }
    }));

  it('since: takes the day itself, after: does not', () =>
    withStore(async ({ store, clock: { time } }) => {
      const day = 24 * 60 * 60 * 1_000;
      await store.dialogs.save('d', [said('old one', time - 2 * day), said('new one', time)]);
      const found = async (query: string) => (await store.search.find({ query })).total;
      const date = new Date(time).toISOString().slice(0, 10);
      assert.deepEqual(
        [await found(`one since:${date}`), await found(`one after:${date}`), await found('one since:2d')],
        [1, 0, 2],
      );
    }));

  it('finds what stands only in a summary, and nothing where none of two words is', () =>
    withStore(async ({ store, clock: { time } }) => {
      await store.dialogs.save('plan', [said('hello there', time)]);
      const summary = { decisions: ['Round invoices on the sum'], todos: ['Ask the auditor'] };
      await store.dialogs.setSummary('plan', summary, 'replace');
      for (const query of ['invoices sum', 'auditor'])
        assert.deepEqual(
          (await store.search.find({ query })).hits.map(({ role, source }) => [role, source]),
          [['summary', 'dialogs']],
        );
      const { hits, total } = await store.search.find({ query: 'zebra xylophone' });
      assert.deepEqual([hits, total], [[], 0]);
    }));
});
