import assert from 'node:assert/strict';
import fs from 'node:fs';
import { join } from 'node:path';
import type { DialogRow } from '../../../src/history/dialogs/dialogRow.ts';
import { readTable, writeTable, type StoredTable } from '../../../src/history/dialogs/tableFile.ts';
import { silentLog } from '../../../src/disk/base/core.ts';
import type { DerivedContext } from '../../../src/disk/files/derivedForm.ts';
import { formatRow, headerOf } from '../../../src/disk/files/derivedRows.ts';
import { seeded } from '../../seeded.ts';
import { inIndex } from '../../inIndex.ts';
import { TestClock, withStore } from './withStore.ts';

const position = { begins: 'first line', read: 123 };

/** Rows in which everything is there or not, the same in every run. */
function someRows(random: () => number, count: number): Map<string, DialogRow> {
  const maybe = <T>(value: T): T | undefined => (random() < 0.7 ? value : undefined);
  const flag = (): boolean => random() < 0.5;
  const rows = Array.from({ length: count }, (_, n): [string, DialogRow] => {
    const createdAt = maybe(1_000 + n);
    const facts = {
      name: `对话 ${n}`,
      pinned: flag(),
      archived: flag(),
      tags: maybe(['a', '标签']) ?? [],
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
      active: maybe({ fingerprint: `o${n}`, value: 5_000 + n }),
    };
    return [`dialog-${n}`, row];
  });
  return new Map(rows);
}

const asRows = (table: StoredTable, bases: Iterable<string>): Map<string, DialogRow> =>
  new Map(
    Array.from(bases, (base) => [
      base,
      { facts: table.facts(base), listing: table.listing(base), active: table.active(base) },
    ]),
  );

interface Table {
  readonly context: Omit<DerivedContext, 'secrets'>;
  readonly warnings: string[];
  readonly file: () => string;
}

const withTable = (test: (table: Table) => Promise<void>) =>
  withStore(async ({ store: { folder } }) => {
    fs.mkdirSync(folder);
    const warnings: string[] = [];
    const log = { ...silentLog, warn: (text: string) => void warnings.push(text) };
    const file = () => {
      const tables = inIndex(folder, 'dialogs');
      const [name = ''] = fs.readdirSync(tables);
      return join(tables, name);
    };
    await test({ context: { folder, log, clock: new TestClock(), isReadOnly: () => false }, warnings, file });
  });

const read = ({ context }: Table): StoredTable | undefined => readTable(context);

/** A table as another program might write it, with the right checksum. */
const written = (names: unknown, rest: unknown): string => {
  const head = { key: '', fingerprint: '', masked: '', keptAt: 7 };
  const row = formatRow(head, `${JSON.stringify(names)}\t${JSON.stringify(rest)}`);
  return `${headerOf('dialogs', 1)}${row.toString()}`;
};

describe('the table of dialogs on disk', () => {
  it('is read as it was written, by this process and by others', () =>
    withTable(async (table) => {
      const random = seeded(2);
      for (const count of [0, 1, 30]) {
        const rows = someRows(random, count);
        const own = await writeTable(table.context, rows, position);
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
      (await writeTable(table.context, rows, position)).eachName((base, known) => {
        const { facts, active } = rows.get(base) ?? {};
        const isKnown = facts !== undefined && active !== undefined;
        const { name } = facts?.value ?? {};
        assert.deepEqual(known, isKnown ? { name, activeAt: active.value } : undefined, base);
        seen.push(base);
      });
      assert.deepEqual(seen, [...rows.keys()]);
    }));

  it('knows nothing of folders that it does not have', () =>
    withTable(async (table) => {
      const stored = await writeTable(table.context, someRows(seeded(1), 3), position);
      assert.deepEqual(
        [stored.facts('other'), stored.listing('other'), stored.active('other')],
        [undefined, undefined, undefined],
      );
    }));

  it('is made again where it is missing, torn, of another version, or not one', () =>
    withTable(async (table) => {
      assert.equal(read(table), undefined);
      assert.equal(table.warnings.join(), '', 'that there is none is nothing to tell');
      await writeTable(table.context, someRows(seeded(1), 3), position);
      const good = fs.readFileSync(table.file(), 'utf8');
      for (const bad of [
        ...[
          '',
          '{}',
          'no json\n\n',
          good.slice(0, -9),
          good.replace('dialogs 1', 'dialogs 2'),
          good.replace('对话', '会话'),
        ],
        written({ bases: [], names: [], activeAt: [] }, {}),
        written({ position, bases: [1], names: [''], activeAt: [0] }, {}),
        written([], {}),
      ]) {
        fs.writeFileSync(table.file(), bad);
        assert.equal(read(table), undefined, bad);
      }
      assert.equal(table.warnings.join(), '');
    }));

  it('gives names without the rest, where only that is not as it should be', () =>
    withTable(async (table) => {
      await writeTable(table.context, someRows(seeded(1), 3), position);
      const names = { position, bases: ['a'], names: ['A'], activeAt: [7] };
      const rest = { files: ['f'], createdAt: [1], flags: [31], tags: {}, folders: ['l'], sealed: {} };
      fs.writeFileSync(table.file(), written(names, rest));
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
        fs.writeFileSync(table.file(), written(names, bad));
        const stored = read(table);
        assert.deepEqual(stored?.active('a'), { fingerprint: '', value: 7 });
        assert.deepEqual([stored.facts('a'), stored.listing('a')], [undefined, undefined]);
      }
    }));
});
