import type { Places } from '../profile/machine.ts';
import { StoreError, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import type { ContinueTranscript } from './continued.ts';
import type { SessionWriter } from '../writing/newSession.ts';
import type { SessionForm } from './forms.ts';
import type {
  MessageRecord,
  ReportUnread,
  SessionHeader,
  StreamTranscript,
  TranscriptSource,
  Agent,
} from './types.ts';

/** A transcript found on disk, not yet read. */
export interface FoundTranscript {
  readonly agent: Agent;
  /** Absolute path. */
  readonly path: string;
  /** Folder it belongs to, if its path says so. */
  readonly cwd?: string;
  /** Whether the path leaves open if it belongs to the roots; then its content decides. */
  readonly unsure: boolean;
  /** Whether an unsure one nearly always belongs to them; head and tail are then read at once. */
  readonly likely?: boolean;
  /** Its name, where the agent keeps that apart from it. */
  readonly name?: string;
  /** Whether it ran in no folder; it belongs to the roots if it mentions them. */
  readonly isHomeless?: true;
  /** Facts about a session that has no file of its own; lists read nothing else of it. */
  readonly stored?: StoredFacts;
}

/** What a storage says of a session: bytes, time of last change in milliseconds, and the overview for lists. */
export interface StoredFacts {
  readonly size: number;
  readonly mtimeMs: number;
  readonly overview: Overview;
}

/** Finds the transcripts of an agent that may belong to the roots, and reports what it cannot read. */
export type FindTranscripts = (
  places: Places,
  roots: Roots,
  report: ReportUnread,
) => AsyncIterable<FoundTranscript>;

/**
 * The folders whose sessions belong to a workspace folder, each with everything below: itself, its git repository with
 * all working trees, and the project's former folders.
 */
export interface Roots {
  /** Real paths, and the folder as it was given. Former folders may no longer exist, or be of another system. */
  readonly folders: readonly string[];
  /** Parent of the folders in which chats without a workspace run; the paths they mention decide where they belong. */
  readonly scratch: string;
  /** Whether a session that ran in `cwd`, a folder as its agent recorded it, belongs here. */
  readonly include: (cwd: string) => Promise<boolean>;
  /** How such a folder belongs here; undefined if its sessions do not. */
  readonly relationOf: (cwd: string) => Promise<RootRelation | undefined>;
  /** The path on this machine of such a folder; undefined if it has none. */
  readonly pathOf: (recorded: string) => string | undefined;
}

/** How a folder in which sessions ran belongs to a workspace folder. */
export interface RootRelation {
  /** Whether it is the workspace folder or inside it. */
  readonly isHere: boolean;
  /** Start time from which sessions belong to the folder's next project. Milliseconds, or `Infinity`. */
  readonly until: number;
}

/** The beginning of a transcript and, if that is not all of it, its end. */
export interface Ends {
  /** Whole JSON lines; or the first line, or the single JSON value, completed if it was cut. */
  readonly head: string;
  /** Whole JSON lines; empty if there are none. */
  readonly tail: string;
  /** Whether head and tail are the whole transcript. */
  readonly complete: boolean;
  /** Whether the head is a single value that was cut, so that later fields may be missing. */
  readonly torn: boolean;
}

/** Patterns of the lines after a transcript's beginning that a list must not miss. */
export interface KeyLinePatterns {
  /** Lines that set the session's title or hold times. */
  readonly title: RegExp;
  /** Lines that rewind the conversation; the whole transcript must then be parsed. */
  readonly rewind: RegExp;
}

/** Facts that a list needs of a session. */
export interface Overview extends Pick<
  SessionHeader,
  | 'sessionId'
  | 'title'
  | 'startTime'
  | 'lastUpdated'
  | 'cwd'
  | 'alsoIn'
  | 'gitBranch'
  | 'parentId'
  | 'isAutomated'
> {
  /** Whether no message was found in the part read. */
  readonly empty: boolean;
}

/** Reads a JSON file beside transcripts, once per list; undefined if there is none. */
export type ReadOnce = (path: string) => Promise<JsonValue | undefined>;

/** An agent's rule for deleting its transcripts; without either limit it never deletes. */
export interface Retention {
  /** Age after the last change at which a transcript is deleted, milliseconds. */
  readonly maxAgeMs?: number;
  /** Number of transcripts kept per folder, by last change. */
  readonly newest?: number;
}

/** A folder in which an agent keeps sessions. */
export interface SessionHome {
  /** Absolute path. */
  readonly folder: string;
  /** Matches the paths of sessions below it, with slashes; absent where their content tells whose they are. */
  readonly files?: RegExp;
}

/** Transcripts whose content is not the bytes of their file: packed ones, and those that go on from another file. */
export interface AssembledContent {
  /** Matches the paths that may be such, with slashes. */
  readonly pathPattern: RegExp;
  /** Returns the file that has the content of such a path now. */
  readonly fileAt: (path: string) => string;
  /** Whether a file is such, by its path alone or by its beginning, which is empty if not read. */
  readonly is: (path: string, head: string) => boolean;
  /** Yields the content, also of a file that is not such. */
  readonly open: (path: string) => AsyncIterable<Uint8Array>;
  /** Whether nothing of the content can be read. */
  readonly isLost: (content: string) => boolean;
}

/** A session whose transcript is gone, as other files of its agent tell it. */
export interface LostSession {
  readonly agent: Agent;
  readonly sessionId: string;
  /** True if its trace names no session: the id is made of folder and day, and may hold what a session there has. */
  readonly isUnnamed?: true;
  /** The trace that told of it first. Absolute. */
  readonly path: string;
  readonly cwd?: string;
  readonly title?: string;
  readonly gitBranch?: string;
  /** True if no trace holds what the agent answered. */
  readonly isUnanswered?: true;
  /** In the order of their times; never empty. */
  readonly messages: readonly MessageRecord[];
}

/** A transcript that lies where nothing leads to it any more. */
export interface OrphanTranscript {
  readonly agent: Agent;
  readonly path: string;
}

/** Which lost sessions are asked for. */
export interface Wanted {
  readonly places: Places;
  /** Of the project that asks. */
  readonly roots: Roots;
  /** Whether sessions of a folder are asked for; undefined where no trace tells the folder. */
  readonly isOf: (cwd: string | undefined) => Promise<boolean>;
}

/** Finds what an agent's files tell of sessions that are not there any more. Only reads. */
export type FindLost = (wanted: Wanted) => AsyncIterable<LostSession | OrphanTranscript>;

/** Everything known of an agent's transcripts; a new agent is one such value in the table of `agents.ts`. */
export interface AgentTranscripts {
  readonly id: Agent;
  readonly find: FindTranscripts;
  /** Every form in which it is known to keep sessions. */
  readonly forms: readonly SessionForm[];
  /** Where it keeps its sessions of all projects, or those of the folders `roots`. */
  readonly homes: (places: Places, roots: readonly string[]) => readonly SessionHome[];
  /** Paths of its sessions that ran in no folder. */
  readonly homeless?: (places: Places) => Promise<readonly string[]>;
  /** Paths where a session may be, whatever its project; `session` is in lower case. Without it `find` is asked. */
  readonly ofSession?: (places: Places, session: string) => Promise<readonly string[]>;
  /** Whether a record is from one of its transcripts. `path` has slashes on every system. */
  readonly recognise: (record: JsonValue, path: string) => boolean;
  /** Matches its transcripts' paths, with slashes, for those without a readable record. */
  readonly pathPattern: RegExp;
  /** Whether its transcripts are plain text, recognised only by path. */
  readonly plainText?: boolean;
  readonly stream: StreamTranscript;
  /** Whether its sessions are incomplete copies of those that this agent has under the same id. */
  readonly copies?: (agent: Agent) => boolean;
  /**
   * Sessions without a file each: a pattern of their paths, with slashes, and their content, which `stream` reads as
   * JSON lines.
   */
  readonly stored?: {
    readonly pathPattern: RegExp;
    readonly rows: (path: string) => AsyncIterable<JsonObject>;
    /** A database that is its own wherever it lies, because a variable names it. */
    readonly named?: (places: Places) => string | undefined;
  };
  readonly assembled?: AssembledContent;
  /** Reads an overview from head and tail, with the title that a full read gives. */
  readonly titleOf: (ends: Ends, source: TranscriptSource, readOnce: ReadOnce) => Promise<Overview>;
  /** For long transcripts made of lines; others are parsed as far as head and tail reach. */
  readonly keyLines?: KeyLinePatterns;
  /**
   * Index of the first of a transcript's last lines from which parsing gives the same messages as a full read.
   *
   * Undefined if none is certain to. Only for transcripts that grow by appending.
   */
  readonly tailStart?: (lines: readonly string[]) => number | undefined;
  /** Continues reading its transcripts at a place. Only for transcripts that grow by appending. */
  readonly goOn?: ContinueTranscript;
  /** Whether that also returns the figures of a session. */
  readonly continuesFigures?: boolean;
  /** Whether that also returns the header of a session. */
  readonly continuesHeader?: boolean;
  /** Changes when the files of a session's subagents do; for transcripts that are a file each. */
  readonly helperState?: (path: string) => Promise<string>;
  /** Whether its transcripts are always lines, so that a line that was cut may hold no words of the person. */
  readonly writesLines?: boolean;
  /**
   * Reads the retention rule for transcripts of the project in `folder` from the agent's settings. If this is missing
   * or returns undefined, the rule is unknown.
   */
  readonly retention?: (places: Places, folder: string) => Promise<Retention | undefined>;
  /** Writes new sessions that the agent resumes as its own. */
  readonly writer?: SessionWriter;
  /** Finds what its other files tell of sessions without a transcript, and transcripts to which nothing leads. */
  readonly lost?: FindLost;
  /** Folders in which sessions are likely to appear or grow. `roots` are projects, `now` is in milliseconds. */
  readonly watch?: (places: Places, roots: readonly string[], now: number) => readonly string[];
}

/** Readers, in the order in which records are recognised. */
export type AgentTable = readonly AgentTranscripts[];

/** Returns the reader of an agent. Throws `not_found` for one that this version does not know. */
export function readerOf(agents: AgentTable, agent: Agent): AgentTranscripts {
  const reader = agents.find(({ id }) => id === agent);
  if (reader) return reader;
  throw new StoreError(
    'not_found',
    `Transcripts of ${JSON.stringify(agent)} cannot be read by this version.`,
  );
}

/** Loads the table. */
export type LoadAgents = () => Promise<AgentTable>;
