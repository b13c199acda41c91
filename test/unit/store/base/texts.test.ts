import assert from 'node:assert/strict';
import { sayIn } from '../../../../src/disk/base/texts.ts';

describe('texts', () => {
  it('are said in both languages, with their values', () => {
    assert.equal(sayIn('en')('Saved {0} in {1}', '1 message', 'plan'), 'Saved 1 message in plan');
    assert.equal(sayIn('zh')('Saved {0} in {1}', '1 条消息', 'plan'), '已在 plan 中保存 1 条消息');
  });

  it('say no comment that tells equal ones apart', () => {
    assert.equal(sayIn('en')('shared // kind of item'), 'shared');
    assert.equal(sayIn('zh')('shared // kind of item'), '共享');
    assert.equal(sayIn('zh')('shared'), '已共享');
  });

  it('leave values as they are', () => {
    assert.equal(sayIn('en')('Restored {0}.', '{0} // $&'), 'Restored {0} // $&.');
  });
});
