import assert from 'node:assert/strict';
import { backupTime } from '../../../src/extension/dialogs/backupTime.ts';

describe('the time of a backup', () => {
  it('is that of its id, which backups are in the order of', () => {
    const time = Date.parse('2026-02-03T04:05:06.007Z');
    assert.equal(backupTime({ id: '2026-02-03T04-05-06.007Z_a1b2c3', mtime: 5 }), time);
  });

  it('is that of its folder where the id tells none', () => {
    assert.equal(backupTime({ id: 'kept-by-hand', mtime: 5 }), 5);
  });
});
