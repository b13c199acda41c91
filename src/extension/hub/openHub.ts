import { CancellationError, l10n, ProgressLocation } from 'vscode';
import { thisMachine } from '../../disk/base/stateFolder.ts';
import { defined, type Log } from '../../disk/base/core.ts';
import {
  HubSetup,
  openHub as openClient,
  openToJoin,
  shownHub,
  type HubAddress,
  type HubClient,
  type HubHistory,
  type HubToJoin,
} from '../../team/hub.ts';
import { openHubHistory } from '../../store/hubHistory.ts';
import { withProgress } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import * as settings from '../base/settings.ts';
import type { HubPasswords } from './hubPasswords.ts';
import type { ProjectHub } from './projectHub.ts';

/**
 * Returns the hub of the project with a UUID; undefined without one. Throws `invalid_argument` for an invalid
 * address.
 */
export async function openHub(
  project: Project,
  local: string,
  { passwords, log }: { readonly passwords: HubPasswords; readonly log: Log },
): Promise<ProjectHub | undefined> {
  const setup = setupOf(local);
  const known = setup.address();
  if (known === undefined) return undefined;
  return {
    project,
    setup,
    settings: setup.settings(),
    history: hubHistory(project, log),
    address: await withPassword(known, local, passwords),
    shown: shownHub(known),
  };
}

/** Returns what is set up for the project with a UUID on this machine. */
export const setupOf = (local: string): HubSetup => new HubSetup(thisMachine(), local);

/** Opens a project's history for synchronization. */
export const hubHistory = (project: Project, log: Log): HubHistory =>
  openHubHistory(project.root, {
    log,
    limits: settings.limits(),
    secrets: settings.secrets,
    language: settings.agentLanguage(),
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

/** Connects to a project's hub. The caller closes the client. */
export const connect = ({ address, setup, history }: ProjectHub): Promise<HubClient> =>
  openClient({ address, project: setup.inHub(), history });

/** Connects, and creates or updates the schema if needed. Shows progress; throws `CancellationError`. */
export const connectToJoin = (address: HubAddress): Thenable<HubToJoin> =>
  withProgress(
    {
      location: ProgressLocation.Notification,
      cancellable: true,
      title: l10n.t('Connecting with {0}…', shownHub(address)),
    },
    async (_report, token) => {
      const opened = await openToJoin(address);
      if (!token.isCancellationRequested) return opened;
      await opened.close();
      throw new CancellationError();
    },
  );
