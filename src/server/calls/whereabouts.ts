import type { Places } from '../../store/transcripts/shared/agent.ts';

/** What a server knows of where its calls may come from. */
export interface Whereabouts {
  /** Absolute folders that calls are confined to; empty: to none. */
  readonly roots: readonly string[];
  /** The folder the server was started in, where that may tell the project of its calls. */
  readonly workingFolder?: string;
  /** The home directory, which is never a project. */
  readonly home: string;
  /** Where agents keep their sessions. */
  readonly places: Places;
}

/** The project that work in a folder belongs to, if any. */
export type ProjectOf = (folder: string) => string | undefined;

/** What is known of a call that names no project. */
export interface CallHints {
  /** The name the client gave itself. */
  readonly client?: string;
  /** `_meta` of the request. */
  readonly meta?: unknown;
  /** The folders that are open in the client. */
  readonly folders: readonly string[];
}

/** Whether the client shares one server among all projects, so that where it was started says nothing. */
export const sharesServer = (client: string | undefined): boolean => client?.startsWith('@cline/') ?? false;
