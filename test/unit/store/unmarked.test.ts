import assert from 'node:assert/strict';
import { unmarked } from '../../../src/disk/text/unmarked.ts';
import { user, withStore } from './withStore.ts';

describe('letters without marks', () => {
  it('stand for those with them, but not for other letters', () => {
    for (const [word, plain] of [
      ['Müller', 'Muller'],
      ['naïve', 'naive'],
      ['café', 'cafe'],
      ['cafe\u0301', 'cafe'],
      ['ёлки', 'елки'],
      ['Straße', 'Strasse'],
      ['İstanbul', 'Istanbul'],
      ['ısı', 'isi'],
      ['Łódź', 'Lodz'],
      ['Đặng', 'Dang'],
      ['øre', 'ore'],
      ['λόγος', 'λογοσ'],
      ['за\u0301мок', 'замок'],
    ] as const)
      assert.equal(unmarked(word), plain, word);
    for (const word of ['йод', 'мой', 'Україна', 'が', 'パン', 'हिन्दी', 'ภาษาไทย', '한국어', 'plain', '登录'])
      assert.equal(unmarked(word), word, word);
  });

  it('find and mark them in texts, after those that are typed like that', () =>
    withStore(async ({ store, clock }) => {
      const texts = [
        'Müller called',
        'we wrote to Muller',
        'a naïve café there',
        'купили ёлки вчера',
        'in der Straße',
        'flight to İstanbul',
        'мой дом',
      ];
      await store.dialogs.save(
        'd',
        texts.map((text, n) => user(text, { ts: clock.time - (90 - n) * 86_400_000 })),
      );
      const found = async (query: string) =>
        (await store.search.find({ query })).hits.map(({ snippet, meant }) => [snippet, meant]);
      for (const [query, ...wanted] of [
        ['muller', 1, 0],
        ['müller', 0, 1],
        ['naive cafe', 2],
        ['елки', 3],
        ['strasse', 4],
        ['STRASSE', 4],
        ['istanbul', 5],
        ['мои'],
      ] as const)
        assert.deepEqual(
          await found(query),
          wanted.map((n) => [texts[n], undefined]),
          query,
        );
      const [hit] = (await store.search.find({ query: 'cafe' })).hits;
      assert.deepEqual(hit?.words, ['café']);
    }));
});
