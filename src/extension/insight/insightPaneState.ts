import { env, l10n } from 'vscode';
import {
  type InsightFilter,
  type InsightPaneState,
  mostSessions,
  type PaneSessionFact,
  type PaneUsage,
  type PaneUsageRow,
} from '../../protocol/insightPane.ts';
import { insightPaneStrings, type InsightPaneStrings } from '../../protocol/insightPaneStrings.ts';
import { defined } from '../../disk/base/core.ts';
import type { Agent } from '../../agents/reading/types.ts';
import { agents } from '../../agents/agents.ts';
import type { DiskUse, Health, Holdings, InsightReport, Usage, UsageRow } from '../../insight/usage/types.ts';
import { number } from '../base/notices.ts';
import { paneFailure, paneTexts } from '../panes/paneTexts.ts';
import { sourceName } from '../sessions/agents.ts';
import type { Project } from '../base/project.ts';

const texts = paneTexts<InsightPaneStrings>(insightPaneStrings);

/** Reports whether a text is an agent's id, or that of this store's recordings. */
export const isAgent = (value: string | undefined): value is Agent =>
  value === 'history' || agents.some((id) => id === value);

/** Returns the complete content of the pane. */
export function insightPaneState(
  { project, filter }: InsightTarget,
  report: InsightReport,
  holdings: Holdings | undefined,
): InsightPaneState {
  const { usage, work, health, activity } = report;
  const titles = new Map(usage.sessions.map(({ key, title }) => [key, title]));
  return {
    type: 'state',
    resource: { folder: project.root, filter },
    project: project.name,
    ...(!report.isComplete && { progress: { read: report.read, all: report.sessions } }),
    sessions: usage.counted,
    untold: usage.untold,
    pricesOf: report.pricesOf,
    unpricedModels: usage.unpricedModels,
    total: usageOf(usage.total),
    agents: usage.agents.map((row) => rowOf(row, isAgent(row.key) ? sourceName(row.key) : row.key)),
    models: usage.models.map((row) => rowOf(row, row.key)),
    days: usage.days.map((row) => rowOf(row, row.key)),
    sessionRows: usage.sessions.map((row) => ({
      ...rowOf(row, row.title),
      agent: sourceName(row.agent),
      activeAt: row.activeAt,
    })),
    activity: {
      days: activity.days.map(({ day, messages, sessions }) => ({ day, messages, sessions })),
      hours: activity.hours.map(({ weekday, hour, messages }) => ({ weekday, hour, messages })),
    },
    files: work.files.map(({ name, count, sessions }) => ({
      name,
      count,
      sessions: sessions.slice(0, mostSessions),
    })),
    commands: work.commands.map(({ name, count, runs, sessions }) => ({
      name,
      count,
      runs,
      sessions: sessions.slice(0, mostSessions),
    })),
    interrupted: work.interrupted,
    compacted: work.compacted,
    rewound: work.rewound,
    longest: work.longest.map(({ session, title, messages, duration }) => ({
      session,
      title,
      text: l10n.t('{0} messages in {1}', number(messages), durationText(duration)),
    })),
    plans: work.plans.map(({ session, title, open }) => ({ session, title, text: open.join(' · ') })),
    health: health.map((each) => healthFact(each, titles.get(each.session))),
    todos: holdings?.todos.map(({ dialog, text }) => ({ dialog, text })) ?? [],
    dialogs: holdings?.dialogs ?? [],
    disk: holdings?.disk.map((each) => ({ ...each, label: diskLabel(each) })) ?? [],
    ...texts(),
  };
}

/** Returns the pane's content if nothing can be read. */
export const insightFailure = ({ project, filter }: InsightTarget, error: unknown) =>
  paneFailure<{ folder: string; filter: InsightFilter }, InsightPaneStrings>(
    { folder: project.root, filter },
    error,
    texts(),
  );

const hour = 3_600_000;

/** Formats a duration in hours, or minutes below one hour. Milliseconds. */
function durationText(ms: number): string {
  const [unit, value] =
    ms < hour ? (['minute', Math.max(1, ms / 60_000)] as const) : (['hour', ms / hour] as const);
  const digits = unit === 'hour' ? 1 : 0;
  const options = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: digits } as const;
  return new Intl.NumberFormat(env.language, options).format(value);
}

const usageOf = ({ requests, unpriced, input, output, cacheRead, cacheWrite, cost }: Usage): PaneUsage => ({
  requests,
  unpriced,
  ...defined({ input, output, cacheRead, cacheWrite, cost }),
});

const rowOf = (row: UsageRow, label: string): PaneUsageRow => ({ ...usageOf(row), key: row.key, label });

function healthFact(health: Health, title: string | undefined): PaneSessionFact {
  const { session, errors, retries, compactions, interrupted, mostEdited } = health;
  const facts = [
    errors > 0 && l10n.t('errors: {0}', errors),
    retries > 0 && l10n.t('repeated calls: {0}', retries),
    mostEdited && mostEdited.times > 1 && l10n.t('{0} changed {1} times', mostEdited.path, mostEdited.times),
    compactions > 0 && l10n.t('compactions: {0}', compactions),
    interrupted > 0 && l10n.t('interrupted: {0}', interrupted),
  ];
  return {
    session,
    title: title ?? session,
    text: facts.filter((fact) => typeof fact === 'string').join(' · '),
  };
}

function diskLabel({ kind }: DiskUse): string {
  switch (kind) {
    case 'dialogs':
      return l10n.t('Dialogs');
    case 'contexts':
      return l10n.t('Context snapshots');
    case 'backups':
      return l10n.t('Backups');
    case 'archives':
      return l10n.t('Kept sessions');
    case 'transcripts':
      return l10n.t('Copies of transcripts');
    case 'recordings':
      return l10n.t('Recorded sessions');
    case 'memories':
      return l10n.t('Memories');
    case 'index':
      return l10n.t('Index');
    case 'trash':
      return l10n.t('Trash');
    case 'damaged':
      return l10n.t('Damaged files');
    case 'other':
      return l10n.t('Other');
  }
}

/** Content of an insight pane: a project, and a filter of its figures. */
export interface InsightTarget {
  readonly project: Project;
  readonly filter: InsightFilter;
}

/** The initial filter. */
export const firstFilter: InsightFilter = { days: 30 };
