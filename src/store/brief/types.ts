import type { Workspace } from '../sessions/types.ts';

/** What a brief is for: a new session, the same session after its context was compacted, another agent or machine. */
export const briefPurposes = ['start', 'afterCompaction', 'handOver'] as const;
export type BriefPurpose = (typeof briefPurposes)[number];

/** Tokens of a brief (o200k), unless said otherwise; and what may be said. */
export const briefTokens = { usual: 800, least: 300, most: 4_000 } as const;

/** What a brief tells, in the order it is told. */
export const briefSections = [
  ...(['requests', 'plan', 'decisions', 'constraints', 'issues', 'commands', 'files', 'memories'] as const),
] as const;
export type BriefSection = (typeof briefSections)[number];

export interface BriefRequest {
  /** Default `start`. */
  readonly purpose?: BriefPurpose;
  /** Default 800; 300 to 4,000, otherwise `invalid_argument`. */
  readonly maxTokens?: number;
  /** The session that goes on, by its id or the beginning of it; default the last active one. */
  readonly session?: string;
}

/** One statement of a brief. */
export interface BriefItem {
  readonly section: BriefSection;
  /** As the brief has it: one line, without its date. */
  readonly text: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** `history://…`, under which it can be opened. */
  readonly reference: string;
}

/** What an agent is told at the beginning. */
export interface Brief {
  readonly purpose: BriefPurpose;
  /** Markdown; empty where there is nothing to tell. */
  readonly text: string;
  /** No tokenizer of today counts more. Never above what was asked for. */
  readonly tokens: number;
  /** In the order of the text. */
  readonly items: readonly BriefItem[];
  /** How many further statements the budget had no room for. */
  readonly omitted: number;
}

/** How a brief comes to those who read it. */
export const briefWays = ['hook', 'tool', 'prompt', 'resource', 'terminal'] as const;
export type BriefWay = (typeof briefWays)[number];

/** Who a brief is given to. */
export interface Recipient {
  readonly by: BriefWay;
  /** As it calls itself, where that is known: `Claude Code`, or `claude-code` for a client of the server. */
  readonly agent?: string;
  /** The id of the session that is told, where its agent says it. */
  readonly session?: string;
}

/** A brief as it was given, exactly. */
export interface GivenBrief extends Recipient, Pick<Brief, 'purpose' | 'tokens' | 'text'> {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** The references of what it told, in the order of the text. */
  readonly items: readonly string[];
}

export interface BriefStore {
  /** Reads and writes nothing but what the lists of sessions keep. Throws `not_found` for a session that is not there. */
  make(workspace: Workspace, request?: BriefRequest): Promise<Brief>;
  /** The briefs given on this machine of late, the newest first. Lines that cannot be read are left out. */
  given(): Promise<readonly GivenBrief[]>;
  /** Notes that a brief was given, where there is a history and something was told. What fails is told to the log only. */
  noteGiven(brief: Brief, to: Recipient): Promise<void>;
  /**
   * Notes it before it is given, unless the same session was given one for the same purpose in the same way within so
   * many milliseconds: then the result is false, and nothing is to be given. Of any number of programs that ask at once,
   * one gets true.
   */
  claim(brief: Brief, to: Recipient, withinMs: number): Promise<boolean>;
}
