// What crosses between the extension and the insight pane. The extension sends whole states, the pane sends actions:
//
// - The pane sends `ready` whenever its page begins, and `filter` when other figures are asked for; the extension answers
//   with what is known at once, and with more while sessions are read.
// - A place, `open…`, is opened by the extension, which knows what is there.
// - In the place of a state comes a failure where nothing can be read.
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

/** How far back figures reach, in days; 0 is everything. */
export const insightSpans = [7, 30, 90, 365, 0] as const;
export type InsightSpan = (typeof insightSpans)[number];

/** Which figures are shown. */
export interface InsightFilter {
  readonly days: InsightSpan;
  /** The id of an agent; all of them without it. */
  readonly agent?: string;
  /** The name of a model as transcripts have it. */
  readonly model?: string;
  readonly session?: string;
  /** One day instead of a stretch, `YYYY-MM-DD`. */
  readonly day?: string;
}

/** What a pane shows. It keeps this in the webview's state, so a reload can open the same one. */
export interface InsightResource {
  /** The folder of the project, in whatever form the extension needs to find its store again. */
  readonly folder: string;
  readonly filter: InsightFilter;
}

/** What requests to models took. What no transcript tells is missing, never 0. */
export interface PaneUsage {
  readonly input?: number;
  readonly output?: number;
  /** Of the input. */
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly requests: number;
  /** US dollars. */
  readonly cost?: number;
  /** Requests without a known cost. */
  readonly unpriced: number;
}

/** The usage of one agent, model, day or session. */
export interface PaneUsageRow extends PaneUsage {
  readonly key: string;
  /** As it is shown. */
  readonly label: string;
}

export interface PaneSessionRow extends PaneUsageRow {
  readonly agent: string;
  /** Milliseconds. */
  readonly activeAt: number;
}

/** Messages of one day. */
export interface PaneDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly messages: number;
  readonly sessions: number;
}

/** Messages of an hour of a weekday, 0 being Monday. */
export interface PaneHour {
  readonly weekday: number;
  readonly hour: number;
  readonly messages: number;
}

/** Something counted: of `runs`, where that is told. */
export interface PaneCount {
  readonly name: string;
  readonly count: number;
  readonly runs?: number;
  /** Ids of the sessions it was counted in. */
  readonly sessions: readonly string[];
}

/** Something of a session, with what is told of it. */
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
  /** How many sessions are read, of how many; absent when all are. */
  readonly progress?: { readonly read: number; readonly all: number };
  /** Sessions that count, and how many of them tell no tokens. */
  readonly sessions: number;
  readonly untold: number;
  /** The day of the list prices. */
  readonly pricesOf: string;
  readonly unpricedModels: readonly string[];
  readonly total: PaneUsage;
  readonly agents: readonly PaneUsageRow[];
  readonly models: readonly PaneUsageRow[];
  /** By date; days without a request are missing. */
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

export const insightCommands = ['refresh', 'openPrices', 'copyJson'] as const;
export type InsightCommand = (typeof insightCommands)[number];

/** Reads the action a message from the pane stands for; undefined when it is not an action of the protocol. Extra fields are dropped. */
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

/** So many sessions of one figure can be asked for at once. */
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

/** Reads what a pane left in its webview's state; undefined when it has another form. */
export function parseInsightPaneMemory(value: unknown): InsightResource | undefined {
  if (!isRecord(value) || typeof value.folder !== 'string') return undefined;
  return { folder: value.folder, filter: parseFilter(value.filter) ?? { days: 30 } };
}

/** Whether a message is a state or a failure. */
export const isInsightPaneContent = (message: unknown): message is InsightPaneContent =>
  isPaneContent(message, ['total', 'activity'], ['agents', 'models', 'days', 'sessionRows']);
