import assert from 'node:assert/strict';
import { sayIn } from '../../../../src/disk/base/texts.ts';
import { leftOutNotes, readHubQuery } from '../../../../src/team/hubQuery.ts';

const when = { now: Date.parse('2026-02-05T12:00:00Z'), zone: 'utc' } as const;

describe('a query to a hub', () => {
  it('is first of all its words, as in the history', () => {
    for (const [query, needles, excluded] of [
      ['rm -rf node_modules', ['rm', '-rf', 'node_modules'], []],
      ['docker run -p 80:80', ['docker', 'run', '-p', '80:80'], []],
      ['-32601', ['-32601'], []],
      ['car -red -ab', ['car', '-red', '-ab'], []],
      ['car -red', ['car'], ['red']],
      ['author:eve -lorry', [], ['lorry']],
      ['role:admin on:click source:main', ['role:admin', 'on:click', 'source:main'], []],
    ] as const) {
      const read = readHubQuery(query, when);
      assert.deepEqual([read.needles, read.excluded], [needles, excluded], query);
      const [en, zh] = (['en', 'zh'] as const).map((language) => leftOutNotes(query, when, sayIn(language)));
      assert.deepEqual(en, excluded.length > 0 ? [`Without: ${excluded[0]}.`] : []);
      assert.deepEqual(zh, excluded.length > 0 ? [`不含：${excluded[0]}。`] : []);
    }
    assert.throws(() => readHubQuery('kind:poem', when), /kind: takes message.*quotes/);
    assert.throws(() => readHubQuery('-role:user', when), /quotes/);
  });
});
