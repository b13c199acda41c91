import {
  l10n,
  ProgressLocation,
  QuickPickItemKind,
  type QuickPickItem,
  commands,
  CancellationError,
  env,
} from 'vscode';
import {
  messageCount,
  relativeTime,
  withProgress,
  inform,
  number,
  type NoticeButton,
} from '../base/notices.ts';
import { nothing, pick } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { chooseHub } from './chooseHub.ts';
import { type FetchServices, mine, signalOf } from './fetchServices.ts';
import { readableHubError } from './hubText.ts';
import {
  copyName,
  type DialogOfOthers,
  type HubSession,
  type FetchedSession,
  type FetchedDialog,
} from './hubTypes.ts';
import { hubDialogIn, hubSessionIn, type HubDialog, type HubSessionTarget } from './hubTarget.ts';
import { trashArchive } from '../../history/archive/archiveTrash.ts';

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

/** Copies the archives of a colleague's session, and opens the session, which can be resumed. */
async function fetchColleaguesSession(services: FetchServices, target: HubSessionTarget): Promise<void> {
  const { project } = target;
  const before = new Set((await project.archives.list()).archives.map(({ name }) => name));
  const fetched = await fetchingSession(services, target);
  const path = await open(services, target);
  const resume: NoticeButton = {
    label: l10n.t('Continue in Chat'),
    run: () => commands.executeCommand('historyStore.resumeSession', { folder: project.root, path }),
  };
  const isNew = fetched.archives.every((name) => !before.has(name));
  const undo: NoticeButton = {
    label: l10n.t('Undo'),
    run: () => trash(services, project, new Set(fetched.archives)),
  };
  const buttons = [...(path === undefined ? [] : [resume]), ...(isNew ? [undo] : [])];
  inform(textOf(target, fetched), buttons, services.onError);
}

function textOf({ person }: HubSessionTarget, { added }: FetchedSession): string {
  if (added === 0) return l10n.t('Nothing new in this session of {0}.', person);
  return added === 1
    ? l10n.t('Fetched a session of {0}: 1 part.', person)
    : l10n.t('Fetched a session of {0}: {1} parts.', person, number(added));
}

const fetchingSession = (
  { hubs }: FetchServices,
  { project, person, session }: HubSessionTarget,
): Thenable<FetchedSession> =>
  withProgress(
    {
      title: l10n.t('Fetching a session of {0}', person),
      location: ProgressLocation.Notification,
      cancellable: true,
    },
    (_report, token) =>
      hubs.use(project, async ({ client, address }) => {
        if (person === address.user) throw mine();
        return client.fetchSession({ person, session, signal: signalOf(token) });
      }),
  );

/** Opens the session and returns its id. */
async function open(
  { sessionLists, sessionPanes }: FetchServices,
  { project, session }: HubSessionTarget,
): Promise<string | undefined> {
  const list = sessionLists.of(project);
  list.forgetSessions();
  const path = (await list.sessions()).find(({ sessionId }) => sessionId === session)?.path;
  if (path !== undefined) sessionPanes.open({ project, kind: 'session', id: path });
  return path;
}

async function trash(
  { hubs, sessionLists }: FetchServices,
  project: Project,
  names: ReadonlySet<string>,
): Promise<void> {
  const { history } = await hubs.needed(project);
  const { archives } = await history.local.archives.list();
  const others = archives.filter(({ name }) => !names.has(name));
  for (const archive of archives)
    if (names.has(archive.name)) await trashArchive(history.local.context, archive, others);
  sessionLists.refresh();
}

/** Copies a colleague's dialog, or what is new in it, into one of its own, and opens that. */
async function fetchColleaguesDialog(services: FetchServices, target: HubDialog): Promise<void> {
  const { project, dialog, person } = target;
  const name = copyName(target);
  const isNew = !(await project.dialogs.names()).includes(name);
  const progress = { saved: 0 };
  try {
    const fetched = await fetchingDialog(services, target, (saved) => (progress.saved = saved));
    services.panes.open({ project, dialog: name });
    showResult(services, target, { name, isNew, text: fetchedText(fetched, isNew) });
  } catch (error) {
    if (!(error instanceof CancellationError) || progress.saved === 0) throw error;
    const came = messageCount(progress.saved);
    const text = l10n.t('Stopped. {0} of “{1}” by {2} came; fetch again for the rest.', came, dialog, person);
    showResult(services, target, { name, isNew, text });
  }
}

const fetchingDialog = (
  { hubs }: FetchServices,
  { project, person, dialog }: HubDialog,
  onSaved: (saved: number) => void,
): Thenable<FetchedDialog> =>
  withProgress(
    {
      title: l10n.t('Fetching “{0}” by {1}', dialog, person),
      location: ProgressLocation.Notification,
      cancellable: true,
    },
    (report, token) =>
      hubs.use(project, async ({ client, address }) => {
        if (person === address.user) throw mine();
        const onProgress = (saved: number): void => {
          onSaved(saved);
          report({ message: messageCount(saved), increment: 0 });
        };
        return client.fetchDialog({ person, dialog, onProgress, signal: signalOf(token) });
      }),
  );

function fetchedText({ dialog, saved, summary, contexts }: FetchedDialog, isNew: boolean): string {
  const parts = [
    ...(saved > 0 || isNew ? [messageCount(saved)] : []),
    ...(isNew && summary ? [l10n.t('the summary')] : []),
    ...(contexts > 0 ? [l10n.t('{0} context snapshots', number(contexts))] : []),
  ];
  if (parts.length === 0) return l10n.t('Nothing new for “{0}”.', dialog);
  const came = new Intl.ListFormat(env.language).format(parts);
  return isNew ? l10n.t('Fetched “{0}”: {1}.', dialog, came) : l10n.t('New in “{0}”: {1}.', dialog, came);
}

interface FetchResult {
  readonly name: string;
  readonly isNew: boolean;
  readonly text: string;
}

/** Reports the result. A new copy can be undone, which moves it to the trash. */
function showResult(
  { onError }: FetchServices,
  { project }: HubDialog,
  { name, isNew, text }: FetchResult,
): void {
  const goOn: NoticeButton = {
    label: l10n.t('Continue in Chat'),
    run: () => commands.executeCommand('historyStore.continueDialog', { folder: project.root, dialog: name }),
  };
  const undo: NoticeButton = { label: l10n.t('Undo'), run: () => project.dialogTrash.remove(name) };
  inform(text, isNew ? [goOn, undo] : [goOn], onError);
}
