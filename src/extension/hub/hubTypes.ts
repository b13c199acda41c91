import type { HubSettings } from '../../store/hub/hubSettings.ts';
import type { HubAddress } from '../../store/hub/hubUrl.ts';
import type { HubConnection, LiveConnection } from '../../store/hub/types.ts';
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

/** A hub that a keeper has open. */
export interface KeptHub {
  readonly hub: ProjectHub;
  readonly connection: LiveConnection;
  readonly hears: boolean;
  /** Of the project, after the last exchange. */
  number: number;
}
