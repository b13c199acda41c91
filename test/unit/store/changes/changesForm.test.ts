import assert from 'node:assert/strict';
import { changesForm } from '../../../../src/insight/changes/changesForm.ts';
import {
  eventKinds,
  type ChangeEvent,
  type SessionChanges,
} from '../../../../src/insight/changes/sessionChanges.ts';
import { seeded } from '../../../seeded.ts';

/** Changes as they might be, the same in every run. */
function someChanges(random: () => number): SessionChanges {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] ?? values[0]!;
  const maybe = <T>(value: T): readonly T[] => (random() < 0.5 ? [value] : []);
  const paths = ['/p/a.ts', 'C:/项目/b.md', '**/c', '', '/p/"tab\\t".txt'];
  const events = Array.from({ length: Math.floor(random() * 8) }, (_, n): ChangeEvent => {
    const [to] = maybe(pick(paths));
    const [holds] = maybe([['a', '中'], []]);
    const [pieces] = maybe([{ keys: 'abcdef', flags: 'ak', removed: '', before: 'ab' }]);
    const [after] = maybe('digest');
    return {
      kind: pick(eventKinds),
      path: pick(paths),
      at: 1_770_000_000_000 + n,
      entry: n,
      asked: n % 3,
      call: pick(['', 'toolu_0123456789']),
      ...(to !== undefined && { to }),
      ...(holds && { holds }),
      ...(pieces && { pieces }),
      ...(after !== undefined && { after }),
    };
  });
  const requests = Object.fromEntries(maybe(['1', 'Fix\\tthe “税” rounding'] as const));
  return { requests, events };
}

/** Everything that is told of them, with what is read only when it is asked for. */
const plain = (changes: SessionChanges | undefined): unknown =>
  changes && {
    requests: { ...changes.requests },
    events: changes.events.map(({ kind, path, at, entry, asked, call, to, holds, pieces, after }) => ({
      kind,
      path,
      at,
      entry,
      asked,
      call,
      to,
      holds,
      pieces,
      after,
    })),
  };

const { read, write } = changesForm.values;

const readText = (head: unknown, rest: unknown): SessionChanges | undefined =>
  read(Buffer.from(`${JSON.stringify(head)}\t${JSON.stringify(rest)}`));

describe('what is kept of the changes of a session', () => {
  it('is read as it was written, on one line', () => {
    const random = seeded(9);
    for (let n = 0; n < 200; n++) {
      const changes = someChanges(random);
      const text = write(changes);
      assert.ok(!/[\n\r]/.test(text));
      assert.deepEqual(plain(read(Buffer.from(text))), plain(changes));
    }
  });

  it('is nothing where it was not written so', () => {
    const event = [0, 0, 5, 1, 1, '', -1, 0];
    const paths = ['/p/a'];
    assert.equal(readText([paths, [event]], [{}, []])?.events.length, 1);
    for (const head of [
      ...[{}, 7, [], [paths], [{}, []], [paths, {}], [paths, ['x']]],
      ...[
        [paths, [[99, ...event.slice(1)]]],
        [[], [event]],
        [paths, [event.with(2, 'yesterday')]],
        [paths, [event.with(5, 7)]],
        [paths, [[...event, 'no list']]],
        [paths, [[...event, [[7]]]]],
      ],
    ])
      assert.equal(readText(head, [{}, []]), undefined, JSON.stringify(head));
    assert.equal(read(Buffer.from(JSON.stringify([paths, [event]]))), undefined);
  });

  it('has no requests and no pieces where only these are not as they should be', () => {
    const head = [['/p/a'], [[0, 0, 5, 1, 1, '', -1, 1]]];
    for (const rest of [0, {}, [], [[], {}], [{ 1: 7 }, [[['keys', 7, '']]]]]) {
      const changes = readText(head, rest);
      assert.deepEqual([changes?.requests, changes?.events[0]?.pieces], [{}, []], JSON.stringify(rest));
    }
  });
});
