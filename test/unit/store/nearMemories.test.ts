import assert from 'node:assert/strict';
import { contentHash } from '../../../src/store/memory/memory.ts';
import { NearMemories } from '../../../src/store/memory/near.ts';
import type { Memory } from '../../../src/store/memory/types.ts';

const memory = (content: string): Memory => ({
  ...{ hash: contentHash(content), content, tags: [], type: 'note', metadata: {} },
  ...{ createdAt: 0, updatedAt: 0 },
});

describe('memories that are alike', () => {
  it('are looked for among as many of the newest as the caller waits for, and among the others later', () => {
    const near = new NearMemories();
    const oldest = memory('the build of the release runs every night at two');
    near.add(oldest);
    for (let n = 0; n < 5_000; n++)
      near.add(memory(Array.from({ length: 60 }, (_, word) => `w${(n * 61 + word * 7) % 9_973}`).join(' ')));
    const newest = memory('the build of the release runs every night at three');
    near.add(newest);
    const asked = memory('the build of the release runs every night at four');
    const contents = (mostNew?: number) =>
      near.find(asked, 0.5, 'wording', mostNew).map((found) => found.memory.content);
    assert.deepEqual(contents(1_000), [newest.content]);
    assert.deepEqual(contents().sort(), [newest.content, oldest.content].sort());
  });
});
