import type { Agent } from '../transcripts/shared/types.ts';
import type { Workspace } from '../sessions/types.ts';
import type { OwnPrices } from './prices.ts';

/** Tokens as far as transcripts tell of them: what none tells of is missing, never 0. */
export interface Tokens {
  /** All that models read, from a cache or not. */
  readonly input?: number;
  /** What models wrote, thoughts included. */
  readonly output?: number;
  /** Of the input, what came from caches. */
  readonly cacheRead?: number;
  /** Of the input, what went into caches. */
  readonly cacheWrite?: number;
}

/** What requests to models took together. */
export interface Usage extends Tokens {
  /** Requests that transcripts tell of; a copy in a fork or a resumed session is none. */
  readonly requests: number;
  /** By list prices or those of the person, US dollars; missing where the cost of no request is known. */
  readonly cost?: number;
  /** Requests whose cost is not known: their model has no price, or their tokens are not told. */
  readonly unpriced: number;
}

/** The usage of an agent, a model, a day or a session. */
export interface UsageRow extends Usage {
  /** The agent's or session's id, the name of the model as written (empty: not told), or the day, `YYYY-MM-DD`. */
  readonly key: string;
  /** Sessions that it is of. */
  readonly sessions: number;
}

export interface SessionUsageRow extends UsageRow {
  readonly agent: Agent | 'history';
  readonly title: string;
  /** Milliseconds. */
  readonly startedAt: number;
  readonly activeAt: number;
  /** Its models, the one with most requests first. */
  readonly models: readonly string[];
}

export interface UsageReport {
  readonly total: Usage;
  /** Sessions whose transcripts tell of no request. */
  readonly untold: number;
  /** Each with most cost first, then most tokens; days by date; sessions the newest first. */
  readonly agents: readonly UsageRow[];
  readonly models: readonly UsageRow[];
  readonly days: readonly UsageRow[];
  readonly sessions: readonly SessionUsageRow[];
  /** The models without a price. */
  readonly unpricedModels: readonly string[];
}

/** When something was said: how many messages, and in how many sessions. Days and hours of this machine. */
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
  /** Messages of each agent. */
  readonly agents: Readonly<Record<string, number>>;
}

export interface Activity {
  /** What is not here was quiet. */
  readonly hours: readonly ActivityCell[];
  /** By date; quiet days are left out. */
  readonly days: readonly ActivityDay[];
}

/** Something with a count, and the sessions it is from, the newest first. */
export interface Counted {
  readonly name: string;
  readonly count: number;
  readonly sessions: readonly string[];
}

export interface FailingCommand extends Counted {
  /** How often it ran; `count` times it failed. */
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
  /** Files that calls changed most, relative to the folder of their session. */
  readonly files: readonly Counted[];
  /** Commands that failed most, by what they are: `npm test`. */
  readonly commands: readonly FailingCommand[];
  /** How often the person stopped an agent, agents compacted, and messages the person rewound. */
  readonly interrupted: number;
  readonly compacted: number;
  readonly rewound: number;
  readonly longest: readonly LongSession[];
  /** Steps that agents left open in their own lists. */
  readonly plans: readonly {
    readonly session: string;
    readonly title: string;
    readonly open: readonly string[];
  }[];
}

/** What went wrong in a session, each as a fact with its count. */
export interface Health {
  readonly session: string;
  /** Calls of tools that failed, and errors of the agent. */
  readonly errors: number;
  /** Calls of what had failed, made again. */
  readonly retries: number;
  /** Changes of files, in how many files, and the file changed most. */
  readonly edits: number;
  readonly files: number;
  readonly mostEdited?: { readonly path: string; readonly times: number };
  readonly compactions: number;
  readonly interrupted: number;
  readonly rewound: number;
}

/** Which part of it all; everything unless said otherwise. */
export interface InsightQuery {
  /** Requests and messages from then on, milliseconds. */
  readonly since?: number;
  readonly until?: number;
  readonly agent?: Agent | 'history';
  readonly model?: string;
  readonly session?: string;
  /** Of the person, US dollars for a million tokens. */
  readonly prices?: OwnPrices;
}

/** What is known so far. */
export interface InsightReport {
  /** Sessions that count, and how many of them are read; the newest are read first. */
  readonly sessions: number;
  readonly read: number;
  readonly isComplete: boolean;
  /** The day of the list prices, `YYYY-MM-DD`. */
  readonly pricesOf: string;
  readonly usage: UsageReport;
  readonly activity: Activity;
  readonly work: Work;
  /** Of sessions in which something went wrong, the newest first. */
  readonly health: readonly Health[];
}

/** A dialog with its comfort zone, the size at which agents are told to compact it. */
export interface DialogSize {
  readonly name: string;
  readonly messages: number;
  readonly maxMessages: number;
  /** On disk, with its summary. */
  readonly bytes: number;
  readonly maxBytes: number;
  readonly isOutside: boolean;
}

/** Something to do that the summary of a dialog names and that is not done. */
export interface OpenTodo {
  readonly dialog: string;
  readonly text: string;
  /** Its state and date, where the summary says them. */
  readonly state?: string;
  readonly date?: string;
}

export const diskKinds = [
  ...(['dialogs', 'contexts', 'backups', 'archives', 'transcripts', 'recordings', 'memories'] as const),
  ...(['index', 'trash', 'damaged', 'other'] as const),
] as const;

/** Bytes on disk of the files of a history of one kind; `transcripts` are the copies beside archives. */
export interface DiskUse {
  readonly kind: (typeof diskKinds)[number];
  readonly bytes: number;
  /** What can be deleted: it is made again (`index`), was deleted already (`trash`), or was put aside (`backups`, `damaged`). */
  readonly canGo: boolean;
}

/** What the history itself holds. */
export interface Holdings {
  /** The largest, by its zone, first. */
  readonly dialogs: readonly DialogSize[];
  /** Of dialogs that are not archived, those active last first. */
  readonly todos: readonly OpenTodo[];
  readonly disk: readonly DiskUse[];
}

/** What agents did in a project, and what it cost, from what transcripts record. */
export interface InsightStore {
  /**
   * What is known at once, then more while sessions are read that were not read before, then all. Stopping early stops
   * the reading; what was read is kept in `.index/`.
   */
  report(workspace: Workspace, query?: InsightQuery, signal?: AbortSignal): AsyncIterable<InsightReport>;
  /**
   * The usage of the sessions of these ids, of which only those are read that were not read before; what of them is a
   * copy is known of sessions that were read. Those of which nothing is told are left out.
   */
  usageOf(
    workspace: Workspace,
    sessions: readonly string[],
    prices?: OwnPrices,
  ): Promise<readonly SessionUsageRow[]>;
  /** What there is to do in dialogs, their comfort zones, and what takes space on the disk. */
  holdings(): Promise<Holdings>;
}
