import { basename } from 'node:path';
import { CancellationError, l10n, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import { StoreError } from '../../disk/base/core.ts';
import { inform, number, dateTime } from '../base/notices.ts';
import { chooseProject, pick } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { chooseHub } from './chooseHub.ts';
import { exchangeNow } from './exchanging.ts';
import type { HubServices } from './hubKeeping.ts';
import { hubErrorText, readableHubError, exampleAddress } from './hubText.ts';
import type { HubAddress, HubToJoin, HubProject, HubShare } from './hubTypes.ts';
import { leaving } from './leaveHub.ts';
import { connectToJoin, hubHistory, setupOf } from './openHub.ts';
import { thisMachine } from '../../disk/base/stateFolder.ts';
import { fetchCertificate, formatHubUrl, parseHubUrl, shownHub, trustCertificate } from '../../team/hub.ts';

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

const title = (): string => l10n.t('Set Up Hub');

/**
 * Asks for the address of a hub, starting with a known one; `problem` describes what was wrong with it. Throws
 * `CancellationError`.
 */
async function askAddress(known: HubAddress | undefined, problem?: string): Promise<HubAddress> {
  const value = known === undefined ? '' : formatHubUrl(withoutPassword(known));
  const text = await window.showInputBox({
    title: title(),
    value,
    ignoreFocusOut: true,
    placeHolder: exampleAddress,
    prompt:
      problem ?? l10n.t('Address of a PostgreSQL database. Your password is asked for next and kept safe.'),
    validateInput: (given) => (given.trim() === '' ? undefined : wrong(given)),
  });
  if (text === undefined || text.trim() === '') throw new CancellationError();
  return parseHubUrl(text);
}

/** Returns an address as it may be saved beside the editor's secret storage. */
const withoutPassword = ({ password: _password, ...address }: HubAddress): HubAddress => address;

/** Asks for an address and its password after one that does not work, whose password belongs to the same hub only. */
async function askOther(address: HubAddress, problem: string): Promise<HubAddress> {
  const other = await askAddress(address, problem);
  if (other.password !== undefined) return other;
  const { password } = address;
  return password !== undefined && shownHub(other) === shownHub(address)
    ? { ...other, password }
    : askPassword(other);
}

function wrong(text: string): string | undefined {
  try {
    parseHubUrl(text);
    return undefined;
  } catch (error) {
    return hubErrorText(error);
  }
}

/** Asks for the password of an address; an empty one leaves it to `PGPASSWORD` and `.pgpass`. */
async function askPassword(address: HubAddress, problem?: string): Promise<HubAddress> {
  const { user, host, password: _before, ...rest } = address;
  const password = await window.showInputBox({
    title: title(),
    password: true,
    ignoreFocusOut: true,
    prompt:
      problem ??
      l10n.t(
        'Password of {0} at {1}. The editor’s secret storage keeps it. Leave empty if none is needed.',
        user,
        host,
      ),
  });
  if (password === undefined) throw new CancellationError();
  return { ...rest, user, host, ...(password !== '' && { password }) };
}

/**
 * Shows a server's untrusted certificate and returns an address that trusts it, or one in a file, from now on. Throws
 * `CancellationError`.
 */
async function askTrust(address: HubAddress): Promise<HubAddress> {
  const { subject, fingerprint, validTo, pem } = await fetchCertificate(address);
  const trust = {
    label: l10n.t('$(shield) Trust This Certificate'),
    pem,
    description: l10n.t('for {0}, valid until {1}', subject, dateTime(Date.parse(validTo))),
    detail: `SHA-256 ${(fingerprint.replaceAll(':', '').match(/.{8}/g) ?? []).join(' ')}`, // fits in the list
  };
  const choose = { label: l10n.t('$(file) Choose a Certificate File…'), pem: undefined };
  const question = l10n.t('{0} shows a certificate that nobody known signed. Do you know it?', address.host);
  const chosen = await pick([...(pem === undefined ? [] : [trust]), choose], title(), question, {
    staysOpen: true,
  });
  if (chosen.pem !== undefined) return trustCertificate(thisMachine(), address, chosen.pem);
  const [file] = (await window.showOpenDialog({ title: title(), openLabel: l10n.t('Trust') })) ?? [];
  if (file === undefined) throw new CancellationError();
  return { ...address, security: 'signed', rootCertificate: file.fsPath };
}

/** Asks what to send to the hub. */
async function askShare(present: HubShare): Promise<HubShare> {
  const items: (QuickPickItem & { readonly share: HubShare })[] = [
    {
      share: 'promoted',
      label: l10n.t('$(organization) Only What I Share'),
      detail: l10n.t('What Share with Team… wrote. Secrets are masked.'),
    },
    {
      share: 'dialogs',
      label: l10n.t('$(comment-discussion) Dialogs, Memories and Contexts'),
      detail: l10n.t(
        'Also what you share, and a card of each session: its title, requests and files. Secrets are masked.',
      ),
    },
    {
      share: 'everything',
      label: l10n.t('$(archive) Everything'),
      detail: l10n.t('Also kept sessions. Secrets are masked.'),
    },
  ];
  const inOrder = items.sort((a, b) => Number(b.share === present) - Number(a.share === present));
  return (await pick(inOrder, title(), l10n.t('What goes to the hub?'), { staysOpen: true })).share;
}

/** Asks which project of the hub belongs to this folder; undefined for a new one. */
async function askProject(
  same: readonly HubProject[],
  all: readonly HubProject[],
  name: string,
): Promise<string | undefined> {
  const itemOf = (project: HubProject) => ({
    label: `$(repo) ${project.name}`,
    description: project.remote ?? '',
    id: project.id,
  });
  const others = all.filter((project) => !same.includes(project));
  const heading = (label: string) => ({ label, kind: QuickPickItemKind.Separator, id: undefined });
  const items = [
    ...(same.length > 0 ? [heading(l10n.t('Same repository')), ...same.map(itemOf)] : []),
    ...[heading(l10n.t('New')), { label: l10n.t('$(add) New Project “{0}”', name), id: undefined }],
    ...(others.length > 0 ? [heading(l10n.t('Your other projects')), ...others.map(itemOf)] : []),
  ];
  const question = l10n.t('Which project of the hub is this folder?');
  return (await pick(items, title(), question, { staysOpen: true })).id;
}
