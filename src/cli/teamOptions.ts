import { hubAccesses, hubShares, type HubAccess, type HubShare, type RecordKind } from '../team/types.ts';

export { hubAccesses, hubShares };
export type { HubShare, RecordKind };

/** Options of all team commands. */
export interface TeamOptions {
  readonly project?: string;
}

export interface TeamSetupOptions extends TeamOptions {
  readonly url?: string;
  readonly share?: HubShare;
  /** The UUID of a project in the hub. */
  readonly join?: string;
}

export interface PersonOption extends TeamOptions {
  readonly person: string;
}

export interface InviteOptions extends PersonOption {
  readonly access: HubAccess;
}

export interface TeamFileOptions extends TeamOptions {
  readonly file: string;
}

export interface TeamSearchOptions extends TeamOptions {
  readonly words: readonly string[];
  readonly limit?: number;
}

export interface FetchOptions extends PersonOption {
  readonly dialog: string;
}

export interface TeamSessionsOptions extends TeamOptions {
  readonly person?: string;
  readonly limit?: number;
}

export interface TeamLogOptions extends TeamOptions {
  readonly limit?: number;
}

export interface FetchSessionOptions extends PersonOption {
  readonly session: string;
}
