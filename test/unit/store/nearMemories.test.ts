import assert from 'node:assert/strict';
import { TimeSlices } from '../../../src/disk/base/timeSlices.ts';
import { wordSetsOf, jaccard, type Likeness } from '../../../src/history/memory/wordSets.ts';
import { duplicateGroups } from '../../../src/history/memory/duplicates.ts';
import { contentHash } from '../../../src/history/memory/memory.ts';
import { nearMemories } from '../../../src/history/memory/near.ts';
import { NearIndex } from '../../../src/history/memory/nearIndex.ts';
import type { Memory } from '../../../src/history/memory/types.ts';
import { leastUntil, told, worked } from '../../bench/measure.ts';
import { seeded } from '../../seeded.ts';

const memory = (content: string): Memory => ({
  hash: contentHash(content),
  content,
  tags: [],
  type: 'note',
  metadata: {},
  createdAt: 0,
  updatedAt: 0,
});

describe('memories that are alike', () => {
  it('are looked for among as many of the newest as the caller waits for, and among the others later', async () => {
    const oldest = memory('the build of the release runs every night at two');
    const others = Array.from({ length: 5_000 }, (_, n) =>
      memory(Array.from({ length: 60 }, (_, word) => `w${(n * 61 + word * 7) % 9_973}`).join(' ')),
    );
    const newest = memory('the build of the release runs every night at three');
    const all = [oldest, ...others, newest];
    const asked = memory('the build of the release runs every night at four');
    const contents = async (maxNew?: number) => {
      const wanted = {
        threshold: 0.5,
        likeness: 'wording',
        ...(maxNew !== undefined && { maxNew }),
      } as const;
      const found = await nearMemories(asked, all, wanted, new TimeSlices());
      return found.map(({ memory: { content } }) => content);
    };
    assert.deepEqual(await contents(1_000), [newest.content]);
    assert.deepEqual((await contents()).sort(), [newest.content, oldest.content].sort());
  });

  const words = 'the login of shop runs nightly import totals cache queue fails again 登录 数据库 超时'.split(
    ' ',
  );
  const random = seeded(11);
  /** Long and short ones, of few words, so that there are pairs of every likeness. */
  const written = Array.from({ length: 400 }, (_, n) => {
    const length = 1 + Math.floor(random() ** 2 * 40);
    const own = n % 3 === 0 ? [`w${n % 20}`] : [];
    return memory(
      [...Array.from({ length }, () => words[Math.floor(random() * words.length)]), ...own].join(' '),
    );
  });
  const all = [...new Map(written.map((one) => [one.hash, one])).values()];

  for (const likeness of ['wording', 'subject'] as const)
    for (const threshold of [0.15, 0.25, 0.5, 0.7, 0.9, 1])
      it(`are all found that share ${threshold} of their ${likeness}, as when each is compared with each`, async () => {
        const index = await NearIndex.of(all, { threshold, likeness }, new TimeSlices());
        let found = 0;
        for (const one of all) {
          const near = index.near(one).map((other) => other.memory.hash);
          assert.deepEqual(near.sort(), compared(one, likeness, threshold).sort(), one.content);
          found += near.length;
        }
        assert.ok(found > 0 || threshold >= 0.9);
      });

  const compared = (one: Memory, likeness: Likeness, threshold: number): string[] =>
    all
      .filter((other) => other !== one)
      .filter((other) => jaccard(wordSetsOf(one)[likeness], wordSetsOf(other)[likeness]) >= threshold)
      .map(({ hash }) => hash);

  it('are told from 10,000 that nearly all have words in common in a fraction of the time of comparing each with each, in slices', async () => {
    const alike = Array.from({ length: 10_000 }, (_, n) =>
      memory(Array.from({ length: 29 }, () => `w${Math.floor(random() ** 2 * 3_000)}`).join(' ') + ` ${n}`),
    );
    const few = alike.slice(0, 400).map((one) => wordSetsOf(one).wording);
    const each = await worked(async () => {
      for (const one of few) for (const other of few) jaccard(one, other);
      await Promise.resolve();
    });
    const limit = (each * (alike.length / few.length) ** 2) / 2 / 10; // each pair once
    let turns = 0;
    const least = await leastUntil(limit, () => {
      const copies = alike.map((one) => ({ ...one })); // nothing is known of them
      const turn = setInterval(() => turns++, 1);
      return worked(() => duplicateGroups(copies, 0.9, new TimeSlices())).finally(() => clearInterval(turn));
    });
    assert.ok(Math.min(...least) < limit, `${told(least)}, limit ${limit.toFixed(0)}`);
    assert.ok(turns > 5, `others had ${turns} turns`);
  });

  it('are not found once they are closed', async () => {
    const [a, b, c] = ['one two three four', 'one two three five', 'one two three six'].map(memory);
    assert.ok(a && b && c);
    const index = await NearIndex.of([a, b, c], { threshold: 0.3, likeness: 'wording' }, new TimeSlices());
    assert.equal(index.close(b), true);
    assert.equal(index.close(b), false);
    assert.deepEqual(
      index.near(a).map((found) => found.memory),
      [c],
    );
  });
});
