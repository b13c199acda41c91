import type { HubAddress, HubClient, HubHistory, HubSettings, HubSetup } from '../../team/hub.ts';
import type { Project } from '../base/project.ts';

/** The hub of a project, as set up by a person on this machine. */
export interface ProjectHub {
  readonly project: Project;
  readonly setup: HubSetup;
  /** Includes the password if known. */
  readonly address: HubAddress;
  /** The address for display, without the password. */
  readonly shown: string;
  readonly settings: HubSettings;
  readonly history: HubHistory;
}

/** A connected hub with a supported schema. */
export interface ConnectedHub extends ProjectHub {
  readonly client: HubClient;
}

/** A hub connected by a keeper. */
export interface KeptHub {
  readonly hub: ProjectHub;
  readonly client: HubClient;
  readonly isListening: boolean;
  /** The project's newest number after the last exchange. */
  number: number;
}
