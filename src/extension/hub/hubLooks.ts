import type { Event } from 'vscode';
import type { HubMember } from '../../store/hub/members.ts';
import type { RecentOfPerson } from '../../store/hub/recentRecords.ts';
import type { Project } from '../base/project.ts';

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

/** Who is in a project of a hub, and what others sent there lately. */
export interface HubTeam {
  /** Who this person is there. */
  readonly me: string;
  readonly members: readonly HubMember[];
  /** The newest first. */
  readonly recent: readonly RecentOfPerson[];
  /** The newest number of the project: it grows with all that is sent. */
  readonly number: number;
}

/** The hubs of a window, as a view looks at them. */
export interface HubsLook {
  /** The projects that have a hub. */
  readonly used: readonly Project[];
  readonly onDidChange: Event<unknown>;
  /** How the hub of a project stands; undefined where none is set up. */
  state(project: Project): HubStanding | undefined;
  /** What is set of it. */
  of(project: Project): Promise<HubLook | undefined>;
}

interface HubLook {
  /** The address without the password. */
  readonly shown: string;
  readonly settings: { readonly paused: boolean };
}

/** What came of keeping hubs, as a view looks at it. */
export interface TeamsLook {
  readonly onDidChange: Event<unknown>;
  team(project: Project): HubTeam | undefined;
  /** Up to which number a person has looked at what colleagues sent. */
  seen(project: Project): number;
  /** A person has looked at what colleagues sent. Gives whether any of it was new. */
  see(project: Project): boolean;
}
