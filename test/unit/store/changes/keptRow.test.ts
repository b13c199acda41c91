import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readRow, writeRow, type KeptRow } from '../../../../src/store/changes/keptRow.ts';
import { eventKinds, type ChangeEvent } from '../../../../src/store/changes/sessionChanges.ts';
import { seeded } from '../../../seeded.ts';

/** A row as it might be, the same in every run. */
function someRow(random: () => number): KeptRow {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] ?? values[0]!;
  const maybe = <T>(value: T): readonly T[] => (random() < 0.5 ? [value] : []);
  const paths = ['/p/a.ts', 'C:/项目/b.md', '**/c', '', '/p/"tab\\t".txt'];
  const events = Array.from({ length: Math.floor(random() * 8) }, (_, n): ChangeEvent => {
    const [to] = maybe(pick(paths));
    const [holds] = maybe([['a', '中'], []]);
    const [pieces] = maybe([{ keys: 'abcdef', flags: 'ak', removed: '' }]);
    return {
      ...{ kind: pick(eventKinds), path: pick(paths), at: 1_770_000_000_000 + n, entry: n, asked: n % 3 },
      call: pick(['', 'toolu_0123456789']),
      ...(to !== undefined && { to }),
      ...(holds && { holds }),
      ...(pieces && { pieces }),
    };
  });
  const requests = Object.fromEntries(maybe(['1', 'Fix\\tthe “税” rounding'] as const));
  return {
    path: '/home/任务/s1.jsonl',
    mark: `${events.length} x`,
    keptAt: 7,
    changes: { requests, events },
  };
}

/** Everything that is told of a row, with what is read only when it is asked for. */
const plain = (row: KeptRow | undefined): unknown =>
  row && {
    ...row,
    changes: {
      requests: { ...row.changes.requests },
      events: row.changes.events.map(({ kind, path, at, entry, asked, call, to, holds, pieces }) => ({
        ...{ kind, path, at, entry, asked, call, to, holds, pieces },
      })),
    },
  };

const read = (text: string): KeptRow | undefined => readRow(Buffer.from(text));

/** A line of two JSON texts with the digest that belongs to them. */
function signed(head: unknown, rest: unknown): string {
  const text = `${JSON.stringify(head)}\t${JSON.stringify(rest)}`;
  return `${createHash('sha256').update(text).digest('hex').slice(0, 12)}\t${text}`;
}

describe('what is kept of the changes of a session', () => {
  it('is read as it was written, on one line', () => {
    const random = seeded(9);
    for (let n = 0; n < 200; n++) {
      const row = someRow(random);
      const line = writeRow(row);
      assert.ok(!/[\n\r]/.test(line));
      assert.deepEqual(plain(read(line)), plain(row));
    }
  });

  it('is nothing where a single byte of it is another', () => {
    const line = writeRow({ ...someRow(seeded(3)), changes: { requests: { 1: 'Fix' }, events: [] } });
    const bytes = Buffer.from(line);
    for (let at = 0; at < bytes.length; at++) {
      const torn = Buffer.from(bytes);
      torn[at] = (torn[at] ?? 0) ^ 1;
      assert.equal(readRow(torn), undefined, `byte ${at}`);
      assert.equal(readRow(bytes.subarray(0, at)), undefined, `cut at ${at}`);
    }
  });

  it('is nothing where it was not written so, though its digest is right', () => {
    const event = [0, 0, 5, 1, 1, '', -1, 0];
    const paths = ['/p/a'];
    assert.equal(read(signed(['/s', 'm', 1, paths, [event]], [{}, []]))?.changes.events.length, 1);
    for (const head of [
      ...[{}, 7, [], ['/s'], [7, 'm', 1, paths, []], ['/s', 7, 1, paths, []], ['/s', 'm', '1', paths, []]],
      ...[
        ['/s', 'm', 1, {}, []],
        ['/s', 'm', 1, paths, {}],
        ['/s', 'm', 1, paths, ['x']],
      ],
      ['/s', 'm', 1, paths, [[99, ...event.slice(1)]]],
      ['/s', 'm', 1, [], [event]],
      ['/s', 'm', 1, paths, [event.with(2, 'yesterday')]],
      ['/s', 'm', 1, paths, [event.with(5, 7)]],
      ['/s', 'm', 1, paths, [[...event, 'no list']]],
      ['/s', 'm', 1, paths, [[...event, [[7]]]]],
    ])
      assert.equal(read(signed(head, [{}, []])), undefined, JSON.stringify(head));
    assert.equal(read(signed(['/s', 'm', 1, paths, [event]], 0).replace('\t0', '')), undefined);
  });

  it('has no requests and no pieces where only these are not as they should be', () => {
    const head = ['/s', 'm', 1, ['/p/a'], [[0, 0, 5, 1, 1, '', -1, 1]]];
    for (const rest of [0, {}, [], [[], {}], [{ 1: 7 }, [[['keys', 7, '']]]]]) {
      const row = read(signed(head, rest));
      assert.deepEqual(
        [row?.changes.requests, row?.changes.events[0]?.pieces],
        [{}, []],
        JSON.stringify(rest),
      );
    }
  });
});
