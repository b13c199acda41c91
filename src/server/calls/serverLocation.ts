import { profileOfClient } from '../../agents/agents.ts';
import type { Places } from '../../agents/profile/machine.ts';

/** What a server knows about the origin of its calls. */
export interface ServerLocation {
  /** Absolute folders that calls are confined to; empty for no limit. */
  readonly roots: readonly string[];
  /** The folder the server was started in, where it may identify the project of calls. */
  readonly workingFolder?: string;
  /** The home directory, a project only where a person made a history there. */
  readonly home: string;
  /** Where agents keep their sessions. */
  readonly places: Places;
}

/** Finds the project of a folder, if any. */
export type ProjectOf = (folder: string) => string | undefined;

/** What is known about a call without a project. */
export interface CallHints {
  /** The client's name for itself. */
  readonly client?: string;
  /** `_meta` of the request. */
  readonly meta?: unknown;
  /** The client's open folders. */
  readonly folders: readonly string[];
  /** Whether the call may concern the home directory: it only reads or archives. */
  readonly anywhere: boolean;
}

/** Reports whether the client shares one server among all projects, so that its working folder is meaningless. */
export const sharesServer = (client: string | undefined): boolean =>
  client !== undefined && (profileOfClient(client)?.client?.sharesServer?.test(client) ?? false);
