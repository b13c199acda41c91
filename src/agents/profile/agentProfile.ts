import type { Text } from '../../disk/base/texts.ts';
import type { Around, FolderOf, Places } from './machine.ts';
import type { ConfigFormat, ConfigPart, PartKind, RetentionSetting } from './parts.ts';

/** What is known of an agent without reading anything: one value in the table of `agents.ts`. */
export interface AgentProfile {
  /** Written into archives, logs and caches, and typed in searches and commands. */
  readonly id: string;
  /** Further names, in lower case: those that it writes into messages, and ids of earlier versions. */
  readonly aliases?: readonly string[];
  /** Product name, the same in every language. */
  readonly name: string;
  /** Codicon; a terminal's by default. */
  readonly icon?: string;
  /** Id of the agent in which it runs, and whose server and hooks it uses. */
  readonly host?: string;
  readonly client?: AgentClient;
  readonly hooks?: AgentHooks;
  /** Where it reads servers, hooks and rules. */
  readonly setups?: readonly AgentSetup[];
  /** Makes the command that resumes a session in a terminal, run in the session's folder. */
  readonly resume?: (sessionId: string) => readonly string[];
  /** Makes the command that begins a session in a terminal with a prompt, and lets it read a folder. */
  readonly begin?: (prompt: string, folder: string) => readonly string[];
}

/** An agent as a client of the server. */
export interface AgentClient {
  /** Matches its names for itself. */
  readonly names: RegExp;
  /** Whether it shows only some 8,000 characters of a reply, including JSON, and cuts the middle of longer ones. */
  readonly isTerse?: true;
  /** Maximum size of a reply that it shows. UTF-8 bytes. */
  readonly shownBytes?: number;
  /** Variable that it sets for its servers: the session at the start. */
  readonly sessionVariable?: string;
  /**
   * Variable that marks what tools of its sessions start: a session that inherits it keeps no transcript, unless
   * another variable is set.
   */
  readonly unsaved?: { readonly variable: string; readonly unless: string };
  readonly meta?: ClientMeta;
  /** Matches those of its names under which one server serves all projects, so that its folder is meaningless. */
  readonly sharesServer?: RegExp;
  /** Returns the working folders of its running sessions. */
  readonly runningFolders?: (places: Places, files: AgentFiles) => readonly string[];
  /** Returns the working folder of the session that started this process, if the environment names that. */
  readonly callingFolder?: (places: Places, files: AgentFiles) => string | undefined;
}

/** Names of an agent's fields in `_meta` of each call. */
export interface ClientMeta {
  /** Holds the session. */
  readonly session?: string;
  /** Holds the id of the tool call. */
  readonly call?: string;
  /** Holds an object, or its JSON, with the session, and with `workspaces` keyed by the tops of working trees. */
  readonly turn?: string;
}

/** Looks at an agent's files; handed in, so that profiles read nothing themselves. Synchronous. */
export interface AgentFiles {
  /** Returns the text of a file of at most 4 MiB; undefined if it is larger, missing or unreadable. */
  readonly text: (path: string) => string | undefined;
  /** Returns the existing files `<folder>/<name>/<name><ending>`, the last changed first. */
  readonly newest: (folder: string, ending: string) => readonly string[];
  /** Whether a process of this machine has the id. */
  readonly isRunning: (pid: number) => boolean;
}

/** How an agent's hooks differ from those of Claude Code, which most agents adopted. */
export interface AgentHooks {
  /** Input and output in a form of its own. */
  readonly dialect?: HookDialect;
  /** Maximum length of what hooks return; longer texts are cut. Characters. */
  readonly maxContextChars?: number;
  /** Matches the transcripts of sessions at whose start it drops what hooks return. */
  readonly ignoresStart?: RegExp;
}

type HookFields = Readonly<Record<string, unknown>>;

/** An agent's own form of a hook's input and output. */
export interface HookDialect {
  /** Whether an input is in this form. */
  readonly isOf: (input: HookFields) => boolean;
  /** Returns the event of an input that does not name it. */
  readonly eventOf?: (input: HookFields) => string | undefined;
  /** Makes the output that adds a text to the context. */
  readonly output: (text: string) => object;
}

/** Files from which an agent reads servers, hooks and rules, and the form it expects there. */
export interface AgentSetup {
  /** Its own id, where an agent is set up in several places; the agent's by default. */
  readonly id?: string;
  /** Ids of earlier versions, which a person may still type. */
  readonly aliases?: readonly string[];
  /** Its own name; the agent's by default. */
  readonly name?: string;
  /** Matches names of the client, where they differ from those of another setup. */
  readonly client?: RegExp;
  /** Folder that exists where the agent is used. */
  readonly folder: FolderOf;
  readonly parts: readonly ConfigPart[];
  /** How long it keeps sessions, where a setting says so. */
  readonly retention?: RetentionSetting;
  /** Parts that earlier versions wrote into another file, removed when the agent is connected again. */
  readonly formerParts?: readonly ConfigPart[];
  /** What the user still has to do, or should know, once a part is written. */
  readonly notes?: Partial<Readonly<Record<PartKind, Text>>>;
  /** Connected only if it is named: it usually gets the server in another way. */
  readonly isByName?: true;
  readonly trust?: SetupTrust;
}

/** Confirmations by a person that an agent asks for before it runs what is configured. */
export interface SetupTrust {
  /** For our hooks in a file. */
  readonly hooks?: {
    readonly missing: (
      path: string,
      around: Around,
      reader: ConfigReader,
    ) => Promise<MissingTrust | undefined>;
    /** Says what to do; `{0}` is the agent's name. */
    readonly advice: Text;
  };
  /** For the server of a project. */
  readonly project?: (around: Around, reader: ConfigReader) => Promise<MissingTrust | undefined>;
  /** For the folder of a project, without which no server starts in it. */
  readonly folder?: (around: Around, reader: ConfigReader) => Promise<MissingTrust | undefined>;
}

/** What a person still has to confirm: there is no answer yet, or the person declined. */
export interface MissingTrust {
  readonly trust: 'unasked' | 'refused';
  /** The agent's file with the answer. Absolute. */
  readonly file: string;
}

/** Reads configuration; handed in, so that profiles read nothing themselves. */
export interface ConfigReader {
  /** Returns the data of a file, by default in JSON; empty if it is missing or damaged. */
  readonly data: (file: string, format?: ConfigFormat) => Promise<Readonly<Record<string, unknown>>>;
  /** Resolves links in a path. */
  readonly real: (path: string) => Promise<string>;
}
