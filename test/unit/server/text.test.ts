import assert from 'node:assert/strict';
import type { JsonValue } from '../../../src/disk/base/core.ts';
import {
  beginning,
  didYouMean,
  longestPrefix,
  nonBlank,
  show,
  shortened,
  withinChars,
} from '../../../src/server/base/text.ts';
import { seeded } from '../../seeded.ts';

const alphabet = ['a', 'Z', '0', ' ', '\n', '"', '\\', '\u0001', 'é', '中', '😀', '𓀀', '\ud800', '\u2028'];

/** A text of all kinds of characters, the same in every run. */
function textOf(random: () => number, length: number): string {
  return Array.from({ length }, () => alphabet[Math.floor(random() * alphabet.length)] ?? '').join('');
}

/** As it is once it was sent: half of a character is none. */
const wellFormed = (text: string): string => Buffer.from(text).toString();

const bytes = (piece: string): number => Buffer.byteLength(JSON.stringify(piece)) - 2;

describe('the longest prefix of a text that has room', () => {
  it('costs no more than there is room for, and cuts no character in two', () => {
    const random = seeded(1);
    for (let n = 0; n < 400; n++) {
      const text = wellFormed(textOf(random, Math.floor(random() * 300)));
      const room = Math.floor(random() * 700);
      const prefix = longestPrefix(text, room, bytes);
      assert.ok(text.startsWith(prefix) && prefix === wellFormed(prefix), JSON.stringify([text, prefix]));
      assert.ok(bytes(prefix) <= room, `${bytes(prefix)} of ${room}`);
      if (bytes(text) <= room) assert.equal(prefix, text);
    }
  });

  it('uses most of the room of a text of many pieces', () => {
    const text = '中文 and words. '.repeat(20_000);
    for (const room of [10, 65_536, 200_000, 399_999]) {
      const prefix = longestPrefix(text, room, bytes);
      assert.ok(bytes(prefix) <= room && bytes(prefix) > room * 0.8 - 5, `${bytes(prefix)} of ${room}`);
    }
    assert.equal(longestPrefix(text, 0, bytes), '');
    assert.equal(longestPrefix(text, Infinity, bytes), text);
  });
});

describe('the beginning of a text', () => {
  it('has at most so many characters, and no half of one', () => {
    assert.equal(beginning('ab😀', 3), 'ab');
    assert.equal(beginning('ab😀', 4), 'ab😀');
    assert.equal(beginning('ab', -1), '');
    assert.equal(beginning('', 5), '');
  });
});

describe('what an error tells', () => {
  it('is whole where it is short', () => {
    const data = { names: ['a', 'b'], count: 2, of: { deep: null } };
    assert.equal(withinChars(data), data);
    assert.equal(shortened('short'), 'short');
  });

  it('is cut where it would be long, whatever its form, and says so', () => {
    const random = seeded(2);
    const valueOf = (depth: number): JsonValue => {
      const kind = random();
      if (depth === 0 || kind < 0.3) return textOf(random, Math.floor(random() * 600));
      const length = Math.floor(random() * 30);
      if (kind < 0.7) return Array.from({ length }, () => valueOf(depth - 1));
      return Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`k${n}`, valueOf(depth - 1)]));
    };
    let cut = 0;
    for (let n = 0; n < 60; n++) {
      const data = { first: valueOf(2), second: valueOf(1) };
      const told = withinChars(data);
      const json = JSON.stringify(told);
      assert.ok(json.length <= 8_000, `${json.length} characters`);
      if (told === data) continue;
      cut++;
      assert.match(json, /… \(cut: \d+ characters\)|… \(\d+ more\)|too long for an error/);
    }
    assert.ok(cut > 20, `${cut} were cut`);
    const long = shortened('word '.repeat(2_000));
    assert.ok(long.length < 4_100);
    assert.match(long, /… \(cut: 10000 characters\)$/);
  });
});

describe('a value in a message', () => {
  it('is JSON of at most a line', () => {
    assert.equal(show('a'), '"a"');
    assert.equal(show({ a: [1, null] }), '{"a":[1,null]}');
    const shown = show('many words '.repeat(50));
    assert.match(shown, /^"many words .*… \(552 characters\)$/);
    assert.ok(shown.length < 85);
  });

  it('that says nothing is none', () => {
    assert.equal(nonBlank(' \n\t'), undefined);
    assert.equal(nonBlank(undefined), undefined);
    assert.equal(nonBlank(' a '), ' a ');
  });
});

describe('a mistyped name', () => {
  const known = ['history_save', 'history_search', 'memory_store', 'projectRoot'];

  it('is taken for the known one that is nearest', () => {
    for (const [typed, meant] of [
      ['history_sav', 'history_save'],
      ['historySave', 'history_save'],
      ['HISTORY-SEARCH', 'history_search'],
      ['memory_stor', 'memory_store'],
      ['project_root', 'projectRoot'],
    ] as const)
      assert.equal(didYouMean(typed, known), ` (did you mean "${meant}"?)`);
  });

  it('is taken for none that is far, and not looked for where it is endless', () => {
    assert.equal(didYouMean('weather', known), '');
    assert.equal(didYouMean('history_save'.repeat(10), known), '');
    assert.equal(didYouMean('anything', []), '');
  });
});
