import { join } from 'node:path';
import { hubVariable } from '../base/context.ts';
import { isObject, type Lease } from '../base/core.ts';
import { projectsState, type Machine } from '../base/stateFolder.ts';
import { makeFolder, makeOutermost, removeFile } from '../files/folders.ts';
import { withLock } from '../files/lock.ts';
import { isUuid } from '../files/projectId.ts';
import { readSmall, writeSmall } from '../files/smallFile.ts';
import { hubSettingsFile, hubsState } from './hubPlace.ts';
import { parseHubUrl, type HubAddress } from './hubUrl.ts';
import { hubShares, type HubShare } from './types.ts';

/**
 * What a person has set of the hub of a project, on this machine. It lies among the person's own files, readable by nobody
 * else, and never in the project, whose files may be anybody's.
 */
export interface HubSettings {
  /** With the password. */
  readonly url?: string;
  /** The UUID of the project in the hub, where it was made by another clone. */
  readonly project?: string;
  readonly share: HubShare;
  /** Nothing is sent while it is. */
  readonly paused: boolean;
}

const defaults: HubSettings = { share: 'promoted', paused: false };

/** Of a project, by its UUID. */
export const hubSettings = (machine: Machine, project: string): HubSettings =>
  readSmall(hubSettingsFile(machine, project), parseSettings) ?? defaults;

/** The UUID in the hub of the project whose own UUID is given. */
export const projectInHub = (machine: Machine, project: string): string =>
  hubSettings(machine, project).project ?? project;

/** Changes what is named, and gives all as it is then. */
export async function changeHubSettings(
  machine: Machine,
  project: string,
  change: Partial<HubSettings>,
): Promise<HubSettings> {
  const settings = { ...hubSettings(machine, project), ...change };
  await locked(machine, (lease) =>
    writeSmall(hubSettingsFile(machine, project), settings, parseSettings, lease),
  );
  return settings;
}

/** Forgets the hub of a project. */
export const forgetHub = (machine: Machine, project: string): Promise<void> =>
  locked(machine, () => removeFile(hubSettingsFile(machine, project)));

/** The hub of a project: what `HISTORY_HUB_URL` says, else what was set up; undefined without one. Throws `invalid_argument`. */
export function hubAddress(machine: Machine, project: string | undefined): HubAddress | undefined {
  const set = machine.env[hubVariable]?.trim() ?? '';
  const url = set === '' && project !== undefined ? hubSettings(machine, project).url : set;
  return url === undefined || url === '' ? undefined : parseHubUrl(url);
}

async function locked(machine: Machine, work: (lease: Lease) => Promise<void>): Promise<void> {
  await makeOutermost(projectsState(machine));
  await makeFolder(hubsState(machine));
  await withLock(join(hubsState(machine), '.lock'), work);
}

function parseSettings(value: unknown): HubSettings {
  const { url, project, share, paused } = isObject(value) ? value : {};
  return {
    ...(typeof url === 'string' && { url }),
    ...(isUuid(project) && { project }),
    share: hubShares.find((known) => known === share) ?? defaults.share,
    paused: paused === true,
  };
}
