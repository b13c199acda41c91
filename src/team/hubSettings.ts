import { join } from 'node:path';
import { hubVariable } from '../disk/base/context.ts';
import { isObject, type Lease } from '../disk/base/core.ts';
import { projectsState, type Machine } from '../disk/base/stateFolder.ts';
import { removeHeld } from '../disk/files/atomic.ts';
import { makeFolder, makeOutermost } from '../disk/files/folders.ts';
import { withLock } from '../disk/files/lock.ts';
import { isUuid } from '../disk/files/projectId.ts';
import { readSmall, sweepFor, writeSmall } from '../disk/files/smallFile.ts';
import { hubSettingsFile, hubsState } from './hubFiles.ts';
import { parseHubUrl, type HubAddress } from './hubUrl.ts';
import { hubShares, type HubShare } from './types.ts';

/**
 * A person's settings for the hub of a project on this machine. Stored among the person's own files, readable only by
 * them, and never in the project, whose files others may read.
 */
export interface HubSettings {
  /** Includes the password. */
  readonly url?: string;
  /** The project's UUID in the hub if another clone created it there. */
  readonly project?: string;
  readonly share: HubShare;
  /** While true, nothing is sent. */
  readonly paused: boolean;
}

const defaults: HubSettings = { share: 'promoted', paused: false };

/** Reads the settings of a project, by its UUID. */
export const hubSettings = (machine: Machine, project: string): HubSettings =>
  readSmall(hubSettingsFile(machine, project), parseSettings) ?? defaults;

/** Maps a project's own UUID to its UUID in the hub. */
export const projectInHub = (machine: Machine, project: string): string =>
  hubSettings(machine, project).project ?? project;

/** Changes the given settings and returns all of them. */
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

/** Deletes the hub settings of a project. */
export const forgetHub = (machine: Machine, project: string): Promise<void> =>
  locked(machine, async (lease) => {
    const file = hubSettingsFile(machine, project);
    await sweepFor(file, lease);
    await removeHeld([file], lease);
  });

/**
 * Returns the hub of a project: `HISTORY_HUB_URL`, else the configured one; undefined without either. Throws
 * `invalid_argument`.
 */
export function hubAddress(machine: Machine, project: string): HubAddress | undefined {
  const set = machine.env[hubVariable]?.trim() ?? '';
  const url = set === '' ? hubSettings(machine, project).url : set;
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
