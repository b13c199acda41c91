import { thisMachine } from '../../store/base/stateFolder.ts';
import { defined, type Log } from '../../store/base/core.ts';
import { connectHub } from '../../store/hub/connection.ts';
import { hubAddress, hubSettings, projectInHub } from '../../store/hub/hubSettings.ts';
import { shownHub, type HubAddress } from '../../store/hub/hubUrl.ts';
import { checkSchema } from '../../store/hub/migrate.ts';
import type { HubHistory } from '../../store/hub/openedHistory.ts';
import type { LiveConnection } from '../../store/hub/types.ts';
import { openHubHistory } from '../../store/hubHistory.ts';
import type { Project } from '../base/project.ts';
import * as settings from '../base/settings.ts';
import type { HubPasswords } from './hubPasswords.ts';
import type { ConnectedHub, ProjectHub } from './hubTypes.ts';

/** The hub of a project whose UUID is given; undefined where none is set up. Throws `invalid_argument` for a wrong address. */
export async function openHub(
  project: Project,
  local: string,
  { passwords, log }: { readonly passwords: HubPasswords; readonly log: Log },
): Promise<ProjectHub | undefined> {
  const machine = thisMachine();
  const known = hubAddress(machine, local);
  if (known === undefined) return undefined;
  return {
    ...{ project, local, inHub: projectInHub(machine, local) },
    ...{ address: await withPassword(known, local, passwords), shown: shownHub(known) },
    settings: hubSettings(machine, local),
    history: hubHistory(project, log),
  };
}

/** The history of a project as it is brought together with a hub. */
export const hubHistory = (project: Project, log: Log): HubHistory =>
  openHubHistory(project.root, {
    ...{ log, limits: settings.limits(), secrets: settings.secrets, language: settings.agentLanguage() },
    workspace: () => project.workspace,
  });

async function withPassword(
  address: HubAddress,
  local: string,
  passwords: HubPasswords,
): Promise<HubAddress> {
  if (address.password !== undefined) return address;
  return { ...address, ...defined({ password: await passwords.of(local, shownHub(address)) }) };
}

/** Connects to the hub. Whoever asks closes the connection. */
export const connected = async (hub: ProjectHub): Promise<ConnectedHub> => ({
  ...hub,
  connection: await connectedLive(hub),
});

/** The connection to a hub whose schema is one that this program knows. */
export async function connectedLive({ address }: ProjectHub): Promise<LiveConnection> {
  const connection = await connectHub(address);
  try {
    await checkSchema(connection);
    return connection;
  } catch (error) {
    await connection.close();
    throw error;
  }
}
