import { CancellationError, env, l10n, window } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import { inform, offerUndo } from '../base/notices.ts';
import { pick } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { chooseHub } from './chooseHub.ts';
import { accessText } from './hubItems.ts';
import type { HubServices } from './hubKeeping.ts';
import { readableHubError } from './hubText.ts';
import { hubAccesses, type HubAccess } from './hubTypes.ts';

/** Adds a person to the project in the hub, or changes their access. */
export async function invite(services: HubServices, argument: unknown): Promise<void> {
  const title = l10n.t('Invite to Hub');
  const project = await chooseHub(services, argument, title);
  const person = personIn(argument) ?? (await askName(title));
  const access = await askAccess(title, person);
  try {
    const url = await services.hubs.use(project, async ({ client }) => {
      const role = await client.invite(person, access);
      return role?.url;
    });
    report(services, { person, access, url });
  } catch (error) {
    throw readableHubError(error);
  }
  await services.hubKeeping.exchange(project);
}

/** Shows the password of a new role, which is stored nowhere. */
function report(
  { onError }: HubServices,
  {
    person,
    access,
    url,
  }: { readonly person: string; readonly access: HubAccess; readonly url: string | undefined },
): void {
  if (url === undefined) {
    inform(l10n.t('{0} can use this project in the hub: {1}.', person, accessText(access)));
    return;
  }
  inform(
    l10n.t(
      '{0} can use this project in the hub: {1}. Their address holds a new password that is kept nowhere else: send it in confidence, for Set Up Hub.',
      ...[person, accessText(access)],
    ),
    [{ label: l10n.t('Copy Address'), run: () => env.clipboard.writeText(url) }],
    onError,
  );
}

/** Removes a person's access, and offers to restore it. */
export async function exclude(services: HubServices, argument: unknown): Promise<void> {
  const { hubs, hubKeeping, onError } = services;
  const title = l10n.t('Exclude from Hub');
  const project = await chooseHub(services, argument, title);
  const { person, access } = await askMember(services, project, { title, named: personIn(argument) });
  const set = async (given: HubAccess | undefined): Promise<void> => {
    await hubs.use(project, ({ client }) => client.setMember(person, given));
    await hubKeeping.exchange(project);
  };
  try {
    await set(undefined);
  } catch (error) {
    throw readableHubError(error);
  }
  offerUndo(
    l10n.t('{0} no longer has access to this project in the hub.', person),
    () => set(access),
    onError,
  );
}

const personIn = (argument: unknown): string | undefined =>
  isObject(argument) && typeof argument.person === 'string' ? argument.person : undefined;

async function askName(title: string): Promise<string> {
  const name = await window.showInputBox({
    title,
    ignoreFocusOut: true,
    prompt: l10n.t('Name of the person: their user in the database, which is created if needed'),
  });
  if (name === undefined || name.trim() === '') throw new CancellationError();
  return name.trim();
}

async function askAccess(title: string, person: string): Promise<HubAccess> {
  const details = {
    reader: l10n.t('Finds and reads what others send'),
    writer: l10n.t('Also sends'),
    owner: l10n.t('Also invites and excludes others'),
  };
  const order: readonly HubAccess[] = ['writer', ...hubAccesses.filter((access) => access !== 'writer')];
  const items = order.map((access) => ({ label: accessText(access), description: details[access], access }));
  return (await pick(items, title, l10n.t('What may {0} do?', person), { staysOpen: true })).access;
}

async function askMember(
  { hubs }: HubServices,
  project: Project,
  { title, named }: { readonly title: string; readonly named: string | undefined },
) {
  const { members, me } = await hubs
    .use(project, async ({ client, address }) => ({
      members: (await client.members()).members,
      me: address.user,
    }))
    .catch((error: unknown) => {
      throw readableHubError(error);
    });
  const items = members
    .filter(({ person }) => person !== me)
    .map((member) => ({ label: member.person, description: accessText(member.access), ...member }));
  const known = items.find(({ person }) => person === named);
  const none = l10n.t('Nobody else is in this project.');
  return known ?? pick(items, title, l10n.t('Choose a person'), { none });
}
