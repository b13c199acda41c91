import { defined, StoreError } from '../disk/base/core.ts';
import type { Say, Text } from '../disk/base/texts.ts';
import type { InsightReport, Usage, UsageReport, UsageRow } from '../insight/usage/types.ts';
import type { CliProject } from './project.ts';
import type { StatGroup, StatsOptions } from './statGroups.ts';
import { many, type CommandResult, type Terminal } from './terminal.ts';

/**
 * `stats`: tokens and cost; JSON `{sessions, pricesOf, usage: {total, counted, untold, agents, models, days, sessions},
 * activity, work, health}`, with the number of sessions in the time asked for. Unrecorded values are missing there, and
 * `–` in the table.
 */
export async function stats(
  { store, workspace }: CliProject,
  { by = 'model', since, limit = 30 }: StatsOptions,
  { bold, dim, say }: Terminal,
): Promise<CommandResult> {
  const query = defined({ since: since === undefined ? undefined : momentOf(since) });
  const report = await lastOf(store.insight.report(workspace, { ...query, isWhole: true }));
  const { usage } = report;
  const rows = rowsOf(usage, by);
  const shown = by === 'day' ? rows.slice(-limit) : rows.slice(0, limit);
  const left = rows.length - shown.length;
  const text = [
    bold(totalOf(usage, say)),
    ...(rows.length > 0 ? [table([...titles.map((title) => say(title)), ''], [...shown.map(cellsOf)])] : []),
    ...(left > 0 ? [say('{0} more: give --limit.', left)] : []),
    ...notesOf(report, say).map(dim),
  ].join('\n');
  return { json: { ...report, sessions: usage.counted }, text };
}

async function lastOf(reports: AsyncIterable<InsightReport>): Promise<InsightReport> {
  let last: InsightReport | undefined;
  for await (const report of reports) last = report;
  if (last) return last;
  throw new Error('nothing was counted'); // a report is returned even without sessions
}

/** Parses a day (`2026-02-05`) or a number of days back (`7d`) as milliseconds. */
function momentOf(text: string): number {
  const [, days] = /^(\d{1,5})d$/.exec(text) ?? [];
  if (days !== undefined) return Date.now() - Number(days) * 24 * 60 * 60 * 1_000;
  const day = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00`).getTime() : NaN;
  if (!Number.isNaN(day)) return day;
  throw new StoreError(
    'invalid_argument',
    `--since is ${JSON.stringify(text)}; give a day as in 2026-02-05, or days back as in 7d.`,
  );
}

type NamedRow = UsageRow & { readonly name: string };

function rowsOf(usage: UsageReport, by: StatGroup): readonly NamedRow[] {
  if (by === 'session')
    return usage.sessions.map((row) => ({ ...row, name: `${row.title} (${row.agent}, ${row.key})` }));
  const rows = { agent: usage.agents, model: usage.models, day: usage.days }[by];
  return rows.map((row) => ({ ...row, name: row.key === '' ? '–' : row.key }));
}

const titles: readonly Text[] = ['cost', 'input', 'cache reads', 'cache writes', 'output', 'requests'];

const cellsOf = ({ name, ...row }: NamedRow): readonly string[] => [
  costOf(row),
  ...[row.input, row.cacheRead, row.cacheWrite, row.output, row.requests].map(countOf),
  name,
];

const countOf = (count: number | undefined): string =>
  count === undefined ? '–' : count.toLocaleString('en-US');

/** Formats a cost, with `+` if some of it is unknown. */
const costOf = ({ cost, unpriced }: Usage): string =>
  cost === undefined ? '–' : `$${cost.toFixed(2)}${unpriced > 0 ? '+' : ''}`;

/** Returns the first line: what was counted in the time asked for, as in Insight of the editor. */
function totalOf({ total, counted }: UsageReport, say: Say): string {
  const [input, output, cost] = [countOf(total.input), countOf(total.output), costOf(total)];
  return say('{0}: {1} tokens in, {2} out, {3}', many(say, counted, 'session'), input, output, cost);
}

function notesOf(
  { pricesOf, usage: { untold, unpricedModels } }: InsightReport,
  say: Say,
): readonly string[] {
  const models = unpricedModels.join(', ');
  const prices = say(
    'US dollars by the list prices of {0}; input counts what came from caches and went into them.',
    pricesOf,
  );
  const none = say('No price is known of {0}. // of models', models);
  const silent = say('The transcripts of {0} tell no tokens.', many(say, untold, 'session'));
  return [prices, ...(models === '' ? [] : [none]), ...(untold > 0 ? [silent] : [])];
}

/** Chinese, Japanese and Korean characters, two terminal columns wide. */
const wide = /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]/g;

const widthOf = (text: string): number => text.length + (text.match(wide)?.length ?? 0);

/** Formats rows under their titles with numbers right-aligned; the last column, a text, is not padded. */
function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const all = [titles, ...rows];
  const widths = titles.map((_, n) => Math.max(...all.map((row) => widthOf(row[n] ?? ''))));
  const line = (row: readonly string[]) =>
    row
      .map((cell, n) =>
        n === titles.length - 1 ? cell : `${' '.repeat((widths[n] ?? 0) - widthOf(cell))}${cell}`,
      )
      .join('  ')
      .trimEnd();
  return all.map(line).join('\n');
}
