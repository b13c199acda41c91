import assert from 'node:assert/strict';
import { readQuery } from '../../../src/find/search/query.ts';
import { snippetOf, type Snippet } from '../../../src/find/search/snippet.ts';
import { plainText } from '../../../src/disk/text/plainText.ts';

const found = (text: string, query: string): Snippet =>
  snippetOf(text, readQuery(query, { now: 0, zone: 'utc' }));

const marked = ({ snippet, ranges }: Snippet): string[] =>
  ranges.map(([from, to]) => snippet.slice(from, to));

describe('the snippet of a result', () => {
  it('is plain text on one line', () => {
    const text = [
      '## Rounding\n\n- [x] **Invoices** are `rounded` once, see [the _plan_](docs/plan.md "Plan")\n',
      '> quoted ~~twice~~ 2 * 3 * 4\n\n| a | b |\n|---|:-:|\n| tax | 7 |\n\n---\n```ts\nconst snake_case = a_b;\n```\n<!-- x -->*so* be it<br>![pic](a.png)',
    ].join('');
    assert.equal(
      plainText(text).text,
      'Rounding Invoices are rounded once, see the plan quoted twice 2 * 3 * 4 a b tax 7 const snake_case = a_b; so be it pic',
    );
    assert.equal(plainText('我们**决定**用`幂等键`，见[说明](a.md)').text, '我们决定用幂等键，见说明');
    assert.equal(plainText('**').text, '**');
    assert.equal(plainText('   ').text, '');
  });

  it('lights up the words without their marks, and keeps marks that were asked for', () => {
    const one = found('# Tax\n\nIt is **round**ed `once`', 'rounded once');
    assert.equal(one.snippet, 'Tax It is rounded once');
    assert.ok(marked(one).includes('once'));
    const link = found('see [it](docs/plan.md) now', 'plan');
    assert.equal(link.snippet, 'see it](docs/plan.md) now');
    assert.deepEqual(marked(link), ['plan']);
    assert.equal(found('a **b** c', '"**b**"').snippet, 'a **b** c');
    assert.deepEqual(marked(found('a\n\n\n   needle\n', 'needle')), ['needle']);
  });

  it('has the matches in its middle, and is cut between words', () => {
    const hay = (word: string) => Array.from({ length: 300 }, (_, n) => `${word}${n}`).join(' ');
    const { snippet, ranges } = found(`${hay('before')} a needle of gold ${hay('after')}`, 'needle gold');
    assert.match(snippet, /^…before\d+ .* a needle of gold after0 .*after\d+…$/);
    const [from = 0, to = 0] = [ranges[0]?.[0], ranges.at(-1)?.[1]];
    const middle = (from + to) / 2 / snippet.length;
    assert.ok(middle > 0.4 && middle < 0.6, snippet);
    assert.ok(snippet.length <= 202, String(snippet.length));
    assert.ok(/\bbefore(\d+)\b/.test(snippet) && hay('before').includes(snippet.slice(1, 10).trim()));
    const chinese = found(`${'今天天气很好。'.repeat(60)}重复扣款${'明天也是。'.repeat(60)}`, '重复扣款');
    assert.deepEqual(marked(chinese), ['重复扣款']);
    const place = chinese.snippet.indexOf('重复') / chinese.snippet.length;
    assert.ok(place > 0.35 && place < 0.6 && chinese.snippet.length <= 82, chinese.snippet);
  });

  it('has all of what is there where a match is near an end', () => {
    const tail = 'and so on '.repeat(50);
    assert.match(found(`needle ${tail}`, 'needle').snippet, /^needle and so on .*…$/);
    const end = found(`${tail} the needle`, 'needle').snippet;
    assert.match(end, /^….*the needle$/);
    assert.ok(end.length > 150);
  });

  it('tells every word that was found, once', () => {
    const text = `The login fails. ${'x '.repeat(400)} Logins failed, LOGIN`;
    assert.deepEqual(found(text, 'login fail').words.toSorted(), ['LOGIN', 'Logins', 'failed', 'fails']);
    assert.deepEqual(found('退款和重复扣款', '重复扣款').words, ['重复扣款']);
    assert.deepEqual(found('nothing of it', 'role:user').words, []);
  });
});
