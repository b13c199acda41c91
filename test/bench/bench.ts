// What things cost, as ratios in one run.   npm run bench [-- [subject]… [--json] [--write] [--no-peers]]
// Prints the table, or JSON; --write makes docs/performance.md of it; what it is doing is told on standard error.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bareIn, peersIn } from './contenders.ts';
import { machine, page } from './page.ts';
import { installPeers } from './peers.ts';
import { endAll } from './rawClient.ts';
import { cells, heads, told, type ToldRow } from './row.ts';
import type { Bench, Subject } from './subject.ts';
import { subjects } from './subjects.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    'no-peers': { type: 'boolean', default: false },
  },
});

/** Why subjects were not measured to their end, by their names. */
const failures = new Map<string, string>();

const tell = (text: string): void => void process.stderr.write(`${text}\n`);

/** A subject that takes longer has failed. */
const longestMs = 180_000;

/** What failed is told, and does not keep the other subjects from being measured. */
async function measured(subject: Subject, bench: Bench): Promise<readonly ToldRow[]> {
  const begun = performance.now();
  const rows: ToldRow[] = [];
  tell(`${subject.name} …`);
  const late = new AbortController();
  try {
    const end = pause(longestMs, undefined, { signal: late.signal, ref: false });
    const all = subject.run(bench)[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([all.next(), end]);
      if (next === undefined) throw new Error(`it did not come to its end in ${longestMs / 1_000} s`);
      if (next.done === true) break;
      rows.push(told(subject.name, next.value));
      tell(`  ${cells(told(subject.name, next.value)).join(' | ')}`);
    }
  } catch (error) {
    failures.set(subject.name, error instanceof Error ? error.message : String(error));
    tell(`  FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  } finally {
    late.abort();
    endAll(); // what failed may have left some, which would share the processor with the next
  }
  tell(`${subject.name} took ${Math.round((performance.now() - begun) / 1_000)} s`);
  return rows;
}

/** Whether every limit was reached. */
async function main(): Promise<boolean> {
  const begun = performance.now();
  const wanted = subjects.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  const unknown = positionals.filter((name) => !subjects.some((subject) => subject.name === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no subject ${unknown.join(', ')}; there are ${subjects.map(({ name }) => name).join(', ')}.`,
    );
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'history-bench-')));
  process.once('exit', () => rmSync(base, { recursive: true, force: true }));
  let made = 0;
  const folder = (name: string): string => {
    const path = join(base, `${++made}`, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  const installed = values['no-peers'] ? undefined : installPeers(tell);
  const peers = installed === undefined ? [] : peersIn(installed);
  const bench: Bench = { folder, bare: bareIn(base), peers };
  const rows: ToldRow[] = [];
  for (const subject of wanted) rows.push(...(await measured(subject, bench)));
  const printed = values.json
    ? JSON.stringify({ machine, rows, failures: Object.fromEntries(failures) }, null, 2)
    : [heads, ...rows.map(cells)].map((line) => line.join(' | ')).join('\n');
  console.log(printed);
  const file = join(__dirname, '../../docs/performance.md');
  const minutes = (performance.now() - begun) / 60_000;
  tell(`all took ${minutes.toFixed(1)} minutes`);
  if (values.write) writeFileSync(file, page({ subjects: wanted, rows, failures, minutes }));
  const missed = rows.filter(({ isReached }) => isReached === false);
  for (const row of missed) tell(`MISSED: ${row.subject} | ${cells(row).join(' | ')}`);
  return missed.length === 0;
}

main()
  .then((isReached) => process.exit(isReached && failures.size === 0 ? 0 : 1)) // also where something that failed still runs
  .catch((error: unknown) => {
    tell(error instanceof Error ? error.message : String(error));
    process.exit(2);
  });
