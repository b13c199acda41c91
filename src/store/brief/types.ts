import type { Workspace } from '../sessions/types.ts';
import type { Unread } from './unread.ts';

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
  /** Default what the settings say, which is 800 where they say nothing; 300 to 4,000, otherwise `invalid_argument`. */
  readonly maxTokens?: number;
  /** The session that goes on, by its id or the beginning of it; default the last active one. */
  readonly session?: string;
  /**
   * Whoever asks cannot wait: what was gathered of a long session as it was compacted will do, though something may have
   * been added to it since.
   */
  readonly atOnce?: true;
}

/** One statement of a brief. */
export interface BriefItem {
  readonly section: BriefSection;
  /** As the brief has it: one line, without its date. */
  readonly text: string;
  /** The same before it was cut, by which it is known. */
  readonly whole: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** `history://…`, under which it can be opened. */
  readonly reference: string;
  /** What it tells of, where a later statement of the same replaces it. */
  readonly about?: string;
  /** Somebody pinned it. */
  readonly pinned?: true;
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
  /** Those, in the order in which they would be told; their text is whole. */
  readonly left: readonly BriefItem[];
  /** Pinned statements that are not told because they no longer hold. */
  readonly outdated: readonly OutdatedPin[];
  /** What could not be read, of which it tells nothing but this, in a line at its end. */
  readonly unread: readonly Unread[];
}

/** A statement that was pinned, and why it is not told any more. */
export interface OutdatedPin {
  readonly statement: ChosenStatement;
  /** The statement that came later and replaces it; absent where what it was of is closed, or has been deleted. */
  readonly by?: BriefItem;
}

/** A statement that somebody decided something of, so that it is known even when its source has moved on. */
export interface ChosenStatement {
  readonly section: BriefSection;
  /** Whole, on one line. */
  readonly text: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly reference: string;
  readonly about?: string;
}

/** A pinned statement is always told, and gets room first; the other is not told for any purpose. */
export interface BriefChoice {
  readonly kind: 'pinned' | 'never';
  /** When it was decided, milliseconds; default now. */
  readonly at?: number;
}

/** What people decided of single statements, newest first. */
export interface BriefChoices {
  readonly pinned: readonly (ChosenStatement & { readonly at: number })[];
  readonly never: readonly (ChosenStatement & { readonly at: number })[];
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

/** What of a brief is given to an agent. */
export interface TextOfBrief extends Pick<Brief, 'purpose' | 'tokens' | 'text'> {
  /** Of what it tells, in the order of the text. */
  readonly references: readonly string[];
}

/** A brief as it was given, exactly. */
export interface GivenBrief extends Recipient, Pick<Brief, 'purpose' | 'tokens' | 'text'> {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** The references of what it told, in the order of the text. */
  readonly items: readonly string[];
}

export interface BriefStore {
  /**
   * Reads, and writes nothing but what the lists of sessions keep and what happened in long ones. Throws `not_found` for a session that is not there, and
   * `damaged` where it is not known what is never to be told.
   */
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
  /** Throws `damaged` where the file cannot be read. */
  choices(): Promise<BriefChoices>;
  /**
   * Decides of a statement for everybody who works with the project, or takes back what was decided. The statement is
   * known by what its reference is of and by its text: once that is another, nothing is decided. Gives what was decided
   * before, with which it can be undone. A damaged file is put aside.
   */
  choose(statement: ChosenStatement, choice: BriefChoice | undefined): Promise<BriefChoice | undefined>;
}
