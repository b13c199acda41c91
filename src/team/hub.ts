import type { Machine } from '../disk/base/stateFolder.ts';
import { assertChangeable } from '../disk/files/historyFormat.ts';
import type { HubClient, HubToJoin } from './clientTypes.ts';
import { changeHubSettings, forgetHub, hubAddress, hubSettings, type HubSettings } from './hubSettings.ts';
import { forgetHubState, forgetJournal } from './hubState.ts';
import { formatHubUrl, parseHubUrl, shownHub, type HubAddress } from './hubUrl.ts';
import type { HubHistory } from './localHistory.ts';
import type { ServerCertificate } from './serverCertificate.ts';
import { trustCertificate } from './trustedCertificates.ts';

// No code of the database is loaded by this file before a hub is opened.
export { formatHubUrl, parseHubUrl, shownHub, trustCertificate };
export type * from './clientTypes.ts';
export type { HubHistory, HubSettings };

/** A project of a hub to connect to. */
export interface HubOptions {
  readonly address: HubAddress;
  /** The project's UUID in the hub. */
  readonly project: string;
  /** The history that is exchanged, if any is. */
  readonly history?: HubHistory;
}

/** Connects and checks the schema. Throws a `StoreError` that explains why the hub is unavailable. */
export async function openHub({ address, project, history }: HubOptions): Promise<HubClient> {
  const { connectClient } = await import('./hubClient.ts');
  return connectClient({ address, project, history });
}

/** Connects, and creates or updates the schema if needed and permitted. */
export async function openToJoin(address: HubAddress): Promise<HubToJoin> {
  const { connectToJoin } = await import('./hubClient.ts');
  return connectToJoin(address);
}

/** Fetches a server's certificate without sending a name or password. */
export async function fetchCertificate(address: HubAddress): Promise<ServerCertificate> {
  const { serverCertificate } = await import('./serverCertificate.ts');
  return serverCertificate(address);
}

/** The hub that a person set up for a project on this machine, if any. Each call reads the settings anew. */
export class HubSetup {
  /** The project's UUID on this machine; empty if it has none. */
  readonly local: string;
  readonly #machine: Machine;

  constructor(machine: Machine, local: string) {
    this.#machine = machine;
    this.local = local;
  }

  settings(): HubSettings {
    return hubSettings(this.#machine, this.local);
  }

  /** Returns the project's UUID in the hub. */
  inHub(): string {
    return this.settings().project ?? this.local;
  }

  /** Returns `HISTORY_HUB_URL`, else the configured address; undefined without either. Throws `invalid_argument`. */
  address(): HubAddress | undefined {
    return hubAddress(this.#machine, this.local);
  }

  change(change: Partial<HubSettings>): Promise<HubSettings> {
    return changeHubSettings(this.#machine, this.local, change);
  }

  /** Saves the hub and its project to exchange a history with; another project is compared from the beginning. */
  async join(
    { local: { context } }: HubHistory,
    {
      address,
      ...change
    }: Partial<HubSettings> & { readonly address?: HubAddress; readonly project: string },
  ): Promise<HubSettings> {
    if (change.project !== this.inHub()) await forgetJournal(context.folder);
    return this.change({ ...(address && { url: formatHubUrl(address) }), ...change });
  }

  /** Forgets the hub and what is known of it; what was sent stays there. */
  async leave({ local: { context } }: HubHistory): Promise<void> {
    assertChangeable(context.folder);
    await forgetHub(this.#machine, this.local);
    await forgetHubState(context.folder);
  }
}
