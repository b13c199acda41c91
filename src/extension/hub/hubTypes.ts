import type { HubSettings } from '../../store/hub/hubSettings.ts';
import type { HubAddress } from '../../store/hub/hubUrl.ts';
import type { HubConnection } from '../../store/hub/types.ts';
import type { HubHistory } from '../../store/hub/openedHistory.ts';
import type { Project } from '../base/project.ts';

/** The hub of a project, as a person has set it up on this machine. */
export interface ProjectHub {
  readonly project: Project;
  /** The UUID of the project on this machine. */
  readonly local: string;
  /** Its UUID in the hub. */
  readonly inHub: string;
  /** With the password where it is known. */
  readonly address: HubAddress;
  /** The address as people may see it, without the password. */
  readonly shown: string;
  readonly settings: HubSettings;
  readonly history: HubHistory;
}

/** One that is connected, whose schema is one that this program knows. */
export interface ConnectedHub extends ProjectHub {
  readonly connection: HubConnection;
}

/** How a hub stands. Times in milliseconds. */
export type HubStanding =
  /** Nothing was asked of it yet, or it is asked for the first time. */
  | { readonly kind: 'connecting' }
  | { readonly kind: 'exchanging'; readonly exchangedAt?: number }
  | { readonly kind: 'connected'; readonly exchangedAt: number }
  /** It cannot be reached for the moment. */
  | {
      readonly kind: 'offline';
      readonly since: number;
      readonly error: unknown;
      readonly exchangedAt?: number;
    }
  /** Somebody has to do something. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly exchangedAt?: number };
