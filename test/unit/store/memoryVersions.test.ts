import assert from 'node:assert/strict';
import fs from 'node:fs';
import type { JsonValue } from '../../../src/disk/base/core.ts';
import { withStore } from './withStore.ts';

describe('the text of a memory', () => {
  it('can be edited; the old hash leads to it, and the old text can be brought back', async () => {
    await withStore(async ({ store: { memories }, open }) => {
      const { memory } = await memories.store({ content: 'Tax is 19 %', tags: ['tax'], type: 'decision' });
      const edited = await memories.edit(memory.hash, 'Tax is 20 %');
      assert.notEqual(edited.hash, memory.hash);
      assert.deepEqual(
        [edited.tags, edited.type, edited.createdAt],
        [memory.tags, memory.type, memory.createdAt],
      );
      for (const hash of [memory.hash, memory.hash.slice(0, 8)])
        assert.equal((await memories.get(hash)).hash, edited.hash);
      assert.equal((await memories.list()).length, 1);
      const again = (await open().memories.list())[0];
      assert.deepEqual(
        again?.versions?.map(({ content, hash }) => [content, hash]),
        [['Tax is 19 %', memory.hash]],
      );
      const back = await memories.edit(edited.hash, 'Tax is 19 %');
      assert.equal(back.hash, memory.hash);
      assert.deepEqual(
        back.versions?.map(({ content }) => content),
        ['Tax is 20 %'],
      );
      assert.equal((await memories.get(edited.hash)).content, 'Tax is 19 %');
      const upper = await memories.edit(back.hash, 'TAX is 19 %');
      assert.deepEqual([upper.hash, upper.content], [back.hash, 'TAX is 19 %']);
      assert.equal((await memories.edit(upper.hash, upper.content)).updatedAt, upper.updatedAt);
    });
  });

  it('changes together with what is known of it, or nothing does', async () => {
    await withStore(async ({ store: { memories } }) => {
      const { memory } = await memories.store({ content: 'Tax is 19 %', tags: ['tax'] });
      const updated = await memories.update(memory.hash, { content: 'Tax is 20 %', type: 'decision' });
      assert.deepEqual([updated.content, updated.type, updated.tags], ['Tax is 20 %', 'decision', ['tax']]);
      assert.deepEqual(
        updated.versions?.map(({ hash }) => hash),
        [memory.hash],
      );
      const same = { content: 'Tax is 20 %', type: 'fact' }; // asked again by who has the former hash
      assert.equal((await memories.update(memory.hash, same)).hash, updated.hash);
      let deep: JsonValue = 1;
      for (let depth = 0; depth < 300; depth++) deep = [deep];
      const wrong = { content: 'Tax is 21 %', metadata: { deep } };
      await assert.rejects(memories.update(updated.hash, wrong), { code: 'invalid_argument' });
      await assert.rejects(
        memories.update(memory.hash, { content: 'Tax is 22 %' }),
        /edited in the meantime/,
      );
      assert.deepEqual(
        (await memories.list()).map(({ content, type }) => [content, type]),
        [['Tax is 20 %', 'fact']],
      );
    });
  });

  it('is not overwritten by who knew another one; what both say becomes one', async () => {
    await withStore(async ({ store: { memories } }) => {
      const { memory } = await memories.store({ content: 'one', tags: ['a'] });
      const both = await Promise.allSettled([
        memories.edit(memory.hash, 'two'),
        memories.edit(memory.hash, 'three'),
      ]);
      const [done, refused] = both.toSorted((a) => (a.status === 'fulfilled' ? -1 : 1));
      assert.ok(done?.status === 'fulfilled' && refused?.status === 'rejected');
      assert.match(String(refused.reason), /edited in the meantime/);
      await assert.rejects(memories.edit(done.value.hash, ' '), { code: 'invalid_argument' });
      await assert.rejects(memories.edit('f'.repeat(64), 'x'), { code: 'not_found' });

      const { memory: other } = await memories.store({ content: 'four', tags: ['b'] });
      const merged = await memories.edit(done.value.hash, 'four');
      assert.deepEqual([merged.hash, merged.tags.toSorted()], [other.hash, ['a', 'b']]);
      assert.equal((await memories.list()).length, 1);
      assert.equal((await memories.get(memory.hash)).hash, other.hash);
    });
  });

  it('keeps the last 20 texts, through deletion and restoring as well, and reads what others damaged', async () => {
    await withStore(async ({ store: { memories }, open }) => {
      let { hash } = (await memories.store({ content: 'text 0' })).memory;
      for (let n = 1; n <= 25; n++) ({ hash } = await memories.edit(hash, `text ${n}`));
      const { trashed } = await memories.remove(hash);
      assert.ok(trashed);
      const [back] = await memories.restore(trashed.id);
      assert.deepEqual(
        [back?.versions?.length, back?.versions?.[0]?.content, back?.versions?.at(-1)?.content],
        [20, 'text 24', 'text 5'],
      );
      const lines = fs.readFileSync(memories.file, 'utf8');
      fs.writeFileSync(memories.file, lines.replaceAll('"versions":[', '"versions":[7,{"content":1},'));
      assert.equal((await open().memories.get(hash)).versions?.length, 20);
    });
  });
});
