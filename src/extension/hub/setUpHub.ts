import { basename } from 'node:path';
import { CancellationError, l10n } from 'vscode';
import { StoreError } from '../../disk/base/core.ts';
import { inform, number } from '../base/notices.ts';
import { chooseProject } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import {
  askAddress,
  askOther,
  askPassword,
  askProject,
  askShare,
  askTrust,
  withoutPassword,
} from './askHub.ts';
import { chooseHub } from './chooseHub.ts';
import { exchangeNow } from './exchanging.ts';
import type { HubServices } from './hubKeeping.ts';
import { hubErrorText, readableHubError } from './hubText.ts';
import type { HubAddress, HubToJoin } from './hubTypes.ts';
import { leaving } from './leaveHub.ts';
import { connectToJoin, hubHistory, setupOf } from './openHub.ts';

/**
 * Sets up a project's hub step by step, then exchanges for the first time. Saves nothing until all questions are
 * answered.
 */
export async function setUpHub(services: HubServices, argument: unknown): Promise<void> {
  const { projects, hubs, onError } = services;
  const project = await chooseProject(projects, argument, l10n.t('Set Up Hub'));
  const known = await hubs.of(project).catch(() => undefined); // an invalid address is asked for again
  const before = known && (await leaving(hubs, project));
  const opened = await answered(known?.address);
  try {
    const history = hubHistory(project, hubs.log);
    const setup = setupOf(await history.project());
    const share = await askShare(known?.settings.share ?? 'promoted');
    const inHub = await joined(opened, project, known === undefined ? setup.local : setup.inHub());
    const { address, shown } = opened;
    await hubs.passwords.keep(setup.local, shown, address.password);
    await setup.join(history, {
      address: withoutPassword(address),
      project: inHub,
      share,
      paused: false,
    });
  } catch (error) {
    throw readableHubError(error);
  } finally {
    await opened.close();
  }
  hubs.refresh();
  const done = await exchangeNow(services, project);
  if (done === undefined) return;
  const text = l10n.t(
    'The hub is set up: {0} sent, {1} received. It stays up to date while a window is open.',
    number(done.sent),
    number(done.received),
  );
  const invite = async () => (await import('./people.ts')).invite(services, { project });
  const undo = async (): Promise<void> => {
    await (await leaving(hubs, project)).leave();
    await before?.undo();
  };
  inform(
    text,
    [
      { label: l10n.t('Invite…'), run: invite },
      { label: l10n.t('Undo'), run: undo },
    ],
    onError,
  );
}

/** Asks for the password of a configured hub until it is right, since the editor may have lost it. */
export async function enterPassword({ projects, hubs }: HubServices, argument: unknown): Promise<void> {
  const project = await chooseHub({ projects, hubs }, argument, l10n.t('Enter Password of Hub'));
  const { setup, shown, address: known } = await hubs.needed(project);
  const opened = await connectingUntil(await askPassword(withoutPassword(known)), (given, error) => {
    const isWrong = error instanceof StoreError && error.data.problem === 'login';
    if (!isWrong) throw readableHubError(error);
    return askPassword(given, hubErrorText(error));
  });
  await opened.close();
  await hubs.passwords.keep(setup.local, shown, opened.address.password);
  hubs.refresh();
}

/** Asks until a hub responds, each time showing what was wrong. */
async function answered(known: HubAddress | undefined): Promise<HubToJoin> {
  let address = await askAddress(known);
  if (address.password === undefined) address = await askPassword(address);
  return connectingUntil(address, mended);
}

async function connectingUntil(
  first: HubAddress,
  mend: (address: HubAddress, error: unknown) => Promise<HubAddress>,
): Promise<HubToJoin> {
  for (let address = first; ;) {
    try {
      return await connectToJoin(address);
    } catch (error) {
      if (error instanceof CancellationError) throw error;
      address = await mend(address, error);
    }
  }
}

async function mended(address: HubAddress, error: unknown): Promise<HubAddress> {
  const problem = error instanceof StoreError ? error.data.problem : undefined;
  if (problem === 'certificate') return askTrust(address);
  if (problem === 'login' || problem === 'password') return askPassword(address, hubErrorText(error));
  return askOther(address, hubErrorText(error));
}

/** Returns the hub's UUID of the project to which this folder now belongs. */
async function joined(opened: HubToJoin, { root }: Project, id: string): Promise<string> {
  const { all, same, origin: remote } = await opened.projects(root);
  if (all.some((project) => project.id === id)) return id;
  const name = basename(root);
  const chosen = all.length === 0 ? undefined : await askProject(same, all, name);
  if (chosen === undefined) await opened.add({ id, name, ...(remote && { remote }) });
  else await opened.join(chosen);
  return chosen ?? id;
}
