import assert from 'node:assert/strict';
import { anySecret } from '../../../../src/disk/secrets/find.ts';
import { QuickPattern } from '../../../../src/disk/secrets/quickPattern.ts';
import { seeded } from '../../../seeded.ts';

const quickly = (source: string) => new QuickPattern(source, { after: 0 });

describe('what tells quickly whether a text may hold a secret', () => {
  it('matches where its expression does, in texts that are near to what it looks for', () => {
    const pattern = quickly(anySecret);
    const expression = new RegExp(anySecret);
    const random = seeded(7);
    const pieces = anySecret
      .replace(/[[({][^\])}]*[\])}]|[\\?*+^]/g, '|')
      .split('|')
      .concat(
        ...['://a@', 'a1b2c3d4', ' ', '中文', '\0', 'é', '\n', '"', '-', '_', '.', '0', 'Zz9', '~', '/'],
      );
    const pick = () => pieces[Math.floor(random() * pieces.length)] ?? '';
    let matched = 0;
    for (let n = 0; n < 10_000; n++) {
      const cut = Math.floor(random() * 4);
      const text = Array.from({ length: 1 + (n % 5) }, pick)
        .join('')
        .slice(cut);
      const expected = expression.test(text);
      if (expected) matched++;
      assert.equal(pattern.test(text), expected, JSON.stringify(text));
    }
    assert.ok(matched > 1_000 && matched < 9_000, String(matched));
  });

  it('reads alternatives, classes, groups and how often something stands', () => {
    const cases = [
      ['a', ['a', 'xa', 'aaaa', '中a'], ['', 'b', 'A']],
      ['ab?c*d', ['ad', 'abd', 'accccd', 'abccd'], ['ab', 'bd', 'acb']],
      ['(?:ab|[c-e]{2,3})\\.x', ['ab.x', 'cd.x', 'cde.x'], ['c.x', 'abx']],
      ['[^a]b{3}', [' bbb', '中bbb', '\x7fbbb', '\0bbb'], ['abbb', 'bbb']],
      ['\\d\\s\\w|x+y', ['1\u3000a', '2 _', 'xxxxxxy'], ['1a', 'xx']],
      ['', ['', 'anything'], []],
    ] as const;
    for (const [source, found, missed] of cases) {
      const pattern = quickly(source);
      for (const text of [...found, ...missed])
        assert.equal(
          pattern.test(text),
          new RegExp(source).test(text),
          `${source} in ${JSON.stringify(text)}`,
        );
      assert.ok(found.every((text) => pattern.test(text)));
      assert.ok(!missed.some((text) => pattern.test(text)));
    }
  });

  it('refuses what it does not know instead of missing something', () => {
    for (const source of ['(?<=a)b', '(a)', '^a', 'a$', '.b', 'a+?', '\\ba', 'a)'])
      assert.throws(() => quickly(source).test('b'), source);
  });
});
