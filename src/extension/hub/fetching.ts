import { l10n, ProgressLocation, QuickPickItemKind, type QuickPickItem } from 'vscode';
import { messageCount, relativeTime, withProgress } from '../base/notices.ts';
import { nothing, pick } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { chooseHub } from './chooseHub.ts';
import { fetchColleaguesDialog } from './fetchingDialog.ts';
import { fetchColleaguesSession } from './fetchingSession.ts';
import type { FetchServices } from './fetchServices.ts';
import { readableHubError } from './hubText.ts';
import { copyName, type DialogOfOthers, type HubSession } from './hubTypes.ts';
import { hubDialogIn, hubSessionIn, type HubDialog, type HubSessionTarget } from './hubTarget.ts';

/** Number of newest sessions offered. */
const maxSessions = 500;

/** Copies a colleague's dialog or session to this machine; asks which if none is given. */
export async function fetchFromHub(services: FetchServices, argument: unknown): Promise<void> {
  try {
    const { projects } = services;
    const named = hubDialogIn(argument, projects) ?? hubSessionIn(argument, projects);
    const target = named ?? (await ask(services, argument));
    await ('dialog' in target
      ? fetchColleaguesDialog(services, target)
      : fetchColleaguesSession(services, target));
  } catch (error) {
    throw readableHubError(error);
  }
}

type Item = QuickPickItem & { readonly target?: HubDialog | HubSessionTarget };

async function ask(services: FetchServices, argument: unknown): Promise<HubDialog | HubSessionTarget> {
  const { hubs } = services;
  const title = l10n.t('Fetch to This Machine');
  const project = await chooseHub(services, argument, title);
  const asking = { title: l10n.t('Asking the hub…'), location: ProgressLocation.Window };
  const { dialogs, sessions } = await withProgress(asking, () =>
    hubs.use(project, async ({ client, address }) => ({
      dialogs: await client.dialogs(),
      sessions: (await client.sessions({ limit: maxSessions })).filter(
        ({ owner, archives }) => owner !== address.user && archives > 0,
      ),
    })),
  );
  const items = [
    ...(await dialogItems(services, project, dialogs)),
    ...sessionItems(services, project, sessions),
  ];
  const none = l10n.t('No colleague has sent a dialog or a kept session to the hub.');
  const { target } = await pick(items, title, l10n.t('Choose what to fetch from a colleague'), { none });
  if (target === undefined) throw nothing(none);
  return target;
}

const heading = (label: string): Item => ({ label, kind: QuickPickItemKind.Separator });

async function dialogItems(
  { clock }: FetchServices,
  project: Project,
  dialogs: readonly DialogOfOthers[],
): Promise<readonly Item[]> {
  const here = new Set(await project.dialogs.names());
  const items = dialogs.map(({ owner: person, dialog, messages, time }): Item => {
    const facts = [person, messageCount(messages), relativeTime(time, clock.now())];
    if (here.has(copyName({ person, dialog }))) facts.push(l10n.t('on this machine'));
    return { label: dialog, description: facts.join(' · '), target: { project, person, dialog } };
  });
  return items.length > 0 ? [heading(l10n.t('Dialogs')), ...items] : [];
}

function sessionItems(
  { clock }: FetchServices,
  project: Project,
  sessions: readonly HubSession[],
): readonly Item[] {
  const items = sessions.map(({ owner: person, session, title, activeAt }): Item => {
    const facts = [person, relativeTime(activeAt, clock.now())];
    return { label: title, description: facts.join(' · '), target: { project, person, session } };
  });
  return items.length > 0 ? [heading(l10n.t('Sessions of agents')), ...items] : [];
}
