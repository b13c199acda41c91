// Messages between the extension and the insight pane. The extension sends complete states, the pane sends actions:
// - The pane sends `ready` when its page starts, and `filter` to request other figures; the extension answers with
//   what is known, and with more as sessions are read.
// - The extension handles `open…` actions, since it knows what exists.
// - If nothing can be read, a failure replaces the state.
import { isCount, isRecord, isText } from './json.ts';
import type { InsightPaneStrings } from './insightPaneStrings.ts';
import {
  actionParser,
  commandParser,
  isPaneContent,
  type CommonAction,
  type Localised,
  type PaneFailure,
} from './paneMessages.ts';

/** Time range of the figures in days; 0 is everything. */
export const insightSpans = [7, 30, 90, 365, 0] as const;
export type InsightSpan = (typeof insightSpans)[number];

/** Which figures are shown. */
export interface InsightFilter {
  readonly days: InsightSpan;
  /** Id of an agent; absent for all. */
  readonly agent?: string;
  /** Name of a model as in transcripts. */
  readonly model?: string;
  readonly session?: string;
  /** A single day instead of a range, `YYYY-MM-DD`. */
  readonly day?: string;
}

/** What a pane shows; it saves this in the webview's state to reopen it after a reload. */
export interface InsightResource {
  /** The project's folder, in the form the extension uses to find its store. */
  readonly folder: string;
  readonly filter: InsightFilter;
}

/** Usage of requests to models. Unrecorded values are missing, never 0. */
export interface PaneUsage {
  readonly input?: number;
  readonly output?: number;
  /** Part of the input. */
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly requests: number;
  /** US dollars. */
  readonly cost?: number;
  /** Requests of unknown cost. */
  readonly unpriced: number;
}

/** Usage of an agent, model, day or session. */
export interface PaneUsageRow extends PaneUsage {
  readonly key: string;
  /** For display. */
  readonly label: string;
}

export interface PaneSessionRow extends PaneUsageRow {
  readonly agent: string;
  /** Milliseconds. */
  readonly activeAt: number;
}

/** Messages of a day. */
export interface PaneDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly messages: number;
  readonly sessions: number;
}

/** Messages in an hour of a weekday, 0 being Monday. */
export interface PaneHour {
  readonly weekday: number;
  readonly hour: number;
  readonly messages: number;
}

/** A count, out of `runs` if present. */
export interface PaneCount {
  readonly name: string;
  readonly count: number;
  readonly runs?: number;
  /** Ids of the sessions it comes from. */
  readonly sessions: readonly string[];
}

/** A fact about a session. */
export interface PaneSessionFact {
  readonly session: string;
  readonly title: string;
  readonly text: string;
}

export interface PaneTodo {
  readonly dialog: string;
  readonly text: string;
}

export interface PaneDialogSize {
  readonly name: string;
  readonly messages: number;
  readonly maxMessages: number;
  readonly bytes: number;
  readonly maxBytes: number;
  readonly isOutside: boolean;
}

export interface PaneDiskUse {
  readonly label: string;
  readonly bytes: number;
  readonly canGo: boolean;
}

/** Extension → pane. */
export interface InsightPaneState extends Localised<InsightPaneStrings> {
  readonly type: 'state';
  readonly resource: InsightResource;
  /** Name of the project. */
  readonly project: string;
  /** Number of sessions read, and of all; absent once all are read. */
  readonly progress?: { readonly read: number; readonly all: number };
  /** Number of sessions within the filter, and how many of them, which `sessionRows` lacks, record no tokens. */
  readonly sessions: number;
  readonly untold: number;
  /** Date of the list prices. */
  readonly pricesOf: string;
  readonly unpricedModels: readonly string[];
  readonly total: PaneUsage;
  readonly agents: readonly PaneUsageRow[];
  readonly models: readonly PaneUsageRow[];
  /** By date, without days without requests. */
  readonly days: readonly PaneUsageRow[];
  readonly sessionRows: readonly PaneSessionRow[];
  readonly activity: { readonly days: readonly PaneDay[]; readonly hours: readonly PaneHour[] };
  readonly files: readonly PaneCount[];
  readonly commands: readonly PaneCount[];
  readonly interrupted: number;
  readonly compacted: number;
  readonly rewound: number;
  readonly longest: readonly PaneSessionFact[];
  readonly health: readonly PaneSessionFact[];
  readonly plans: readonly PaneSessionFact[];
  readonly todos: readonly PaneTodo[];
  readonly dialogs: readonly PaneDialogSize[];
  readonly disk: readonly PaneDiskUse[];
}

export type InsightPaneFailure = PaneFailure<InsightResource, InsightPaneStrings>;

export type InsightPaneContent = InsightPaneState | InsightPaneFailure;

/** Pane → extension. */
export type InsightPaneAction =
  | CommonAction
  | { readonly type: 'filter'; readonly filter: InsightFilter }
  | { readonly type: 'openSession'; readonly session: string }
  | { readonly type: 'openSessions'; readonly sessions: readonly string[] }
  | { readonly type: 'openDialog'; readonly dialog: string }
  | { readonly type: 'openFile'; readonly path: string }
  | { readonly type: 'command'; readonly command: InsightCommand };

const insightCommands = ['refresh', 'openPrices', 'copyJson'] as const;
export type InsightCommand = (typeof insightCommands)[number];

/** Parses an action of the pane, dropping extra fields; undefined if the message is not one. */
export const parseInsightPaneAction = actionParser<InsightPaneAction>({
  filter: ({ filter: value }) => {
    const filter = parseFilter(value);
    return filter && { type: 'filter', filter };
  },
  openSession: ({ session }) => (isName(session) ? { type: 'openSession', session } : undefined),
  openSessions: ({ sessions }) =>
    Array.isArray(sessions) && sessions.length <= mostSessions && sessions.every(isName)
      ? { type: 'openSessions', sessions }
      : undefined,
  openDialog: ({ dialog }) => (isName(dialog) ? { type: 'openDialog', dialog } : undefined),
  openFile: ({ path }) => (isName(path) ? { type: 'openFile', path } : undefined),
  command: commandParser(insightCommands),
});

/** Maximum number of sessions requested at once. */
export const mostSessions = 200;

const isName = (value: unknown): value is string => isText(value) && value !== '';

function parseFilter(value: unknown): InsightFilter | undefined {
  if (!isRecord(value)) return undefined;
  const days = insightSpans.find((known) => isCount(value.days) && known === value.days);
  const { agent, model, session, day } = value;
  if (days === undefined) return undefined;
  return {
    days,
    ...(isName(agent) && { agent }),
    ...(isText(model) && { model }),
    ...(isName(session) && { session }),
    ...(isName(day) && /^\d{4}-\d\d-\d\d$/.test(day) && { day }),
  };
}

/** Parses what a pane saved in its webview's state; undefined if malformed. */
export function parseInsightPaneMemory(value: unknown): InsightResource | undefined {
  if (!isRecord(value) || typeof value.folder !== 'string') return undefined;
  return { folder: value.folder, filter: parseFilter(value.filter) ?? { days: 30 } };
}

/** Reports whether a message is a state or a failure. */
export const isInsightPaneContent = (message: unknown): message is InsightPaneContent =>
  isPaneContent(message, ['total', 'activity'], ['agents', 'models', 'days', 'sessionRows']);
