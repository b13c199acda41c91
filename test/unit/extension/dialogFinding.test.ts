import assert from 'node:assert/strict';
import { DialogFinding } from '../../../src/extension/dialogs/dialogFinding.ts';
import { nameFilter, toggleFilter } from '../../../src/extension/search/filters.ts';
import { withStore } from '../store/withStore.ts';

describe('finding in a dialog', () => {
  it('looks through every message, in upper and lower case, and later through new ones only', async () => {
    await withStore(async ({ store: { dialogs } }) => {
      const said = (text: string) => ({ role: 'user' as const, text });
      await dialogs.save(
        'x',
        Array.from({ length: 2_500 }, (_, n) => said(n % 1_000 === 7 ? `The Needle ${n}` : `hay ${n}`)),
      );
      const finding = new DialogFinding(dialogs, 'x', 'needle');
      const { epoch, total } = await dialogs.window('x', 0, 0);
      assert.equal(finding.found(epoch), undefined);
      assert.equal(finding.isUpToDate({ epoch, total }), false);
      await Promise.all([finding.read(), finding.read()]);
      assert.deepEqual(finding.found(epoch), { query: 'needle', matches: [7, 1_007, 2_007] });

      await dialogs.save('x', [said('a NEEDLE more')]);
      assert.equal(finding.isUpToDate({ epoch, total: total + 1 }), false);
      await finding.read();
      assert.deepEqual(finding.found(epoch)?.matches, [7, 1_007, 2_007, 2_500]);
    });
  });

  it('begins anew after the dialog was cleared', async () => {
    await withStore(async ({ store: { dialogs } }) => {
      await dialogs.save('x', [{ role: 'user', text: '登录 needle' }]);
      const finding = new DialogFinding(dialogs, 'x', '登录');
      await finding.read();
      await dialogs.clear('x');
      await dialogs.save('x', [
        { role: 'user', text: 'nothing' },
        { role: 'user', text: '再次登录' },
      ]);
      await finding.read();
      const { epoch } = await dialogs.window('x', 0, 0);
      assert.deepEqual(finding.found(epoch)?.matches, [1]);
    });
  });

  it('ends early when nobody wants to know', async () => {
    await withStore(async ({ store: { dialogs } }) => {
      await dialogs.save('x', [{ role: 'user', text: 'needle' }]);
      const finding = new DialogFinding(dialogs, 'x', 'needle');
      finding.stop();
      await finding.read();
      assert.equal(finding.found('0'), undefined);
    });
  });
});

describe('filters of the search', () => {
  it('go into the query and out of it', () => {
    assert.equal(toggleFilter('login', 'source:dialogs'), 'login source:dialogs ');
    assert.equal(toggleFilter('login source:dialogs ', 'source:dialogs'), 'login');
    assert.equal(toggleFilter('source:dialogs login', 'source:dialogs'), 'login');
    assert.equal(toggleFilter('', 'after:7d'), 'after:7d ');
    assert.equal(toggleFilter('xsource:dialogs', 'source:dialogs'), 'xsource:dialogs source:dialogs ');
  });

  it('name one dialog and none that only begins so', () => {
    assert.equal(nameFilter('dialog', 'shop'), 'dialog:"shop"');
    assert.equal(nameFilter('dialog', '支付 “对账”'), 'dialog:"支付  对账 "');
  });
});
