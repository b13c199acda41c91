import { defined, StoreError } from '../store/base/core.ts';
import type { InsightReport, Usage, UsageReport, UsageRow } from '../store/usage/types.ts';
import type { CliProject } from './project.ts';
import type { StatGroup, StatsOptions } from './statGroups.ts';
import { table } from './table.ts';
import { many, type CommandResult, type Terminal, type Text } from './terminal.ts';

/**
 * `stats`: tokens and cost; JSON `{sessions, untold, pricesOf, usage: {total, agents, models, days, sessions}, activity,
 * work, health}`. What no transcript tells is missing there, and `–` in the table.
 */
export async function stats(
  { store, workspace }: CliProject,
  { by = 'model', since, limit = 30 }: StatsOptions,
  { bold, dim, say }: Terminal,
): Promise<CommandResult> {
  const query = defined({ since: since === undefined ? undefined : momentOf(since) });
  const report = await lastOf(store.insight.report(workspace, query));
  const { usage, ...rest } = report;
  const rows = rowsOf(usage, by);
  const shown = by === 'day' ? rows.slice(-limit) : rows.slice(0, limit);
  const left = rows.length - shown.length;
  const text = [
    bold(say(totalOf(usage.total, report.sessions))),
    ...(rows.length > 0 ? [table(titles.map(say), [...shown.map(cellsOf)])] : []),
    ...(left > 0 ? [say([`${left} more: give --limit.`, `还有 ${left} 个：请给出 --limit。`])] : []),
    ...notesOf(report).map((note) => dim(say(note))),
  ].join('\n');
  return { json: { ...rest, usage }, text };
}

async function lastOf(reports: AsyncIterable<InsightReport>): Promise<InsightReport> {
  let last: InsightReport | undefined;
  for await (const report of reports) last = report;
  if (last) return last;
  throw new Error('nothing was counted'); // a report is given even where there is no session
}

/** A day (`2026-02-05`), or so many days back (`7d`), as milliseconds. */
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

const titles: readonly Text[] = [
  ['cost', '费用'],
  ['input', '输入'],
  ['cache reads', '缓存读取'],
  ['cache writes', '缓存写入'],
  ['output', '输出'],
  ['requests', '请求'],
  ['', ''],
];

const cellsOf = ({ name, ...row }: NamedRow): readonly string[] => [
  costOf(row),
  ...[row.input, row.cacheRead, row.cacheWrite, row.output, row.requests].map(countOf),
  name,
];

const countOf = (count: number | undefined): string =>
  count === undefined ? '–' : count.toLocaleString('en-US');

/** With `+` where some of it is not known. */
const costOf = ({ cost, unpriced }: Usage): string =>
  cost === undefined ? '–' : `$${cost.toFixed(2)}${unpriced > 0 ? '+' : ''}`;

function totalOf(total: Usage, sessions: number): Text {
  const [input, output, cost] = [countOf(total.input), countOf(total.output), costOf(total)];
  return [
    `${many(sessions, 'session')}: ${input} tokens in, ${output} out, ${cost}`,
    `${sessions} 个会话：输入 ${input} 个 token，输出 ${output} 个，${cost}`,
  ];
}

function notesOf({ pricesOf, usage: { untold, unpricedModels } }: InsightReport): readonly Text[] {
  const models = unpricedModels.join(', ');
  const prices: Text = [
    `US dollars by the list prices of ${pricesOf}; input counts what came from caches and went into them.`,
    `费用按 ${pricesOf} 的公开价格以美元计算；输入包含缓存读取和写入。`,
  ];
  const none: Text = [`No price is known of ${models}.`, `没有以下模型的价格：${models}。`];
  const silent: Text = [
    `The transcripts of ${many(untold, 'session')} tell no tokens.`,
    `${untold} 个会话的记录没有 token 数。`,
  ];
  return [prices, ...(models === '' ? [] : [none]), ...(untold > 0 ? [silent] : [])];
}
