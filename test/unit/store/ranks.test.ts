import assert from 'node:assert/strict';
import { checksum } from '../../../src/disk/files/checksum.ts';
import { indexText, rank } from '../../../src/disk/text/bm25.ts';
import { fileSlug } from '../../../src/disk/text/slug.ts';
import { merged, termRanges, type Range } from '../../../src/disk/text/termRanges.ts';
import { terms } from '../../../src/disk/text/tokens.ts';
import { seeded } from '../../seeded.ts';

const documentOf = (text: string) => ({ item: text, text: indexText([{ text, weight: 1 }]) });
const ranked = (query: string, texts: readonly string[]) => rank(terms(query), texts.map(documentOf));

describe('the rank of documents', () => {
  const words = 'rounding invoice deploy token 结算 发票 login the cache rollback'.split(' ');

  it('is a share of the best there could be, best first, and none without a word of the query', () => {
    const random = seeded(31);
    for (let n = 0; n < 100; n++) {
      const word = () => words[Math.floor(random() * words.length)] ?? '';
      const texts = Array.from({ length: 20 }, () =>
        Array.from({ length: 1 + Math.floor(random() * 20) }, word).join(' '),
      );
      const query = `${word()} ${word()}`;
      const found = ranked(query, texts);
      const scores = found.map(({ score }) => score);
      assert.ok(scores.every((score) => score > 0 && score <= 1));
      assert.deepEqual(
        scores,
        scores.toSorted((a, b) => b - a),
      );
      const wanted = new Set(terms(query));
      const holders = texts.filter((text) => terms(text).some((term) => wanted.has(term)));
      assert.deepEqual(found.map(({ item }) => item).sort(), holders.sort());
    }
  });

  it('is higher for a rare word than for one that all have, and for what is short', () => {
    const [first] = ranked('invoice rounding', [
      'invoice login',
      'invoice cache',
      'invoice rounding',
      'invoice deploy',
    ]);
    assert.equal(first?.item, 'invoice rounding');
    const long = `token ${'other words '.repeat(50)}`;
    assert.equal(ranked('token', [long, 'token here'])[0]?.item, 'token here');
  });

  it('does not grow with a word that is asked for again and again, and of a pasted page only so many count', () => {
    const texts = ['token a', 'login b'];
    assert.deepEqual(ranked('token '.repeat(500), texts), ranked('token', texts));
    const page = Array.from(
      { length: 250 },
      (_, n) => `q${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}zz`,
    );
    assert.deepEqual(ranked(page.join(' '), [`${page[249]} alone`]), []);
    assert.deepEqual(ranked('', texts), []);
  });
});

describe('the places of terms in a text', () => {
  const placed = (text: string, query: string): string[] =>
    termRanges(text, new Set(terms(query))).map(([start, end]) => text.slice(start, end));

  it('are whole words, and of scripts without blanks the characters', () => {
    assert.deepEqual(placed('Round the invoice, rounding it.', 'rounding'), ['Round', 'rounding']);
    assert.deepEqual(placed('今天结算发票', '结算'), ['结算']);
    assert.deepEqual(placed('nothing of it', 'invoice'), []);
    assert.deepEqual(termRanges('text', new Set()), []);
  });

  it('are ascending and apart once they are merged, and cover the same', () => {
    const random = seeded(32);
    for (let n = 0; n < 200; n++) {
      const ranges = Array.from({ length: Math.floor(random() * 20) }, (): Range => {
        const start = Math.floor(random() * 50);
        return [start, start + 1 + Math.floor(random() * 10)];
      });
      const covered = (some: readonly Range[]) =>
        Array.from({ length: 70 }, (_, at) => some.some(([start, end]) => start <= at && at < end));
      const result = merged(ranges);
      assert.deepEqual(covered(result), covered(ranges));
      for (const [at, [start]] of result.entries()) if (at > 0) assert.ok(start > (result[at - 1]?.[1] ?? 0));
    }
  });
});

describe('a title in the name of a file', () => {
  it('is words of any script, short, and safe on every system', () => {
    assert.equal(fileSlug('  Round *Taxes* / once! ', 'item'), 'round-taxes-once');
    assert.equal(fileSlug('结算：四舍五入', 'item'), '结算-四舍五入');
    assert.equal(fileSlug('../../etc/passwd', 'item'), 'etc-passwd');
    for (const nothing of ['', '…', '///', '\u0000']) assert.equal(fileSlug(nothing, 'item'), 'item');
    const long = fileSlug('word '.repeat(100), 'item');
    assert.ok(Array.from(long).length <= 50 && !long.endsWith('-'));
    assert.equal(fileSlug('É', 'item'), fileSlug('E\u0301', 'item'), 'whichever way an accent is written');
  });
});

describe('the sum of bytes', () => {
  it('is the same wherever they lie in memory, and another when one of them is', () => {
    const random = seeded(33);
    const lengths = [...Array.from({ length: 70 }, (_, n) => n), 4_095, 4_096, 4_097];
    for (const length of lengths) {
      const bytes = Buffer.from(Array.from({ length }, () => Math.floor(random() * 256)));
      const sum = checksum(bytes);
      for (const offset of [1, 2, 3, 4]) {
        const elsewhere = new Uint8Array(new ArrayBuffer(length + offset), offset);
        elsewhere.set(bytes);
        assert.equal(checksum(elsewhere), sum);
      }
      assert.notEqual(checksum(Buffer.concat([bytes, Buffer.alloc(1)])), sum);
      for (let at = 0; at < length; at++) {
        const other = Buffer.from(bytes);
        other[at] = (other[at] ?? 0) ^ (1 << Math.floor(random() * 8));
        assert.notEqual(checksum(other), sum, `byte ${at} of ${length}`);
      }
    }
  });
});
