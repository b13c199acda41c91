import { commands, l10n, ProgressLocation } from 'vscode';
import { trashArchive } from '../../history/archive/archiveTrash.ts';
import { inform, number, withProgress, type NoticeButton } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { type FetchServices, mine, signalOf } from './fetchServices.ts';
import type { HubSessionTarget } from './hubTarget.ts';
import type { FetchedSession } from './hubTypes.ts';

/** Copies the archives of a colleague's session, and opens the session, which can be resumed. */
export async function fetchColleaguesSession(
  services: FetchServices,
  target: HubSessionTarget,
): Promise<void> {
  const { project } = target;
  const before = new Set((await project.archives.list()).archives.map(({ name }) => name));
  const fetched = await fetching(services, target);
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

const fetching = (
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
