import assert from 'node:assert/strict';
import { TimeSlices } from '../../../src/disk/base/timeSlices.ts';
import { wordSetsOf, jaccard, type Likeness, type WordSet } from '../../../src/history/memory/wordSets.ts';
import { duplicateGroups } from '../../../src/history/memory/duplicates.ts';
import { contentHash } from '../../../src/history/memory/memory.ts';
import { nearMemories } from '../../../src/history/memory/near.ts';
import { NearIndex } from '../../../src/history/memory/nearIndex.ts';
import type { Memory } from '../../../src/history/memory/types.ts';
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

/** Tells of each look at what a memory is compared by. */
function countLooks(set: WordSet, onLook: () => void): void {
  const { parts } = set;
  const get = (): Uint32Array => {
    onLook();
    return parts;
  };
  Object.defineProperty(set, 'parts', { get });
}

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

  it('are told from 10,000 that nearly all have words in common by far fewer looks than comparing each with each takes', async () => {
    const alike = Array.from({ length: 10_000 }, (_, n) =>
      memory(Array.from({ length: 29 }, () => `w${Math.floor(random() ** 2 * 3_000)}`).join(' ') + ` ${n}`),
    );
    let looks = 0;
    let [rests, most, rested] = [0, 0, 0];
    for (const one of alike) countLooks(wordSetsOf(one).wording, () => looks++);
    class Slices extends TimeSlices {
      override get isOver(): boolean {
        rests++;
        most = Math.max(most, looks - rested);
        rested = looks;
        return false;
      }
    }
    await duplicateGroups(alike, 0.9, new Slices());
    const pairs = alike.length ** 2 / 2;
    assert.ok(looks < pairs / 10, `${looks} looks for ${pairs} pairs`);
    assert.ok(
      rests > 2 * alike.length && most < 10 * alike.length,
      `${rests} rests, ${most} looks before one`,
    );
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
