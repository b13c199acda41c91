import assert from 'node:assert/strict';
import { excerptOf } from '../../../src/insight/brief/excerpt.ts';

describe('the excerpt of a request', () => {
  it('is the whole of a short one, and of one that says something of its own throughout', () => {
    for (const text of [
      'Run the tests again.',
      'Heights must be in centimetres, as integers, relative to chart datum.',
      'Write the module src/moon.rs that computes the phase of the moon with the algorithm of Meeus, chapter 49.',
    ])
      assert.equal(excerptOf(text), text);
  });

  it('is its beginning, by which it is known, and the clauses with values, rules and choices', () => {
    const rows: readonly (readonly [text: string, excerpt: string])[] = [
      [
        '[T12] No, that is wrong, you took the old value from the example again: the default port is 8471, not 8080.',
        '[T12] No, that is wrong, you took the … the default port is 8471, not 8080.',
      ],
      [
        'The servers of the office are slow and fail often, so all network calls need a timeout of 2500 ms and one retry.',
        'The servers of the office are slow and … need a timeout of 2500 ms and one retry.',
      ],
      [
        'In all examples and in the documentation use the harbour code QZX, as it is short and easy to remember.',
        'In all examples and in the documentation use the harbour code QZX',
      ],
      [
        'Look at the failing test of the leap second and tell me in a few words why it fails on your machine.',
        'Look at the failing test of the leap',
      ],
      [
        '请看一下这个模块里所有和时区有关的代码，它们是很多年以前写的，现在已经没有人能看懂了，所以需要整理一下，另外提醒一下缓存目录里的文件最多保留 36 小时，之后必须删除，其他部分你可以自己看着办。',
        '请看一下这个模块里所有和时区有关的代码，它们是很 … 另外提醒一下缓存目录里的文件最多保留 36 小时，之后必须删除',
      ],
    ];
    for (const [text, excerpt] of rows) assert.equal(excerptOf(text), excerpt);
  });
});
