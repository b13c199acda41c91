import assert from 'node:assert/strict';
import { contradicts, inForce } from '../../../src/insight/brief/superseded.ts';

describe('a decision that came later', () => {
  it('replaces one that it says no longer holds, or says otherwise of the same', () => {
    for (const [older, newer] of [
      ['Use npm for packages', 'Use pnpm instead of npm'],
      ['We use MySQL for storage', 'Switched from MySQL to PostgreSQL'],
      ['The cache uses Memcached', 'The cache switched to Redis'],
      ['Use SQLite for storage', 'Use PostgreSQL for storage, as it scales'],
      ['API uses REST', 'API uses GraphQL because clients need fewer calls'],
      ['Prices are stored in euros', 'Prices are stored in cents'],
      ['Request timeout is 30 seconds', 'Request timeout is 60 seconds'],
      ['Use Express for the server', 'No longer use Express'],
      ['Tests are written with Jest', 'Replace Jest with Vitest'],
      ['D3: Tax is rounded per line', 'D7: Tax is rounded per order (replaces D3)'],
      ['ADR-2: Deploy by hand', 'ADR-2: Deploy from CI only'],
      ['Push to main directly', 'Never push to main directly'],
      ['Tax of an order is rounded once per line', 'Tax of an order is rounded once per order'],
      ['缓存使用 Memcached', '缓存改用 Redis'],
      ['用 MySQL 存储订单', '用 PostgreSQL 代替 MySQL'],
      ['部署采用 Jenkins', '不再使用 Jenkins'],
      ['超时为 30 秒', '超时为 60 秒'],
      ['价格用欧元存储', '从欧元改为分'],
      ['决策 3：税按行舍入', '税按单舍入（取代决策 3）'],
    ] as const)
      assert.ok(contradicts(newer, older), `${newer} / ${older}`);
  });

  it('leaves alone what is of something else', () => {
    for (const [one, other] of [
      ['Module 4 rounds once per order', 'Module 10 rounds once per order'],
      ['Use SQLite for tests', 'Use PostgreSQL for storage'],
      ['Use pnpm for web', 'Use pnpm for the server'],
      ['Prices are stored in cents', 'Prices are validated on save'],
      ['API: add pagination', 'API: use camelCase'],
      ['Use pnpm instead of npm', 'Publish to npm with provenance from CI'],
      ['Never push to main', 'Never log card numbers'],
      ['No longer use Express', 'Errors are logged as JSON'],
      ['缓存改用 Redis', '日志使用 JSON'],
      ['模块 4 每单只舍入一次', '模块 10 每单只舍入一次'],
      ['Tests run in CI', 'Lint runs in CI'],
    ] as const) {
      assert.ok(!contradicts(one, other), `${one} / ${other}`);
      assert.ok(!contradicts(other, one), `${other} / ${one}`);
    }
  });

  it('is never the one that is left out; where the order is not known, only what says so replaces', () => {
    const older = { text: 'Use SQLite for storage', time: 1 };
    const newer = { text: 'Use PostgreSQL for storage', time: 2 };
    assert.deepEqual(inForce([newer, older]), [newer]);
    const again = { ...older, time: 3, isOlder: true };
    assert.deepEqual(inForce([again, newer]), [again, newer]);
    const said = { text: 'Use PostgreSQL instead of SQLite', time: 2 };
    assert.deepEqual(inForce([again, said]), [said]);
    const back = { text: 'Use SQLite instead of PostgreSQL', time: 4 };
    assert.deepEqual(inForce([said, back]), [back]);
    const list = [older.text, newer.text].map((text) => ({ text, time: 5, isOlder: true, list: 'a' }));
    assert.deepEqual(inForce(list), list.slice(1));
  });
});
