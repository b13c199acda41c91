import { basename } from 'node:path';
import { CancellationError, l10n, ProgressLocation } from 'vscode';
import { StoreError } from '../../store/base/core.ts';
import { thisMachine } from '../../store/base/stateFolder.ts';
import { removeFile } from '../../store/files/folders.ts';
import { connectHub } from '../../store/hub/connection.ts';
import { changeHubSettings } from '../../store/hub/hubSettings.ts';
import { stateFile } from '../../store/hub/hubState.ts';
import { formatHubUrl, shownHub, type HubAddress } from '../../store/hub/hubUrl.ts';
import { ofSameOrigin, prepareHub } from '../../store/hub/joinHub.ts';
import { addProject, hubProjects, joinProject } from '../../store/hub/members.ts';
import { originOf } from '../../store/hub/origin.ts';
import type { LiveConnection } from '../../store/hub/types.ts';
import { inform, number, withProgress } from '../base/notices.ts';
import { chooseProject } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { askAddress, askPassword, askProject, askShare, askTrust } from './askHub.ts';
import { chooseHub } from './chooseHub.ts';
import { exchangeNow } from './exchanging.ts';
import type { HubServices } from './hubServices.ts';
import { hubErrorText, readableHubError } from './hubText.ts';
import { leaving } from './leaveHub.ts';
import { hubHistory } from './openHub.ts';

/** A hub that answers, with the address under which it does. */
interface Answered {
  readonly address: HubAddress;
  readonly connection: LiveConnection;
}

/** Sets up the hub of a project, step by step, and exchanges for the first time. Nothing is kept before all was answered. */
export async function setUpHub(services: HubServices, argument: unknown): Promise<void> {
  const { projects, hubs, onError } = services;
  const project = await chooseProject(projects, argument, l10n.t('Set Up Hub'));
  const known = await hubs.of(project).catch(() => undefined); // a wrong address is asked for again
  const before = known && (await leaving(hubs, project));
  const { address, connection } = await answered(known?.address);
  try {
    const history = hubHistory(project, hubs.log);
    const local = await history.project();
    const share = await askShare(known?.settings.share ?? 'promoted');
    const inHub = await joined(connection, project, known?.inHub ?? local);
    const { password, ...rest } = address;
    if (known !== undefined && known.inHub !== inHub)
      await removeFile(stateFile(history.local.context.folder));
    await hubs.passwords.keep(local, shownHub(address), password);
    await changeHubSettings(thisMachine(), local, {
      ...{ url: formatHubUrl(rest), project: inHub, share, paused: false },
    });
  } catch (error) {
    throw readableHubError(error);
  } finally {
    await connection.close();
  }
  hubs.look();
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

/** Asks for the password of a hub that is set up, until it is the right one: an editor may have forgotten it. */
export async function enterPassword({ projects, hubs }: HubServices, argument: unknown): Promise<void> {
  const project = await chooseHub({ projects, hubs }, argument, l10n.t('Enter Password of Hub'));
  const { local, shown, address: known } = await hubs.needed(project);
  const { password: _wrong, ...withoutOne } = known;
  const { address, connection } = await connectingUntil(await askPassword(withoutOne), (given, error) => {
    const isWrong = error instanceof StoreError && error.data.problem === 'login';
    if (!isWrong) throw readableHubError(error);
    return askPassword(given, hubErrorText(error));
  });
  await connection.close();
  await hubs.passwords.keep(local, shown, address.password);
  hubs.look();
}

/** Asks until a hub answers, each time with what was wrong. */
async function answered(known: HubAddress | undefined): Promise<Answered> {
  let address = await askAddress(known === undefined ? '' : withoutPassword(known));
  if (address.password === undefined) address = await askPassword(address);
  return connectingUntil(address, mended);
}

async function connectingUntil(
  first: HubAddress,
  mend: (address: HubAddress, error: unknown) => Promise<HubAddress>,
): Promise<Answered> {
  for (let address = first; ;) {
    try {
      return await connecting(address);
    } catch (error) {
      if (error instanceof CancellationError) throw error;
      address = await mend(address, error);
    }
  }
}

const withoutPassword = ({ password: _password, ...address }: HubAddress): string => formatHubUrl(address);

async function mended(address: HubAddress, error: unknown): Promise<HubAddress> {
  const problem = error instanceof StoreError ? error.data.problem : undefined;
  if (problem === 'certificate') return askTrust(address);
  if (problem === 'login' || problem === 'password') return askPassword(address, hubErrorText(error));
  const { password } = address;
  const other = await askAddress(withoutPassword(address), hubErrorText(error));
  // The password belongs to its hub.
  const isSame = shownHub(other) === shownHub(address) && other.password === undefined;
  if (isSame && password !== undefined) return { ...other, password };
  return other.password === undefined ? askPassword(other) : other;
}

/** Connects, and makes or updates the schema where that is needed. */
const connecting = (address: HubAddress): Thenable<Answered> =>
  withProgress(
    {
      ...{ location: ProgressLocation.Notification, cancellable: true },
      title: l10n.t('Connecting with {0}…', shownHub(address)),
    },
    async (_report, token) => {
      const connection = await connectHub(address);
      try {
        await prepareHub(connection);
        if (token.isCancellationRequested) throw new CancellationError();
        return { address, connection };
      } catch (error) {
        await connection.close();
        throw error;
      }
    },
  );

/** The UUID in the hub of the project that this folder is from now on. */
async function joined(connection: LiveConnection, { root }: Project, id: string): Promise<string> {
  const remote = await originOf(root);
  const all = await hubProjects(connection);
  if (all.some((project) => project.id === id)) return id;
  const name = basename(root);
  const chosen = all.length === 0 ? undefined : await askProject(ofSameOrigin(all, remote), all, name);
  if (chosen === undefined) await addProject(connection, { id, name, ...(remote && { remote }) });
  else await joinProject(connection, chosen);
  return chosen ?? id;
}
