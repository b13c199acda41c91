import assert from 'node:assert/strict';
import fc from 'fast-check';
import { completeJson } from '../../../src/agents/reading/completeJson.ts';

describe('closing cut JSON', () => {
  it('gives JSON for every beginning of JSON, and the value itself for the whole', () => {
    const text = fc
      .tuple(fc.jsonValue(), fc.constantFrom(undefined, 2))
      .map(([value, space]) => JSON.stringify({ a: [value] }, null, space));
    fc.assert(
      fc.property(text, fc.nat(), (whole, at) => {
        assert.deepEqual(JSON.parse(completeJson(whole)), JSON.parse(whole));
        const cut = whole.slice(0, 1 + (at % whole.length));
        JSON.parse(completeJson(cut));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what there is of a text, and drops half keys, words and escapes', () => {
    assert.equal(completeJson('{"a":"b\\u00'), '{"a":"b"}');
    assert.equal(completeJson('{"a":[1,tru'), '{"a":[1]}');
    assert.equal(completeJson('{"a":1,"b'), '{"a":1}');
    assert.equal(completeJson('{"a":{"b":"\\\\'), '{"a":{"b":"\\\\"}}');
    assert.equal(completeJson(''), '');
  });
});
