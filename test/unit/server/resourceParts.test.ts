import assert from 'node:assert/strict';
import { partAddress, partOf } from '../../../src/server/base/resourceParts.ts';

describe('a resource that is too long for one reply', () => {
  it('comes in parts, each with the address of the next', () => {
    const text = `${'a'.repeat(9)}😀${'b'.repeat(12)}`;
    const uri = 'history://x/y?projectRoot=%2Fp';
    const told: string[] = [];
    for (let next = uri; next !== '' && told.length < 9;) {
      const part = partOf(text, partAddress(next), 10);
      const [, piece = '', address = ''] =
        /^([^]*)\n\n\(Part \d of 3\. (?:The next: (\S+)|This is the last\.)\)$/.exec(part) ?? [];
      told.push(piece);
      next = address;
    }
    assert.equal(told.length, 3);
    assert.equal(told.join(''), text);
    assert.ok(told.every((piece) => !/[\uD800-\uDFFF]/u.test(piece)));
    assert.equal(partOf('short', partAddress('history://x')), 'short');
    assert.throws(() => partOf('short', partAddress('history://x?part=2')), /There are 1 parts/);
    const long = partOf('字'.repeat(17 * 2 ** 20), partAddress('history://x'));
    assert.ok(Buffer.byteLength(long) < 8 * 2 ** 20);
    assert.match(long, /\(Part 1 of 18\. The next: history:\/\/x\?part=2\)$/);
  });
});
