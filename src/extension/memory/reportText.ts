import { env, l10n } from 'vscode';
import { encodeLine, encodeText } from '../../store/archive/text.ts';
import type { Consolidation, Memory, MemoryAnalysis, MemoryHealth } from '../../store/memory/types.ts';
import { byteSize, dateTime, firstLine, number } from '../format.ts';

const mostTags = 20;

/** How the memories are kept and what they are about, as Markdown. */
export function healthReport(health: MemoryHealth, analysis: MemoryAnalysis): string {
  const { problems } = health;
  return [
    `# ${l10n.t('Memory Health')}`,
    '',
    ...(problems.length === 0
      ? [`✅ ${l10n.t('All memories can be read.')}`]
      : problems.map((problem) => `- ⚠️ ${encodeLine(problem)}`)),
    '',
    ...table(keptFacts(health, analysis)),
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

type Row = readonly [string, string];

function keptFacts(health: MemoryHealth, analysis: MemoryAnalysis): readonly Row[] {
  const { oldest, newest, untagged, duplicateGroups } = analysis;
  const rows: readonly (readonly [string, string | undefined])[] = [
    [l10n.t('Memories'), number(health.memories)],
    [l10n.t('Archived'), number(health.archived)],
    [l10n.t('Tags'), number(health.tags)],
    [l10n.t('Without tags'), number(untagged)],
    [l10n.t('Groups that say nearly the same'), number(duplicateGroups)],
    [l10n.t('Oldest'), oldest === undefined ? undefined : dateTime(oldest)],
    [l10n.t('Newest'), newest === undefined ? undefined : dateTime(newest)],
    [l10n.t('Size'), byteSize(health.bytes)],
    [l10n.t('Last backup'), health.lastBackup === undefined ? undefined : dateTime(health.lastBackup)],
    [l10n.t('File'), health.file],
  ];
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]));
}

/** A table without a head, which Markdown does not have. */
const table = (rows: readonly Row[]): readonly string[] => [
  '| | |',
  '|-|-|',
  ...rows.map(([name, value]) => `| ${cell(name)} | ${cell(value)} |`),
];

const cell = (text: string): string => encodeLine(text).replaceAll('|', '\\|');

const counts = (title: string, rows: readonly (readonly [string, number])[]): readonly string[] =>
  rows.length === 0
    ? []
    : [`## ${title}`, '', ...table(rows.map(([name, count]) => [name, number(count)])), ''];

/** `2026-03` in the editor's language. */
function monthName(month: string): string {
  const [year = 0, index = 1] = month.split('-').map(Number);
  const format = new Intl.DateTimeFormat(env.language, { year: 'numeric', month: 'long' });
  return format.format(new Date(year, index - 1));
}

/** What a consolidation would do, as Markdown. */
export const consolidationReport = ({ summaries, archived }: Consolidation): string =>
  [
    `# ${l10n.t('Consolidate Memories')}`,
    '',
    l10n.t('Nothing has changed yet.'),
    '',
    ...(summaries.length === 0 ? [] : [`## ${l10n.t('Summaries to write')}`, '']),
    ...summaries.flatMap(({ content }) => [...encodeText(content), '', '---', '']),
    `## ${l10n.t('Memories to archive')}`,
    '',
    ...archived.map(line),
    '',
  ].join('\n');

const line = ({ content, tags, createdAt }: Memory): string =>
  `- ${encodeLine([firstLine(content), dateTime(createdAt), ...tags].join(' · '))}`;
