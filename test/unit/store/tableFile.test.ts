import assert from 'node:assert/strict';
import fs from 'node:fs';
import { dirname } from 'node:path';
import type { DialogRow } from '../../../src/store/dialogs/dialogRow.ts';
import { readTable, writeTable, type StoredTable } from '../../../src/store/dialogs/tableFile.ts';
import { silentLog, type Log } from '../../../src/store/base/core.ts';
import { checksum } from '../../../src/store/files/checksum.ts';
import { dialogTableFile } from '../../../src/store/files/derived.ts';
import { seeded } from '../../seeded.ts';
import { withStore } from './withStore.ts';

const position = { begins: 'first line', read: 123 };

/** Rows in which everything is there or not, the same in every run. */
function someRows(random: () => number, count: number): Map<string, DialogRow> {
  const maybe = <T>(value: T): T | undefined => (random() < 0.7 ? value : undefined);
  const flag = (): boolean => random() < 0.5;
  const rows = Array.from({ length: count }, (_, n): [string, DialogRow] => {
    const createdAt = maybe(1_000 + n);
    const facts = {
      ...{ name: `对话 ${n}`, pinned: flag(), archived: flag(), tags: maybe(['a', '标签']) ?? [] },
      ...(createdAt !== undefined && { createdAt }),
    };
    const listing = {
      sealed: maybe(['1.json', '2.json']) ?? [],
      open: flag(),
      summary: flag(),
      contexts: flag(),
    };
    const row = {
      facts: maybe({ fingerprint: `f${n}`, value: facts }),
      listing: maybe({ fingerprint: `l${n}`, value: listing }),
      activeAt: maybe(5_000 + n),
    };
    return [`dialog-${n}`, row];
  });
  return new Map(rows);
}

const asRows = (table: StoredTable, bases: Iterable<string>): Map<string, DialogRow> =>
  new Map(
    Array.from(bases, (base) => [
      base,
      { facts: table.facts(base), listing: table.listing(base), activeAt: table.activeAt(base) },
    ]),
  );

interface Table {
  readonly folder: string;
  readonly log: Log;
  readonly warnings: string[];
  readonly write: (text: string) => void;
}

const withTable = (test: (table: Table) => Promise<void>) =>
  withStore(async ({ store: { folder } }) => {
    fs.mkdirSync(folder);
    const warnings: string[] = [];
    const log: Log = { ...silentLog, warn: (text) => void warnings.push(text) };
    const write = (text: string): void => {
      fs.mkdirSync(dirname(dialogTableFile(folder)), { recursive: true });
      fs.writeFileSync(dialogTableFile(folder), text);
    };
    await test({ folder, log, warnings, write });
  });

const read = ({ folder, log }: Table): StoredTable | undefined => readTable({ folder, log });

/** A table as another program might write it, with the right checksum. */
const withSum = (names: unknown, rest: unknown): string => {
  const content = `${JSON.stringify(names)}\n${JSON.stringify(rest)}\n`;
  return `${JSON.stringify({ v: 1, sum: checksum(Buffer.from(content)) })}\n${content}`;
};

describe('the table of dialogs on disk', () => {
  it('is read as it was written, by this process and by others', () =>
    withTable(async (table) => {
      const random = seeded(2);
      for (const count of [0, 1, 30]) {
        const rows = someRows(random, count);
        const own = await writeTable(table.folder, rows, position);
        const others = read(table);
        assert.ok(others);
        assert.deepEqual([own.position, others.position], [position, position]);
        for (const each of [own, others]) assert.deepEqual(asRows(each, rows.keys()), rows);
      }
      assert.equal(table.warnings.join(), '');
    }));

  it('tells of every folder in its order, with its name where both that and its time are known', () =>
    withTable(async (table) => {
      const rows = someRows(seeded(4), 40);
      const seen: string[] = [];
      (await writeTable(table.folder, rows, position)).eachName((base, known) => {
        const { facts, activeAt } = rows.get(base) ?? {};
        const isKnown = facts !== undefined && activeAt !== undefined;
        assert.deepEqual(known, isKnown ? { name: facts.value.name, activeAt } : undefined, base);
        seen.push(base);
      });
      assert.deepEqual(seen, [...rows.keys()]);
    }));

  it('knows nothing of folders that it does not have', () =>
    withTable(async (table) => {
      const stored = await writeTable(table.folder, someRows(seeded(1), 3), position);
      assert.deepEqual(
        [stored.facts('other'), stored.listing('other'), stored.activeAt('other')],
        [undefined, undefined, undefined],
      );
    }));

  it('is made again where it is missing, torn, of another version, or not one', () =>
    withTable(async (table) => {
      assert.equal(read(table), undefined);
      assert.equal(table.warnings.join(), '', 'that there is none is nothing to tell');
      await writeTable(table.folder, someRows(seeded(1), 3), position);
      const good = fs.readFileSync(dialogTableFile(table.folder), 'utf8');
      for (const bad of [
        ...[
          '',
          '{}',
          'no json\n\n',
          good.slice(0, -9),
          good.replace('"v":1', '"v":2'),
          good.replace('对话', '会话'),
        ],
        withSum({ bases: [], names: [], activeAt: [] }, {}),
        withSum({ position, bases: [1], names: [''], activeAt: [0] }, {}),
        withSum([], {}),
      ]) {
        table.write(bad);
        assert.equal(read(table), undefined, bad);
      }
      assert.ok(table.warnings.length >= 8 && table.warnings.every((text) => text.includes('is made again')));
    }));

  it('gives names without the rest, where only that is not as it should be', () =>
    withTable((table) => {
      const names = { position, bases: ['a'], names: ['A'], activeAt: [7] };
      const rest = { files: ['f'], createdAt: [1], flags: [31], tags: {}, folders: ['l'], sealed: {} };
      table.write(withSum(names, rest));
      assert.deepEqual(read(table)?.listing('a')?.value, {
        sealed: [],
        open: true,
        summary: true,
        contexts: true,
      });
      for (const bad of [
        { ...rest, files: [1] },
        { ...rest, flags: 'many' },
        { ...rest, tags: { 0: 'x' } },
        [],
      ]) {
        table.write(withSum(names, bad));
        const stored = read(table);
        assert.equal(stored?.activeAt('a'), 7);
        assert.deepEqual([stored.facts('a'), stored.listing('a')], [undefined, undefined]);
      }
      assert.equal(table.warnings.length, 4);
      return Promise.resolve();
    }));
});
