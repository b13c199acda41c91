import type { Agent } from '../../agents/reading/types.ts';
import type { Workspace } from '../../history/sessions/types.ts';
import type { OwnPrices } from './prices.ts';

/** Tokens as recorded in transcripts; unrecorded ones are missing, never 0. */
export interface Tokens {
  /** Everything the models read, cached or not. */
  readonly input?: number;
  /** Everything the models wrote, including thoughts. */
  readonly output?: number;
  /** The part of the input read from caches. */
  readonly cacheRead?: number;
  /** The part of the input written to caches. */
  readonly cacheWrite?: number;
}

/** Total usage of requests to models. */
export interface Usage extends Tokens {
  /** Recorded requests; copies in forks and resumed sessions are excluded. */
  readonly requests: number;
  /** US dollars by list prices or the person's own; missing if no request's cost is known. */
  readonly cost?: number;
  /** Requests of unknown cost: their model has no price, or their tokens are not recorded. */
  readonly unpriced: number;
}

/** Usage of an agent, a model, a day or a session. */
export interface UsageRow extends Usage {
  /** Id of the agent or session, the model's name as written (empty: not recorded), or the day, `YYYY-MM-DD`. */
  readonly key: string;
  /** Number of sessions. */
  readonly sessions: number;
}

export interface SessionUsageRow extends UsageRow {
  readonly agent: Agent;
  readonly title: string;
  /** Milliseconds. */
  readonly startedAt: number;
  readonly activeAt: number;
  /** Its models, most requests first. */
  readonly models: readonly string[];
}

export interface UsageReport {
  readonly total: Usage;
  /** Number of sessions that match the query, and how many of them record no requests. */
  readonly counted: number;
  readonly untold: number;
  /** Most cost first, then most tokens; days by date; sessions newest first. */
  readonly agents: readonly UsageRow[];
  readonly models: readonly UsageRow[];
  readonly days: readonly UsageRow[];
  readonly sessions: readonly SessionUsageRow[];
  /** Models without a price. */
  readonly unpricedModels: readonly string[];
}

/** Number of messages and sessions at a weekday and hour, local time. */
export interface ActivityCell {
  /** 0 is Monday. */
  readonly weekday: number;
  /** 0 to 23. */
  readonly hour: number;
  readonly messages: number;
  readonly sessions: number;
}

export interface ActivityDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly messages: number;
  readonly sessions: number;
  /** Messages per agent. */
  readonly agents: Readonly<Record<string, number>>;
}

export interface Activity {
  /** Without quiet hours. */
  readonly hours: readonly ActivityCell[];
  /** By date, without quiet days. */
  readonly days: readonly ActivityDay[];
}

/** A count with the sessions it comes from, newest first. */
export interface Counted {
  readonly name: string;
  readonly count: number;
  readonly sessions: readonly string[];
}

export interface FailingCommand extends Counted {
  /** How often it ran, `count` of them failing. */
  readonly runs: number;
}

export interface LongSession {
  readonly session: string;
  readonly title: string;
  readonly messages: number;
  /** Between the first and the last message. Milliseconds. */
  readonly duration: number;
}

export interface Work {
  /** Most changed files, relative to their session's folder. */
  readonly files: readonly Counted[];
  /** Most often failing commands, by kind: `npm test`. */
  readonly commands: readonly FailingCommand[];
  /** Number of interruptions by the person, compactions, and messages the person rewound. */
  readonly interrupted: number;
  readonly compacted: number;
  readonly rewound: number;
  readonly longest: readonly LongSession[];
  /** Steps left open in agents' own lists. */
  readonly plans: readonly {
    readonly session: string;
    readonly title: string;
    readonly open: readonly string[];
  }[];
}

/** Problems of a session, as counts. */
export interface Health {
  readonly session: string;
  /** Failed tool calls and errors of the agent. */
  readonly errors: number;
  /** Repeated calls of what failed before. */
  readonly retries: number;
  /** Number of changes and of changed files, and the most changed file. */
  readonly edits: number;
  readonly files: number;
  readonly mostEdited?: { readonly path: string; readonly times: number };
  readonly compactions: number;
  readonly interrupted: number;
  readonly rewound: number;
}

/** Restricts a report; everything by default. */
export interface InsightQuery {
  /** Limits of the time of requests and messages, milliseconds. */
  readonly since?: number;
  readonly until?: number;
  readonly agent?: Agent;
  readonly model?: string;
  readonly session?: string;
  /** The person's own prices, US dollars per million tokens. */
  readonly prices?: OwnPrices;
  /** Whether only the report on all sessions is wanted, none while they are read. */
  readonly isWhole?: boolean;
}

/** A report on the sessions read so far. */
export interface InsightReport {
  /** Number of sessions, and how many have been read; the newest are read first. */
  readonly sessions: number;
  readonly read: number;
  readonly isComplete: boolean;
  /** Date of the list prices, `YYYY-MM-DD`. */
  readonly pricesOf: string;
  readonly usage: UsageReport;
  readonly activity: Activity;
  readonly work: Work;
  /** Sessions with problems, newest first. */
  readonly health: readonly Health[];
}

/** A dialog with the recommended size, above which agents are asked to compact it. */
export interface DialogSize {
  readonly name: string;
  readonly messages: number;
  readonly maxMessages: number;
  /** On disk, with its summary. */
  readonly bytes: number;
  readonly maxBytes: number;
  readonly isOutside: boolean;
}

/** An open to-do in a dialog's summary. */
export interface OpenTodo {
  readonly dialog: string;
  readonly text: string;
  /** State and date, if the summary has them. */
  readonly state?: string;
  readonly date?: string;
}

export const diskKinds = [
  ...(['dialogs', 'contexts', 'backups', 'archives', 'transcripts', 'recordings', 'memories'] as const),
  ...(['index', 'trash', 'damaged', 'other'] as const),
] as const;

/** Disk space of one kind of files in the history; `transcripts` are the copies beside archives. */
export interface DiskUse {
  readonly kind: (typeof diskKinds)[number];
  readonly bytes: number;
  /**
   * Whether it can be deleted: it is rebuilt (`index`), was deleted before (`trash`), or was set aside (`backups`,
   * `damaged`).
   */
  readonly canGo: boolean;
}

/** The contents of a history. */
export interface Holdings {
  /** Largest share of its limits first. */
  readonly dialogs: readonly DialogSize[];
  /** From dialogs that are not archived, most recently active first. */
  readonly todos: readonly OpenTodo[];
  readonly disk: readonly DiskUse[];
}

/** What agents did in a project and what it cost, from their transcripts. */
export interface InsightStore {
  /**
   * Yields a report on what is known, further ones as more sessions are read, and a final one. Stopping early stops
   * the reading; figures read so far are kept in `.index/`.
   */
  report(workspace: Workspace, query?: InsightQuery, signal?: AbortSignal): AsyncIterable<InsightReport>;
  /**
   * Returns the usage of sessions by id, reading only those not read before. Copies are recognized only among
   * sessions already read. Omits sessions without recorded usage.
   */
  usageOf(
    workspace: Workspace,
    sessions: readonly string[],
    prices?: OwnPrices,
  ): Promise<readonly SessionUsageRow[]>;
  /** Returns open to-dos, sizes of dialogs, and what takes disk space. */
  holdings(): Promise<Holdings>;
}
