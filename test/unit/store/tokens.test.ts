import assert from 'node:assert/strict';
import { estimatedTokens } from '../../../src/disk/text/textLength.ts';

describe('the estimate of tokens', () => {
  it('is a quarter per ASCII character and one and a half per other one', () => {
    assert.equal(estimatedTokens(''), 0);
    assert.equal(estimatedTokens('four\n\u007f~!'), 2);
    assert.equal(estimatedTokens('上下文'), 4.5);
    assert.equal(estimatedTokens('é\u0080'), 3);
    assert.equal(estimatedTokens('😀'), 1.5, 'one character, though two UTF-16 units');
  });

  it('grows with the text without a jump, and adds up', () => {
    const part = 'a上'.repeat(30_000);
    assert.equal(estimatedTokens(part), 52_500);
    assert.equal(estimatedTokens(part + part), 105_000);
  });
});
