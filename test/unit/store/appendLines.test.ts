import assert from 'node:assert/strict';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { silentLog, type Lease } from '../../../src/disk/base/core.ts';
import { appendBounded, appendLines } from '../../../src/disk/files/appendLines.ts';
import { leftBy } from './faults/crashStates.ts';
import { kindNames, onFaultyDisk, type KindName } from './faults/faultyDisk.ts';
import { whileFailing } from './faults/whileFailing.ts';
import { seeded } from '../../seeded.ts';

const held: Lease = { ...silentLog, assertHeld: () => undefined };
const lost: Lease = {
  ...silentLog,
  assertHeld: () => {
    throw new Error('the lock was lost');
  },
};

async function withFile(test: (file: string, read: () => string) => Promise<void>): Promise<void> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'append lines '));
  fs.mkdirSync(join(folder, '.chat-history'));
  const file = join(folder, '.chat-history', 'log.jsonl');
  try {
    await test(file, () => fs.readFileSync(file, 'utf8'));
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

const line = (n: number, length = 5): string => JSON.stringify({ n, text: 'x'.repeat(length) });
const linesOf = (...lines: readonly string[]): string => lines.map((one) => `${one}\n`).join('');

describe('records that are added to a log', () => {
  for (const records of [[line(8)], [line(8), line(9)]])
    describe(`${records.length} at once`, () => {
      it('begin a file, and follow what is there', () =>
        withFile(async (file, read) => {
          await appendLines(file, records, held);
          await appendLines(file, records, held);
          assert.equal(read(), linesOf(...records, ...records));
        }));

      it('cut off a line that was torn, of whatever length and wherever it was', () =>
        withFile(async (file, read) => {
          const whole = linesOf(line(1), line(2, 100));
          for (const torn of [line(3), line(3, 200_000)])
            for (const length of [1, 2, torn.length >> 1, torn.length - 1]) {
              fs.writeFileSync(file, whole + torn.slice(0, length));
              await appendLines(file, records, held);
              assert.equal(read(), whole + linesOf(...records), `${length} of ${torn.length}`);
            }
        }));

      it('cut off what a power cut left of the record before, which are zeros in places', () =>
        withFile(async (file, read) => {
          const whole = linesOf(line(1), line(2, 100));
          const record = Buffer.from(linesOf(line(3, 1_000), line(4, 200_000), line(5)));
          for (const [from, to] of [
            [0, 1],
            [0, record.length],
            [600, 1_100],
            [1_100, 1_200],
            [9_000, 9_001],
          ]) {
            fs.writeFileSync(
              file,
              Buffer.concat([Buffer.from(whole), Buffer.from(record).fill(0, from, to)]),
            );
            await appendLines(file, records, held);
            const lines = read().trimEnd().split('\n');
            assert.equal(
              linesOf(...lines.slice(0, 2), ...lines.slice(-records.length)),
              whole + linesOf(...records),
            );
            for (const each of lines) JSON.parse(each);
          }
        }));

      it('keep a last line that is whole and only has no end', () =>
        withFile(async (file, read) => {
          for (const length of [5, 65_536, 200_000]) {
            fs.writeFileSync(file, linesOf(line(1)) + line(2, length));
            await appendLines(file, records, held);
            assert.equal(read(), linesOf(line(1), line(2, length), ...records));
          }
        }));

      it('cut off what is torn behind a whole record, not that record', () =>
        withFile(async (file, read) => {
          for (const torn of ['', '{"n":3,"te']) {
            fs.writeFileSync(file, linesOf(line(1)) + line(2) + line(2) + torn);
            await appendLines(file, records, held);
            assert.equal(read(), linesOf(line(1), line(2) + line(2), ...records));
          }
        }));

      it('are not added, and nothing is cut off, once the lock is lost', () =>
        withFile(async (file, read) => {
          for (const before of [linesOf(line(1)), linesOf(line(1)) + '{"to', linesOf(line(1)) + line(2)]) {
            fs.writeFileSync(file, before);
            await assert.rejects(appendLines(file, records, lost), /the lock was lost/);
            assert.equal(read(), before);
          }
        }));
    });

  it('are written anew where they could not be synced, and are there or told as missing whatever fails', () =>
    withFile(async (file, read) => {
      let anew = 0;
      for (let at = 1; ; at++) {
        fs.writeFileSync(file, linesOf(line(1)));
        const { ino } = fs.statSync(file);
        const { operations, error } = await onFaultyDisk(
          dirname(dirname(file)),
          { kind: 'an error once', at },
          () => appendLines(file, [line(2)], held),
        );
        if (at > operations) break;
        assert.equal(read(), linesOf(line(1), ...(error === undefined ? [line(2)] : [])));
        if (error === undefined && fs.statSync(file).ino !== ino) anew++;
      }
      assert.ok(anew > 0);
    }));

  /** Adds a record on a disk that fails at any operation; where that is told, adds it again on one that works. */
  const tryEverywhere = (kind: KindName, lease: () => Lease = () => held): Promise<void> =>
    withFile(async (file, read) => {
      const root = dirname(dirname(file));
      const [before, after] = [linesOf(line(1)), linesOf(line(1), line(2))];
      for (let at = 1, isReached = true; isReached; at++) {
        fs.writeFileSync(file, before);
        const add = () => appendLines(file, [line(2)], lease());
        const outcome = await onFaultyDisk(root, { kind, at }, add);
        const kept = leftBy(outcome.journal, 'synced').get(relative(root, file));
        if (outcome.error === undefined) assert.equal(String(kept), after, `told as kept, at ${at}`);
        else await appendLines(file, [line(2)], held);
        assert.equal(read(), after, `at ${at}`);
        isReached = outcome.failed !== undefined || outcome.ended;
      }
    });

  it('are there once, and on the disk, where a sync fails that the disk does not make good', () =>
    tryEverywhere('a sync that loses'));

  it('are there once when they are added again after an error, whatever the disk refused', async () => {
    for (const kind of kindNames) if (!/kill|cut/.test(kind)) await tryEverywhere(kind);
  });

  it('are there once, and on the disk, where they can neither be synced nor taken back', () =>
    whileFailing('EIO', { ftruncateSync: () => true }, async () => {
      for (const kind of ['a sync that loses', 'errors from then on', 'a torn write'] as const)
        await tryEverywhere(kind);
    }));

  it('are there once where the lock is lost as they are written, and the disk refuses them', async () => {
    const losing = (): Lease => {
      let asked = 0;
      return { ...held, assertHeld: () => (++asked > 1 ? lost.assertHeld() : undefined) };
    };
    await tryEverywhere('a sync that loses', losing);
    await tryEverywhere('a torn write', losing);
  });

  it('are all there after any number of crashes', () =>
    withFile(async (file, read) => {
      const random = seeded(11);
      const kept: string[] = [];
      for (let n = 0; n < 80; n++) {
        const records = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, m) =>
          line(n * 10 + m, Math.floor(random() * 40_000)),
        );
        await appendLines(file, records, held);
        kept.push(...records);
        if (random() < 0.5)
          fs.appendFileSync(file, line(-1, 9_000).slice(0, 1 + Math.floor(random() * 8_000)));
      }
      await appendLines(file, [line(1_000)], held);
      assert.deepEqual(read().trimEnd().split('\n'), [...kept, line(1_000)]);
    }));
});

