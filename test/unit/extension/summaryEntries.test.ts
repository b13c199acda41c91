import assert from 'node:assert/strict';
import { sourceOf } from '../../../src/extension/dialogs/entrySource.ts';
import { applyEdits, entryIn, lostEdits, withDone } from '../../../src/protocol/summaryEdits.ts';
import { isOpen, itemOf } from '../../../src/protocol/summarySections.ts';
import { withStore } from '../store/withStore.ts';

const summary = {
  TODO: ['Ship it', { value: 'Measure', status: 'open' }, { text: 'Ask', done: false }],
  state: { step: 'two' },
};

describe('entries of a summary', () => {
  it('are known by what they say, wherever they stand', () => {
    assert.equal(entryIn(summary, { section: 'TODO', item: 'Ship it' })?.text, 'Ship it');
    assert.equal(entryIn(summary, { section: 'state', item: 'two' })?.label, 'step');
    assert.equal(entryIn(summary, { section: 'state', item: 'Ship it' }), undefined);
    assert.equal(entryIn('all in one text', { section: '', item: 'all in one text' })?.editable, true);
    assert.equal(entryIn(undefined, { section: '', item: '' }), undefined);
  });

  it('can be done and not done again, in whatever form they stand, and say the same then', () => {
    for (const item of [
      ...summary.TODO,
      { title: 'T', state: 'doing' },
      { value: 'V', date: '2026-02-05' },
    ]) {
      const done = withDone(item, true);
      assert.equal(isOpen(itemOf(done)), false, JSON.stringify(done));
      assert.equal(itemOf(done).text, itemOf(item).text);
      assert.equal(isOpen(itemOf(withDone(done, false))), true);
    }
    assert.equal(withDone(withDone('Ship it', true), false), 'Ship it');
  });

  it('take another value in their place, and are told where they are gone', () => {
    const put = (item: string, value: string) => ({ kind: 'put', section: 'TODO', item, value }) as const;
    assert.deepEqual(applyEdits(summary, [put('Ship it', 'Shipped')]), {
      ...summary,
      TODO: ['Shipped', ...summary.TODO.slice(1)],
    });
    assert.deepEqual(applyEdits(summary, [put('Never there', 'Shipped')]), summary);
    const set = { kind: 'set', section: 'TODO', item: 'Shipped', text: 'Out' } as const;
    assert.deepEqual(lostEdits(summary, [put('Ship it', 'Shipped'), set]), []);
    assert.deepEqual(lostEdits(summary, [set]), [set]);
    assert.deepEqual(lostEdits(summary, [{ kind: 'add', section: 'TODO', text: 'new' }]), []);
  });

  it('are found in the message they name, else in the one that says most of them', async () => {
    await withStore(async ({ store: { dialogs } }) => {
      const said = (text: string, id?: string) => ({ role: 'user' as const, text, ...(id && { id }) });
      await dialogs.save('x', [
        said('Something about the weather'),
        said('We round the tax once, on the sum of the order, never per line'),
        said('The tax is a number', 'm-3'),
        said('税额只在订单总额上取整一次'),
      ]);
      const at = (item: Parameters<typeof itemOf>[0]) => sourceOf(dialogs, 'x', itemOf(item));
      assert.equal(await at('Tax is rounded once on the sum of the order'), 1);
      assert.equal(await at({ value: 'Tax is rounded once', message: 'm-3' }), 2);
      assert.equal(await at({ value: 'Tax', source: 'history://dialogs/x/m-3' }), 2);
      assert.equal(await at('税额在订单总额上取整一次'), 3);
      assert.equal(await at('Deploy to production on Friday'), undefined);
    });
  });

  it('stay, whoever else writes the summary at the same time', async () => {
    await withStore(async ({ store: { dialogs } }) => {
      await dialogs.setSummary('x', { TODO: [] }, 'replace');
      const texts = Array.from({ length: 20 }, (_, n) => `entry ${n}`);
      await Promise.all(
        texts.map((text) =>
          dialogs.changeSummary('x', (now) => applyEdits(now, [{ kind: 'add', section: 'TODO', text }])),
        ),
      );
      const { TODO } = (await dialogs.summary('x')) as { TODO: string[] };
      assert.deepEqual(TODO.toSorted(), texts.toSorted());
      const failing = dialogs.changeSummary('x', () => {
        throw new Error('not this one');
      });
      await assert.rejects(failing, /not this one/);
      assert.equal((await dialogs.replacedSummaries('x')).length, 20);
      const deleted = dialogs.changeSummary('deleted', () => ({ TODO: ['new'] }));
      await assert.rejects(deleted, { code: 'not_found' });
      assert.deepEqual(await dialogs.names(), ['x']);
    });
  });
});
