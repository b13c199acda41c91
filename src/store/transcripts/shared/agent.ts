import type { JsonObject, JsonValue } from '../../base/core.ts';
import type { Agent, SessionHeader, StreamTranscript, TranscriptSource } from './types.ts';

/** Where agents keep their files; a value, so that tests need no real home. */
export interface Places {
  /** Absolute path of the person's home folder. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The `User` folder of the running VS Code; the usual ones where it is not given. */
  readonly vscodeUserFolder?: string;
}

/** A transcript that is there, before anything of it is read. */
export interface FoundTranscript {
  readonly agent: Agent;
  /** Absolute path. */
  readonly path: string;
  /** The folder it belongs to, where its place tells. */
  readonly cwd?: string;
  /** Whether its place alone does not tell that it belongs to the roots: then its own words must. */
  readonly unsure: boolean;
  /** Whether what is unsure nearly always belongs to them: then head and tail are read at once. */
  readonly likely?: boolean;
  /** What is known of a session without a file of its own, of which a list reads nothing. */
  readonly stored?: StoredFacts;
}

/** What its storage tells of a session: bytes, the time of its last change in milliseconds, and what a list shows. */
export interface StoredFacts {
  readonly size: number;
  readonly mtimeMs: number;
  readonly overview: Overview;
}

/** Finds the transcripts of an agent that may belong to the roots. */
export type FindTranscripts = (places: Places, roots: Roots) => AsyncIterable<FoundTranscript>;

/**
 * The folders whose sessions belong to a workspace folder: itself, the top of its git repository and the repository's
 * other working trees, and those the project was in before, each with what is below it.
 */
export interface Roots {
  /** Real paths, and the folder's own as it was given. Those the project was in before may be gone, or of another system. */
  readonly folders: readonly string[];
  /** In folders below this one run chats that belong to no workspace: what they name tells whose they are. */
  readonly scratch: string;
  /** Whether a session that ran in `cwd` belongs here. */
  readonly include: (cwd: string) => Promise<boolean>;
  /** What is known of such a folder; undefined where its sessions do not belong here. */
  readonly placeOf: (cwd: string) => Promise<RootPlace | undefined>;
}

/** How a folder in which sessions ran belongs to a workspace folder. */
export interface RootPlace {
  /** Whether it is the workspace folder, or in it. */
  readonly isHere: boolean;
  /** Sessions that began later belong to what is there now. Milliseconds, or `Infinity`. */
  readonly until: number;
}

/** The beginning of a transcript and, where that is not all, its end. */
export interface Ends {
  /** Whole JSON lines; or the first one, or the one JSON value that all of it is, made whole where it was cut. */
  readonly head: string;
  /** Whole JSON lines; empty where there are none. */
  readonly tail: string;
  /** Whether head and tail are all there is. */
  readonly complete: boolean;
  /** Whether the head is one value that was cut: what it says of itself behind may be missing. */
  readonly torn: boolean;
}

/** What marks the lines behind the beginning of a transcript that a list must not miss. */
export interface TellingLines {
  /** They give the session its title, or say when it was. */
  readonly title: RegExp;
  /** They take back what was said before them: then all is to be read. */
  readonly takesBack: RegExp;
}

/** What a list needs of a session. */
export interface Overview extends Pick<
  SessionHeader,
  'sessionId' | 'title' | 'startTime' | 'lastUpdated' | 'cwd' | 'gitBranch'
> {
  /** Whether nothing was said in what was read. */
  readonly empty: boolean;
}

/** Reads the JSON of a file beside transcripts, once for each list; undefined where there is none. */
export type ReadOnce = (path: string) => Promise<JsonValue | undefined>;

/** When an agent deletes its transcripts by itself. With neither limit it never does. */
export interface Retention {
  /** How long after its last change it deletes one, milliseconds. */
  readonly maxAgeMs?: number;
  /** How many it keeps of a folder, those that changed last. */
  readonly newest?: number;
}

/** All that is known of an agent's transcripts: a new agent is one such value in the table of `agents.ts`. */
export interface AgentTranscripts {
  readonly id: Agent;
  readonly find: FindTranscripts;
  /** Whether a record looks like one of its transcripts'. `path` has slashes on every system. */
  readonly recognise: (record: JsonValue, path: string) => boolean;
  /** Where its transcripts lie, for those without a readable record; matched with slashes. */
  readonly place: RegExp;
  /** Whether its transcripts are text without records, which their place alone tells. */
  readonly plainText?: boolean;
  readonly stream: StreamTranscript;
  /** For sessions that are no file each: their paths, matched with slashes, and what they hold, which `stream` reads as JSON lines. */
  readonly stored?: {
    readonly place: RegExp;
    readonly rows: (path: string) => AsyncIterable<JsonObject>;
  };
  /** A session as far as head and tail tell of it, with the title that reading the whole gives. */
  readonly titleOf: (ends: Ends, source: TranscriptSource, readOnce: ReadOnce) => Promise<Overview>;
  /** For long transcripts made of lines; others are read as far as head and tail reach. */
  readonly telling?: TellingLines;
  /**
   * Of the last lines of a transcript to which lines are only added, the first from which on reading them gives the same
   * messages as reading all of it; undefined where none is certain to.
   */
  readonly tailStart?: (lines: readonly string[]) => number | undefined;
  /** Whether its transcripts are always lines, so that one that was cut may be no words of the person. */
  readonly writesLines?: boolean;
  /**
   * When the agent deletes the transcripts of the project in `folder`, by its own settings. Where this is missing, or
   * gives undefined, that is not known.
   */
  readonly retention?: (places: Places, folder: string) => Promise<Retention | undefined>;
  /** Folders in which a new session, or more of one, is likely to show. `roots` are projects, `now` milliseconds. */
  readonly watch?: (places: Places, roots: readonly string[], now: number) => readonly string[];
}

/** The agents whose transcripts are read, in the order in which records are recognised. */
export type AgentTable = Readonly<Record<Agent, AgentTranscripts>>;

/** Gives the table, from wherever it is loaded. */
export type LoadAgents = () => Promise<AgentTable>;
