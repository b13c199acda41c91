import assert from 'node:assert/strict';
import {
  completionOf,
  listed,
  oneOf,
  oneOfTexts,
  type CompletionContext,
} from '../../../src/server/base/completion.ts';
import { afterCursor, cursorAfter, type ListPosition } from '../../../src/server/base/listCursor.ts';
import { plainErrors } from '../../../src/server/base/plainErrors.ts';
import {
  briefChars,
  charsOf,
  countFitting,
  fit,
  jsonObject,
  jsonReply,
  listReply,
  replyChars,
  wireBytes,
  withDamage,
  type Listing,
} from '../../../src/server/base/reply.ts';
import { seeded } from '../../seeded.ts';

const placeOf = (item: ListPosition) => item;

/** So many items, newest first, several at the same time. */
const itemsOf = (count: number): ListPosition[] =>
  Array.from({ length: count }, (_, n) => ({
    time: 1_770_000_000_000 - Math.floor(n / 3),
    id: `id.${n} 会话`,
  }));

/** The ids of all pages of a list that may change between them. */
function pages(
  first: readonly ListPosition[],
  size: number,
  next = (items: readonly ListPosition[]) => items,
) {
  const seen: string[] = [];
  let items = first;
  let cursor: string | undefined;
  for (let page = 0; page <= first.length; page++) {
    const left = afterCursor(items, cursor, placeOf);
    seen.push(...left.slice(0, size).map(({ id }) => id));
    cursor = cursorAfter(left, placeOf)(size);
    if (cursor === undefined) return seen;
    items = next(items);
  }
  throw new Error('There is no last page.');
}

describe('the pages of a list', () => {
  it('give every item once, in pages of any size', () => {
    const items = itemsOf(20);
    for (let size = 1; size <= 21; size++)
      assert.deepEqual(
        pages(items, size),
        items.map(({ id }) => id),
      );
  });

  it('skip none of those that stay when newer ones come and the last shown one becomes the newest', () => {
    const items = itemsOf(30).map((item, n) => ({ ...item, time: item.time - n * 10 }));
    const seen = pages(items, 4, (now) => {
      const at = now.findIndex(({ id }) => id === items[3]?.id);
      const moved = { id: items[3]?.id ?? '', time: Date.UTC(2030, 1) };
      return [moved, ...now.slice(0, at), ...now.slice(at + 1)];
    });
    for (const { id } of items) assert.ok(seen.includes(id), id);
  });

  it('end where the item of the cursor is gone with all after it', () => {
    const items = itemsOf(6).map((item, n) => ({ ...item, time: item.time - n * 10 }));
    const cursor = cursorAfter(items, placeOf)(3);
    assert.deepEqual(afterCursor(items.slice(0, 2), cursor, placeOf), []);
    assert.deepEqual(afterCursor([], cursor, placeOf), []);
  });

  it('refuse what is no cursor', () => {
    for (const wrong of ['', 'x', '.', 'zzzzzzzzzzzzzzz.a', 'kk.', '中.a'])
      assert.throws(
        () => afterCursor(itemsOf(2), wrong, placeOf),
        /pass the cursor of an earlier reply unchanged/,
      );
  });
});

/** A list of texts that says what it left out. */
const listing = (items: readonly string[], keep: Listing<string>['keep']): Listing<string> => ({
  items,
  keep,
  render: (item) => item,
  compose: (rendered, omitted = '') => [`[${rendered.join(', ')}]${omitted}`],
  rest: (dropped) => `${dropped.length} more`,
  shorten: (item, chars) => item.slice(0, chars),
});

describe('a reply that lists', () => {
  it('is whole where it has room, and else about as long as it may be, whichever end stays', () => {
    const random = seeded(3);
    for (let n = 0; n < 200; n++) {
      const items = Array.from({ length: Math.floor(random() * 60) }, (_, at) =>
        `${at}`.padEnd(1 + Math.floor(random() * 200), 'x'),
      );
      const room = 800 + Math.floor(random() * 4_000);
      for (const keep of ['first', 'last', 'all'] as const) {
        const [text = ''] = fit(listing(items, keep), room);
        const whole = `[${items.join(', ')}]`;
        if (whole.length + items.length <= room - 2) assert.equal(text, whole);
        assert.ok(text.length <= room + items.length * 2, `${text.length} of ${room}`);
        if (text === whole || keep === 'all') continue;
        assert.match(text, / more$|\d more$/);
        const stays = keep === 'first' ? items[0] : items.at(-1);
        assert.ok(text.includes(stays?.slice(0, 20) ?? ''), keep);
      }
    }
  });

  it('counts what fits from the end that stays', () => {
    const items = ['aaaa', 'bb', 'c'];
    const render = (item: string) => item;
    assert.equal(countFitting({ items, keep: 'first', render }, 6), 1);
    assert.equal(countFitting({ items, keep: 'last', render }, 7), 2);
    assert.equal(countFitting({ items, keep: 'last', render }, 100), 3);
    assert.equal(countFitting({ items: [], keep: 'first', render }, 0), 0);
  });

  it('has the size that it has on the wire', () => {
    for (const text of ['', 'a"b', '中\n', '😀', '\u0000'])
      assert.equal(wireBytes(text, text), 2 * (Buffer.byteLength(JSON.stringify(text)) - 2));
  });

  it('leaves out members that are not there', () => {
    assert.deepEqual(JSON.parse(jsonObject({ a: '1', b: undefined, 'c"': '"x"' })), { a: 1, 'c"': 'x' });
    assert.equal(jsonObject({}), '{}');
  });
});

