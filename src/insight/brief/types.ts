import type { Workspace } from '../../history/sessions/types.ts';
import type { Unread } from './unread.ts';

/** What a brief is for: a new session, the same session after a compaction, another agent or machine. */
export const briefPurposes = ['start', 'afterCompaction', 'handOver'] as const;
export type BriefPurpose = (typeof briefPurposes)[number];

/** Default and limits of a brief's size. Tokens (o200k). */
export const briefTokens = { usual: 800, least: 300, most: 4_000 } as const;

/** Sections of a brief, in order. */
export const briefSections = [
  ...(['requests', 'plan', 'decisions', 'constraints', 'issues', 'commands', 'files', 'memories'] as const),
] as const;
export type BriefSection = (typeof briefSections)[number];

export interface BriefRequest {
  /** Default `start`. */
  readonly purpose?: BriefPurpose;
  /** Default from the settings, otherwise 800; 300 to 4,000, otherwise `invalid_argument`. */
  readonly maxTokens?: number;
  /** Maximum length where its reader cuts longer ones. Characters. */
  readonly maxChars?: number;
  /** The id of a session to describe whole, or its beginning; default how the last active one ended. */
  readonly session?: string;
  /** The caller cannot wait: facts of a long session cached at its compaction suffice, even if it has grown since. */
  readonly atOnce?: true;
}

/** One statement of a brief. */
export interface BriefItem {
  readonly section: BriefSection;
  /** As written in the brief: one line, without its date. */
  readonly text: string;
  /** The uncut text, which identifies the statement. */
  readonly whole: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  /** `history://…`, which can be opened. */
  readonly reference: string;
  /** The subject; a later statement about it replaces this one. */
  readonly about?: string;
  /** Pinned by a person. */
  readonly pinned?: true;
}

/** What an agent receives at the beginning. */
export interface Brief {
  readonly purpose: BriefPurpose;
  /** Markdown; empty where there is nothing to say. */
  readonly text: string;
  /** An upper bound for all current tokenizers; never above the requested maximum. */
  readonly tokens: number;
  /** In the order of the text. */
  readonly items: readonly BriefItem[];
  /** Number of statements that did not fit. */
  readonly omitted: number;
  /** The statements that did not fit, in the order of the text and uncut. */
  readonly left: readonly BriefItem[];
  /** Pinned statements left out because they no longer hold. */
  readonly outdated: readonly OutdatedPin[];
  /** What could not be read; the last line of the text names it. */
  readonly unread: readonly Unread[];
}

/** A pinned statement that no longer holds. */
export interface OutdatedPin {
  readonly statement: ChosenStatement;
  /** The later statement that replaces it; absent where its source is closed or deleted. */
  readonly by?: BriefItem;
}

/** A statement with a person's choice, identified even after its source has moved on. */
export interface ChosenStatement {
  readonly section: BriefSection;
  /** Uncut, one line. */
  readonly text: string;
  /** Milliseconds since 1970-01-01 UTC. */
  readonly time: number;
  readonly reference: string;
  readonly about?: string;
}

/** A pinned statement is always included and placed first; a `never` one is excluded for every purpose. */
export interface BriefChoice {
  readonly kind: 'pinned' | 'never';
  /** Time of the choice, milliseconds; default now. */
  readonly at?: number;
}

/** Choices about single statements, newest first. */
export interface BriefChoices {
  readonly pinned: readonly (ChosenStatement & { readonly at: number })[];
  readonly never: readonly (ChosenStatement & { readonly at: number })[];
}

/** How a brief reaches its readers. */
export const briefChannels = ['hook', 'tool', 'prompt', 'resource', 'terminal'] as const;
export type BriefChannel = (typeof briefChannels)[number];

/** The recipient of a brief. */
export interface Recipient {
  readonly by: BriefChannel;
  /** The agent's own name, where known: `Claude Code`, or `claude-code` for a client of the server. */
  readonly agent?: string;
  /** The id of the receiving session, where its agent reports it. */
  readonly session?: string;
}

/** The part of a brief that an agent receives. */
export interface BriefText extends Pick<Brief, 'purpose' | 'tokens' | 'text'> {
  /** References of its statements, in the order of the text. */
  readonly references: readonly string[];
}

/** A brief exactly as given. */
export interface GivenBrief extends Recipient, Pick<Brief, 'purpose' | 'tokens' | 'text'> {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  /** References of its statements, in the order of the text. */
  readonly items: readonly string[];
  /** Number of the session's compaction after which it was given, where known. */
  readonly compaction?: number;
}

/** What makes a claim of a brief the same as an earlier one. */
export interface BriefClaim {
  /** Milliseconds between two hooks of one agent for the same start of a session. */
  readonly withinMs: number;
  /** Number of the session's compaction; one brief is given for each, and where unknown one for each text. */
  readonly compaction?: number;
}

export interface BriefStore {
  /**
   * Composes a brief; writes nothing but caches of session lists and of long sessions' facts. Throws `not_found` for an
   * unknown session, and `damaged` where the excluded statements are unknown.
   */
  make(workspace: Workspace, request?: BriefRequest): Promise<Brief>;
  /** Lists recent briefs given on this machine, newest first. Skips unreadable lines. */
  given(): Promise<readonly GivenBrief[]>;
  /** Records that a non-empty brief was given, if a history exists. Failures are only logged. */
  noteGiven(brief: Brief, to: Recipient): Promise<void>;
  /**
   * Records a brief before it is given. Returns false if the same session received one in the same way: after a
   * compaction for that one, else for the same purpose within `withinMs`; of several concurrent callers, one gets true.
   */
  claim(brief: Brief, to: Recipient, claim: BriefClaim): Promise<boolean>;
  /** Throws `damaged` where the file cannot be read. */
  choices(): Promise<BriefChoices>;
  /**
   * Sets or clears the choice for a statement, for everyone who works with the project, and returns the previous one
   * for undo. A statement is identified by its source and text. A damaged file is moved aside.
   */
  choose(statement: ChosenStatement, choice: BriefChoice | undefined): Promise<BriefChoice | undefined>;
}