describe('a log that may not grow', () => {
  it('has a line once that could neither be synced nor taken back, also when its older lines go', () =>
    withFile(async (file, read) => {
      const options = { maxBytes: 300, lease: held };
      const add = () => appendBounded(file, line(3, 100), options);
      for (let at = 1, isReached = true; isReached; at++) {
        fs.writeFileSync(file, linesOf(line(1, 100), line(2, 100)));
        const fault = { kind: 'errors from then on', at } as const;
        const outcome = await onFaultyDisk(dirname(dirname(file)), fault, add);
        if (outcome.error !== undefined) await add();
        assert.equal(read().split(line(3, 100)).length, 2, `at ${at}: ${read()}`);
        isReached = outcome.failed !== undefined || outcome.ended;
      }
    }));

  it('keeps its newest lines, all whole, and never much more than it may', () =>
    withFile(async (file, read) => {
      const random = seeded(12);
      const maxBytes = 4_000;
      for (let n = 0; n < 400; n++) {
        await appendBounded(file, line(n, Math.floor(random() * 300)), { maxBytes, lease: held });
        assert.ok(fs.statSync(file).size <= maxBytes + 400);
      }
      const numbers = read()
        .trimEnd()
        .split('\n')
        .map((text) => (JSON.parse(text) as { n: number }).n);
      assert.ok(numbers.length > 5);
      assert.deepEqual(
        numbers,
        numbers.map((_, at) => 400 - numbers.length + at),
      );
    }));
});

describe('a line that is added by a process that stood still', () => {
  it('is refused where a successor has replaced the file, as nobody would find it', () =>
    withFile(async (file, read) => {
      fs.writeFileSync(file, '{"n":1}\n');
      let asked = 0;
      const passed: Lease = {
        ...silentLog,
        assertHeld: () => {
          if (++asked > 1) return;
          fs.writeFileSync(`${file}.new`, '{"n":1}\n{"n":2}\n');
          fs.renameSync(`${file}.new`, file);
        },
      };
      await assert.rejects(appendLines(file, ['{"n":3}'], passed), { code: 'busy' });
      assert.equal(read(), '{"n":1}\n{"n":2}\n');
    }));
});
