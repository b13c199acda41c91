import assert from 'node:assert/strict';
import { memoryStatements } from '../../../src/insight/brief/storedStatements.ts';
import { noteReplaced, standingOf } from '../../../src/history/memory/standing.ts';
import { memoryItem } from '../../../src/server/memory/memoryReplies.ts';
import { settled } from './withSessions.ts';
import { withStore } from './withStore.ts';

describe('a memory that no longer holds', () => {
  it('says by what and since when in each later hit, and is in no brief', () =>
    withStore(async ({ store }) => {
      const { memories } = store;
      const { memory: old } = await memories.store({ content: 'Orders go into MySQL', type: 'decision' });
      const { memory: other } = await memories.store({
        content: 'Orders go into PostgreSQL',
        type: 'decision',
        metadata: { replaces: old.hash.slice(0, 12) },
      });
      await noteReplaced(memories, other);
      const now = await memories.get(old.hash);
      const since = new Date(other.updatedAt).toISOString();
      assert.deepEqual(standingOf(now), { state: 'superseded', by: other.hash, since });
      assert.equal(standingOf(other), undefined);
      const { state, superseded_by } = memoryItem(now);
      assert.deepEqual([state, superseded_by], ['superseded', other.hash]);
      const [hit] = (await settled(store, 'MySQL')).hits;
      assert.equal(hit?.title, `[superseded by ${other.hash.slice(0, 12)}, 2026-02-05] Orders go into MySQL`);
      const told = async () => memoryStatements(await memories.list()).map(({ text }) => text);
      assert.deepEqual(await told(), ['Orders go into PostgreSQL']);

      await memories.update(other.hash, { metadata: { status: 'rejected' } });
      assert.equal(standingOf(await memories.get(other.hash))?.state, 'rejected');
      assert.match((await settled(store, 'PostgreSQL')).hits[0]?.title ?? '', /^\[rejected, 2026-02-05\] /);
      assert.deepEqual(await told(), []);
    }));
});