describe('completions', () => {
  const candidates = [
    { value: 'Checkout' },
    { value: 'my checkout' },
    { value: 'abc', also: 'About checkout' },
    { value: 'other' },
  ];

  it('come with those first that begin as typed, whatever the case', () => {
    assert.deepEqual(completionOf(candidates, 'CHECK').values, ['Checkout', 'my checkout', 'abc']);
    assert.deepEqual(completionOf(candidates, 'ｃｈｅｃｋ').total, 3, 'full-width letters are letters');
    assert.deepEqual(completionOf(candidates, '').total, 4);
    assert.deepEqual(completionOf(candidates, 'nothing'), { values: [], total: 0, hasMore: false });
  });

  it('are at most a hundred, each once, and say that there are more', () => {
    const many = Array.from({ length: 300 }, (_, n) => ({ value: `v${n % 150}` }));
    const { values, total, hasMore } = completionOf(many, 'v');
    assert.deepEqual([values.length, new Set(values).size, total, hasMore], [100, 100, 150, true]);
  });
});

describe('errors as clients get them', () => {
  const message = (text: string, code = -32603) =>
    plainErrors({ jsonrpc: '2.0', id: 1, error: { code, message: text } });
  const told = (text: string) => {
    const plain = message(text);
    return 'error' in plain ? plain.error : undefined;
  };

  it('begin with no code, however often the SDK wrote one', () => {
    assert.deepEqual(told('MCP error -32603: MCP error -32602: no such tool'), {
      code: -32603,
      message: 'no such tool',
    });
  });

  it('say in words what the checks of the SDK found', () => {
    const issues = JSON.stringify([
      { path: ['params', 'name'], message: 'expected string' },
      { message: 'unknown' },
    ]);
    assert.deepEqual(told(`Invalid tools/call request: ${issues}`), {
      code: -32602,
      message: 'The request has a wrong shape: params.name expected string;  unknown.',
    });
    assert.deepEqual(told('[not JSON'), { code: -32603, message: '[not JSON' });
  });

  it('leave what is no error as it is', () => {
    const reply = { jsonrpc: '2.0', id: 1, result: { ok: true } } as const;
    assert.equal(plainErrors(reply), reply);
  });
});

describe('a reply of one JSON object with a list', () => {
  interface Shown {
    readonly total: number;
    readonly items: readonly unknown[];
    readonly cursor?: string;
    readonly omitted?: string;
  }
  const replyOf = (count: number, maxChars?: number, rest?: (dropped: number) => string): Shown => {
    const items = Array.from({ length: count }, (_, n) => ({ n, text: `第${n}条` }));
    const [json = ''] = listReply(
      {
        head: { total: count },
        name: 'items',
        items,
        tail: { more: undefined },
        ...(rest ? { rest } : { cursorAfter: (shown) => (shown < count ? `after ${shown}` : undefined) }),
      },
      maxChars,
    );
    assert.ok(!json.includes('"more"'), 'what is undefined is left out');
    return JSON.parse(json) as Shown;
  };

  it('is whole where it fits, without a word of what was left out', () => {
    const { items, cursor, omitted } = replyOf(40);
    assert.deepEqual([items.length, cursor, omitted], [40, undefined, undefined]);
  });

  it('has as many of the first as fit, and gives the rest by its cursor', () => {
    for (const maxChars of [600, 1_000, 3_000]) {
      const { items, cursor, omitted, total } = replyOf(400, maxChars);
      assert.ok(items.length > 0 && items.length < 400);
      assert.deepEqual(items[0], { n: 0, text: '第0条' });
      assert.deepEqual([total, cursor], [400, `after ${items.length}`]);
      assert.equal(
        omitted,
        `${400 - items.length} more were left out of this reply, which would be too long; the same call with this cursor gives them.`,
      );
    }
  });

  it('says how else the rest is got, where there is no cursor', () => {
    const { items, cursor, omitted } = replyOf(400, 800, (dropped) => `${dropped} are in the file`);
    assert.deepEqual([cursor, omitted], [undefined, `${400 - items.length} are in the file`]);
  });

  it('tells of damaged files only where there are some', () => {
    assert.deepEqual(withDamage({ a: 1 }, []), jsonReply({ a: 1 }));
    assert.deepEqual(withDamage({ a: 1 }, ['f.json']), ['{"a":1,"damaged":["f.json"]}']);
  });

  it('is shorter for a client that shows little', () => {
    assert.deepEqual([charsOf({ brief: true }), charsOf({ brief: false })], [briefChars, replyChars]);
  });
});

describe('what completes an argument', () => {
  const context = (typed: string, language: 'en' | 'zh' = 'en'): CompletionContext => ({
    typed,
    language,
    given: {},
    project: () => Promise.reject(new Error('no project is asked for')),
  });
  const values = async (complete: ReturnType<typeof oneOf>, typed = '', language: 'en' | 'zh' = 'en') =>
    (await complete(context(typed, language))).map(({ value }) => value);

  it('is always the same, or in the language of prompts', async () => {
    assert.deepEqual(await values(oneOf('user', 7)), ['user', '7']);
    const words = oneOfTexts('last week');
    assert.deepEqual([await values(words), await values(words, '', 'zh')], [['last week'], ['上周']]);
  });

  it('completes the last item of a list, whichever comma people type', async () => {
    const tags = listed(oneOf('auth', 'build'));
    for (const [typed, before] of [
      ['', ''],
      ['au', ''],
      ['auth, b', 'auth, '],
      ['认证，构建、b', '认证，构建、'],
      ['a,b,\n c', 'a,b,\n '],
    ] as const)
      assert.deepEqual(await values(tags, typed), [`${before}auth`, `${before}build`], typed);
    const also = listed(() => [{ value: 's1', also: 'Title' }]);
    assert.deepEqual(await also(context('s0, ')), [{ value: 's0, s1', also: 'Title' }]);
  });
});
