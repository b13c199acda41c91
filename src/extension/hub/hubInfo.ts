import type { Event } from 'vscode';
import type { Project } from '../base/project.ts';
import type { HubTeam } from './hubTypes.ts';

/** Status of a hub. Times in milliseconds. */
export type HubStatus =
  /** Not used yet, or for the first time. */
  | { readonly kind: 'connecting' }
  | { readonly kind: 'exchanging'; readonly exchangedAt?: number }
  | { readonly kind: 'connected'; readonly exchangedAt: number }
  /** Temporarily unavailable. */
  | {
      readonly kind: 'offline';
      readonly since: number;
      readonly error: unknown;
      readonly exchangedAt?: number;
    }
  /** Requires action. */
  | { readonly kind: 'failed'; readonly error: unknown; readonly exchangedAt?: number };

/** The hubs of a window, for views. */
export interface HubsInfo {
  /** The projects with a hub. */
  readonly used: readonly Project[];
  readonly onDidChange: Event<unknown>;
  /** Returns the status of a project's hub; undefined without one. */
  state(project: Project): HubStatus | undefined;
  /** Returns its settings. */
  of(project: Project): Promise<HubInfo | undefined>;
}

interface HubInfo {
  /** The address without the password. */
  readonly shown: string;
  readonly settings: { readonly paused: boolean };
}

/** State of synchronization, for views. */
export interface TeamsInfo {
  readonly onDidChange: Event<unknown>;
  team(project: Project): HubTeam | undefined;
  /** Returns the number up to which a person has seen what colleagues sent. */
  seen(project: Project): number;
  /** Marks everything colleagues sent as seen; returns whether any of it was new. */
  see(project: Project): boolean;
}
