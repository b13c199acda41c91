import { CancellationError, l10n, QuickPickItemKind, window, type QuickPickItem } from 'vscode';
import { thisMachine } from '../../store/base/stateFolder.ts';
import { parseHubUrl, type HubAddress } from '../../store/hub/hubUrl.ts';
import type { HubProject } from '../../store/hub/members.ts';
import { serverCertificate } from '../../store/hub/serverCertificate.ts';
import { trustCertificate } from '../../store/hub/trustedCertificates.ts';
import type { HubShare } from '../../store/hub/types.ts';
import { dateTime } from '../base/notices.ts';
import { pick } from '../base/pick.ts';
import { exampleAddress, hubErrorText } from './hubText.ts';

const title = (): string => l10n.t('Set Up Hub');

/** Asks for the address of a hub; `problem` says what was wrong with the last one. Throws `CancellationError`. */
export async function askAddress(value: string, problem?: string): Promise<HubAddress> {
  const text = await window.showInputBox({
    ...{ title: title(), value, ignoreFocusOut: true, placeHolder: exampleAddress },
    prompt:
      problem ?? l10n.t('Address of a PostgreSQL database. Your password is asked for next and kept safe.'),
    validateInput: (given) => (given.trim() === '' ? undefined : wrong(given)),
  });
  if (text === undefined || text.trim() === '') throw new CancellationError();
  return parseHubUrl(text);
}

function wrong(text: string): string | undefined {
  try {
    parseHubUrl(text);
    return undefined;
  } catch (error) {
    return hubErrorText(error);
  }
}

/** Asks for the password that belongs to an address; an empty one leaves that to `PGPASSWORD` and `.pgpass`. */
export async function askPassword(address: HubAddress, problem?: string): Promise<HubAddress> {
  const { user, host, password: _before, ...rest } = address;
  const password = await window.showInputBox({
    ...{ title: title(), password: true, ignoreFocusOut: true },
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
 * Shows the certificate of a server that nobody known signed, and gives the address that trusts this one from now on; the
 * same for a certificate in a file. Throws `CancellationError`.
 */
export async function askTrust(address: HubAddress): Promise<HubAddress> {
  const { subject, fingerprint, validTo, pem } = await serverCertificate(address);
  const trust = {
    ...{ label: l10n.t('$(shield) Trust This Certificate'), pem },
    description: l10n.t('for {0}, valid until {1}', subject, dateTime(Date.parse(validTo))),
    detail: `SHA-256 ${(fingerprint.replaceAll(':', '').match(/.{8}/g) ?? []).join(' ')}`, // so it fits into the list
  };
  const choose = { label: l10n.t('$(file) Choose a Certificate File…'), pem: undefined };
  const question = l10n.t('{0} shows a certificate that nobody known signed. Do you know it?', address.host);
  const chosen = await pick([...(pem === undefined ? [] : [trust]), choose], title(), question);
  if (chosen.pem !== undefined) return trustCertificate(thisMachine(), address, chosen.pem);
  const [file] = (await window.showOpenDialog({ title: title(), openLabel: l10n.t('Trust') })) ?? [];
  if (file === undefined) throw new CancellationError();
  return { ...address, security: 'signed', rootCertificate: file.fsPath };
}

/** Asks what goes to the hub. */
export async function askShare(present: HubShare): Promise<HubShare> {
  const items: (QuickPickItem & { readonly share: HubShare })[] = [
    {
      ...{ share: 'promoted', label: l10n.t('$(organization) Only What I Share') },
      detail: l10n.t('What Share with Team… wrote. Secrets are masked.'),
    },
    {
      ...{ share: 'dialogs', label: l10n.t('$(comment-discussion) Dialogs, Memories and Contexts') },
      detail: l10n.t(
        'Also what you share, and a card of each session: its title, requests and files. Secrets are masked.',
      ),
    },
    {
      ...{ share: 'everything', label: l10n.t('$(archive) Everything') },
      detail: l10n.t('Also archives of transcripts. Secrets are masked.'),
    },
  ];
  const inOrder = items.sort((a, b) => Number(b.share === present) - Number(a.share === present));
  return (await pick(inOrder, title(), l10n.t('What goes to the hub?'))).share;
}

/** Asks which project of the hub this folder is; undefined for a new one. */
export async function askProject(
  same: readonly HubProject[],
  all: readonly HubProject[],
  name: string,
): Promise<string | undefined> {
  const itemOf = (project: HubProject) => ({
    ...{ label: `$(repo) ${project.name}`, description: project.remote ?? '', id: project.id },
  });
  const others = all.filter((project) => !same.includes(project));
  const heading = (label: string) => ({ label, kind: QuickPickItemKind.Separator, id: undefined });
  const items = [
    ...(same.length > 0 ? [heading(l10n.t('Same repository')), ...same.map(itemOf)] : []),
    ...[heading(l10n.t('New')), { label: l10n.t('$(add) New Project “{0}”', name), id: undefined }],
    ...(others.length > 0 ? [heading(l10n.t('Your other projects')), ...others.map(itemOf)] : []),
  ];
  return (await pick(items, title(), l10n.t('Which project of the hub is this folder?'))).id;
}
