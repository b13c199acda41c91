import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/disk/base/core.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { misreadIn } from '../../../src/doctor/sample/misread.ts';
import { formOf, shapeOf } from '../../../src/doctor/sample/shape.ts';
import { seeded } from '../../seeded.ts';
import { githubToken } from '../store/secrets/tokens.ts';

const holdsSecret = (text: string) => plainSecrets.text(text) !== text;
const shape = (value: JsonValue) => shapeOf(value, holdsSecret);

describe('the shape of a record', () => {
  it('has its keys in their order, and what each text and number is, with its length', () => {
    const record = {
      type: 'pr-link',
      sessionId: '8d1f0e0a-9f5a-4c4b-9a55-0f3c2f6b1d11',
      at: '2026-02-05T10:00:00.000Z',
      prUrl: 'https://example.com/acme/shop/pull/7',
      cwd: '/home/ann/shop',
      prNumber: 1207,
      ratio: 0.25,
      isDraft: false,
      parent: null,
      note: 'Ann likes it',
      none: '',
    };
    assert.equal(
      JSON.stringify(shape(record)),
      JSON.stringify({
        type: 'pr-link',
        sessionId: '<uuid 36>',
        at: '<time 24>',
        prUrl: '<address 36>',
        cwd: '<path 14>',
        prNumber: '<integer 4>',
        ratio: '<decimal 4>',
        isDraft: false,
        parent: null,
        note: '<text 12>',
        none: '',
      }),
    );
  });

  it('keeps only known words, those made of several only where a kind is said', () => {
    const record = {
      type: 'tool_use',
      role: 'user',
      kind: 'ann-smith',
      text: 'tool-use',
      name: 'Bob',
      status: 'success',
    };
    assert.deepEqual(shape(record), {
      type: 'tool_use',
      role: 'user',
      kind: '<text 9>',
      text: '<text 8>',
      name: '<text 3>',
      status: 'success',
    });
  });

  it('replaces keys that are no names of fields', () => {
    const token = githubToken();
    const keys = [
      '/home/ann',
      'a b',
      '姓名',
      'id_1234567',
      '8d1f0e0a-9f5a-4c4b-9a55-0f3c2f6b1d11',
      token,
      'x'.repeat(41),
    ];
    const record: Record<string, JsonValue> = { good_key: 1, 'also-good': 'a text' };
    for (const [n, key] of keys.entries()) record[key] = n % 2 === 0 ? true : 'some text';
    const text = JSON.stringify(shape(record));
    assert.match(text, /^\{"good_key":"<integer 1>","also-good":"<text 6>","<key 9>":true/);
    for (const key of keys) assert.ok(!text.includes(key), key);
  });

  it('sums up maps and lists', () => {
    const person = (age: number) => ({ age, city: 'Bern' });
    assert.deepEqual(shape({ people: { ann: person(31), bob: person(4), eve: person(77) } }), {
      people: { '<3 keys>': { age: '<integer 2>', city: '<text 4>' } },
    });
    const list = [{ type: 'text', text: 'one' }, { type: 'text', text: 'three' }, { type: 'image' }];
    assert.deepEqual(shape({ list }), {
      list: [{ type: 'text', text: '<text 3>' }, { type: 'image' }, '<3 items>'],
    });
  });

  it('looks into JSON in the cells of a row, and in no other text', () => {
    const text = '{"path":"/a/b","inner":"{\\"mine\\":1}"}';
    assert.deepEqual(shape({ table: 'part', data: text }), {
      table: 'part',
      data: { [`<json ${text.length}>`]: { path: '<path 4>', inner: '<text 10>' } },
    });
    assert.deepEqual(shape({ type: 'tool_result', content: text }), {
      type: 'tool_result',
      content: `<text ${text.length}>`,
    });
  });

  it('is bounded in depth, keys and items', () => {
    let deep: JsonValue = 'the end of it';
    for (let n = 0; n < 400; n++) deep = n % 2 === 0 ? { deep } : [deep];
    const wide = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, n) => [`k${'abcdefgh'[n % 8]}${n}`, n % 3 === 0 ? n : 'text of it']),
    );
    const nested = Array.from({ length: 300 }, (_, n) => ({ [`field${n % 7}`]: [wide, wide] }));
    for (const value of [deep, wide, nested]) assert.ok(JSON.stringify(shape(value)).length < 60_000);
    assert.match(JSON.stringify(shape(deep)), /"<deeper>"/);
  });

  it('holds no text, no path and no number of any record', () => {
    const random = seeded(11);
    const pick = <T>(...items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
    const said: string[] = [];
    const noted = (text: string) => (said.push(text), text);
    const word = () =>
      Array.from({ length: 4 + Math.floor(random() * 8) }, () =>
        pick('q', 'w', 'x', 'z', 'j', 'k', 'v', 'p', 'f', 'y'),
      ).join('');
    const text = () =>
      noted(pick(word(), `${word()} ${word()}`, `/home/${word()}/${word()}.ts`, `${word()}@${word()}.com`));
    const number = () => {
      const made = Math.floor(random() * 1e9) + 1_000;
      said.push(String(made));
      return made;
    };
    const value = (depth: number): JsonValue => {
      if (depth === 0) return pick<() => JsonValue>(text, number)();
      return pick<() => JsonValue>(
        text,
        number,
        () => Array.from({ length: 1 + Math.floor(random() * 4) }, () => value(depth - 1)),
        () =>
          Object.fromEntries(
            Array.from({ length: 1 + Math.floor(random() * 4) }, () => [
              pick('type', 'content', text()),
              value(depth - 1),
            ]),
          ),
        () => JSON.stringify(value(depth - 1)),
      )();
    };
    for (let n = 0; n < 400; n++) {
      said.length = 0;
      const shown = JSON.stringify(shape(value(4)));
      // A key that looks like a name of a field is one, as far as anybody can tell.
      const values = shown.replace(/"[a-z]+":/g, '');
      for (const each of said) assert.ok(!values.includes(each), `${each} in ${shown}`);
    }
  });

  it('is of one form with that of a record that differs in lengths alone', () => {
    const one = shape({ type: 'mode', text: 'abc', n: 12, map: { 'a/b': 'x y', 'a/c': 'z' } });
    const other = shape({ type: 'mode', text: 'abcdef', n: 1, map: { 'a/bcd': 'x y', 'a/c': 'zzz' } });
    assert.equal(formOf(one), formOf(other));
    assert.notEqual(formOf(one), formOf(shape({ type: 'agent', text: 'abc', n: 12 })));
  });
});

describe('records that a reader does not understand', () => {
  const found = async (
    records: readonly JsonValue[],
    isUnknown: (records: readonly JsonValue[]) => boolean,
  ) => {
    let readings = 0;
    const all: JsonValue[] = [];
    const isMisread = (some: readonly JsonValue[]) => {
      readings++;
      return Promise.resolve(isUnknown(some));
    };
    for await (const record of misreadIn(records, isMisread)) all.push(record);
    return { all, readings };
  };
  const records = Array.from({ length: 1_000 }, (_, n) => n);

  it('are found among many in few readings', async () => {
    const { all, readings } = await found(records, (some) => some.some((n) => n === 3 || n === 900));
    assert.deepEqual(all, [3, 900]);
    assert.ok(readings < 50, String(readings));
    assert.deepEqual(await found(records, () => false), { all: [], readings: 1 });
  });

  it('are found also where it is several together', async () => {
    const { all } = await found(records, (some) => some.includes(3) && some.includes(900));
    assert.deepEqual(all, [3, 900]);
  });
});
