import { env, l10n } from 'vscode';
import { encodeLine, encodeText } from '../../history/archive/text.ts';
import type { MemoryAnalysis, MemoryHealth } from '../../history/memory/reportTypes.ts';
import type { Consolidation, Memory, MemoryMaintenance } from '../../history/memory/types.ts';
import { byteSize, dateTime, firstLine, number } from '../base/notices.ts';

const mostTags = 20;

/** Formats a report on the state and topics of memories as Markdown. */
export function healthReport(health: MemoryHealth, analysis: MemoryAnalysis, schedule: Scheduled): string {
  const { problems } = health;
  return [
    `# ${l10n.t('Memory Health')}`,
    '',
    ...(problems.length === 0
      ? [`✅ ${l10n.t('No problems found')}`]
      : problems.map((problem) => `- ⚠️ ${encodeLine(problem)}`)),
    '',
    ...table([...keptFacts(health, analysis), ...scheduleFacts(schedule)]),
    '',
    ...counts(
      l10n.t('Tags'),
      analysis.tags.slice(0, mostTags).map(({ tag, count }) => [tag, count] as const),
    ),
    ...counts(
      l10n.t('Types'),
      analysis.types.map(({ type, count }) => [type, count] as const),
    ),
    ...counts(
      l10n.t('Months'),
      analysis.months.map(({ month, count }) => [monthName(month), count] as const),
    ),
  ].join('\n');
}

type ReportRow = readonly [string, string];

function keptFacts(health: MemoryHealth, analysis: MemoryAnalysis): readonly ReportRow[] {
  const { oldest, newest, untagged, duplicateGroups } = analysis;
  const rows: readonly (readonly [string, string | undefined])[] = [
    [l10n.t('Memories'), number(health.memories)],
    [l10n.t('Hidden'), number(health.archived)],
    [l10n.t('Tags'), number(health.tags)],
    [l10n.t('Without tags'), number(untagged)],
    [l10n.t('Near-duplicate groups'), number(duplicateGroups)],
    [l10n.t('Oldest'), oldest === undefined ? undefined : dateTime(oldest)],
    [l10n.t('Newest'), newest === undefined ? undefined : dateTime(newest)],
    [l10n.t('Size'), byteSize(health.bytes)],
    [l10n.t('Last backup'), health.lastBackup === undefined ? undefined : dateTime(health.lastBackup)],
    [l10n.t('File'), health.file],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

type Scheduled = Awaited<ReturnType<MemoryMaintenance['scheduled']>>;

function scheduleFacts(schedule: Scheduled): readonly ReportRow[] {
  if (!schedule) return [];
  const { every, next, lastRun } = schedule;
  const how = { daily: l10n.t('daily'), weekly: l10n.t('weekly'), monthly: l10n.t('monthly') }[every];
  const when =
    next === undefined
      ? l10n.t('{0}, paused after an undo', how)
      : l10n.t('{0}, next {1}', how, dateTime(next));
  const last =
    lastRun === undefined ? [] : [[l10n.t('Last scheduled consolidation'), dateTime(lastRun)] as const];
  return [[l10n.t('Scheduled consolidation'), when], ...last];
}

/** Formats a table with an empty head, since Markdown requires one. */
const table = (rows: readonly ReportRow[]): readonly string[] => [
  '| | |',
  '|-|-|',
  ...rows.map(([name, value]) => `| ${cell(name)} | ${cell(value)} |`),
];

const cell = (text: string): string => encodeLine(text).replaceAll('|', '\\|');

const counts = (title: string, rows: readonly (readonly [string, number])[]): readonly string[] =>
  rows.length === 0
    ? []
    : [`## ${title}`, '', ...table(rows.map(([name, count]) => [name, number(count)])), ''];

/** Formats a month like `2026-03` in the editor's language. */
function monthName(month: string): string {
  const [year = 0, index = 1] = month.split('-').map(Number);
  const format = new Intl.DateTimeFormat(env.language, { year: 'numeric', month: 'long' });
  return format.format(new Date(year, index - 1));
}

/** Describes what a consolidation would do, or has done, as Markdown. */
export const consolidationReport = ({ action, dryRun, summaries, archived }: Consolidation): string => {
  const isPlan = dryRun && action !== 'status';
  const written = isPlan ? l10n.t('Summaries to write') : l10n.t('Summaries written');
  return [
    `# ${isPlan ? l10n.t('Consolidate Memories') : l10n.t('Scheduled Consolidation')}`,
    '',
    isPlan ? l10n.t('Nothing has changed yet.') : l10n.t('Use Undo Consolidation to restore these memories.'),
    '',
    ...(summaries.length === 0 ? [] : [`## ${written}`, '']),
    ...summaries.flatMap(({ content }) => [...encodeText(content), '', '---', '']),
    `## ${isPlan ? l10n.t('Memories to hide') : l10n.t('Hidden memories')}`,
    '',
    ...archived.map(line),
    '',
  ].join('\n');
};

const line = ({ content, tags, createdAt }: Memory): string =>
  `- ${encodeLine([firstLine(content), dateTime(createdAt), ...tags].join(' · '))}`;
