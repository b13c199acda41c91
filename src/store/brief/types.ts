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

export interface BriefStore {
  /** Reads and writes nothing but what the lists of sessions keep. Throws `not_found` for a session that is not there. */
  make(workspace: Workspace, request?: BriefRequest): Promise<Brief>;
}
