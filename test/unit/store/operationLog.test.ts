import assert from 'node:assert/strict';
import fc from 'fast-check';
import { OperationLog } from '../../../src/agents/vscode/operationLog.ts';

describe('log of operations', () => {
  it('cannot be made to reach or fill anything but its own state', () => {
    const state = new OperationLog();
    const apply = (text: string) => state.apply(JSON.parse(text) as Parameters<OperationLog['apply']>[0]);
    assert.ok(apply('{"kind":0,"v":{"list":[1]}}'));
    for (const entry of [
      '{"kind":1,"k":["__proto__","polluted"],"v":1}',
      '{"kind":1,"k":["constructor","prototype","polluted"],"v":1}',
      '{"kind":1,"k":["__proto__"],"v":{"polluted":1}}',
      '{"kind":1,"k":["list",4294967290],"v":1}',
      '{"kind":1,"k":["list","length"],"v":4294967290}',
    ])
      assert.equal(apply(entry), false, entry);
    assert.ok(apply('{"kind":2,"k":["list"],"v":[2],"i":4294967290}'));
    assert.deepEqual(state.state, { list: [1, 2] });
    assert.equal(({} as { polluted?: number }).polluted, undefined);
  });

  it('comes to the same object as the operations on it', () => {
    const value = fc.jsonValue({ maxDepth: 2 });
    const step = fc.record({
      cut: fc.option(fc.nat(4), { nil: undefined }),
      add: fc.array(value, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), (steps) => {
        const replayed = new OperationLog();
        replayed.apply({ kind: 0, v: {} });
        let expected: unknown[] = [];
        for (const { cut, add } of steps) {
          expected = [...expected.slice(0, cut), ...add];
          const entry = { kind: 2, k: ['a'], v: add, ...(cut !== undefined && { i: cut }) };
          assert.ok(
            replayed.apply(JSON.parse(JSON.stringify(entry)) as Parameters<OperationLog['apply']>[0]),
          );
        }
        assert.deepEqual(replayed.state?.a ?? [], JSON.parse(JSON.stringify(expected)));
      }),
      { numRuns: 200 },
    );
  });
});
