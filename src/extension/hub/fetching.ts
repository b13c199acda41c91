import { CancellationError, commands, env, l10n, ProgressLocation, type CancellationToken } from 'vscode';
import { StoreError } from '../../store/base/core.ts';
import { colleaguesDialogs } from '../../store/hub/colleaguesDialogs.ts';
import { copyName, fetchDialog, type FetchedDialog } from '../../store/hub/fetchDialog.ts';
import type { Services } from '../base/commands.ts';
import {
  inform,
  messageCount,
  number,
  relativeTime,
  withProgress,
  type NoticeButton,
} from '../base/notices.ts';
import { nothing, pick, type DialogTarget } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { projectOf } from '../base/projects.ts';
import type { PaneOpener } from '../panes/showing.ts';
import type { Hubs } from './hubs.ts';
import { hubDialogIn, type HubDialog } from './hubTarget.ts';

/** What fetching works with. */
export interface FetchServices extends Services {
  readonly hubs: Pick<Hubs, 'used' | 'use'>;
  readonly panes: PaneOpener<DialogTarget>;
}

/** Copies a dialog of a colleague, or what is new in it, into one of its own and opens that; asks which where none is named. */
export async function fetchFromHub(services: FetchServices, argument: unknown): Promise<void> {
  const target = hubDialogIn(argument, services.projects) ?? (await ask(services, argument));
  const { project, dialog, person } = target;
  const name = copyName(target);
  const isNew = !(await project.dialogs.names()).includes(name);
  const progress = { saved: 0 };
  try {
    const fetched = await fetching(services, target, (saved) => (progress.saved = saved));
    services.panes.open({ project, dialog: name });
    tell(services, target, { name, isNew, text: fetchedText(fetched, isNew) });
  } catch (error) {
    if (!(error instanceof CancellationError) || progress.saved === 0) throw error;
    const came = messageCount(progress.saved);
    const text = l10n.t('Stopped. {0} of “{1}” by {2} came; fetch again for the rest.', came, dialog, person);
    tell(services, target, { name, isNew, text });
  }
}

const fetching = (
  { hubs }: FetchServices,
  { project, person, dialog }: HubDialog,
  onSaved: (saved: number) => void,
): Thenable<FetchedDialog> =>
  withProgress(
    {
      title: l10n.t('Fetching “{0}” by {1}', dialog, person),
      ...{ location: ProgressLocation.Notification, cancellable: true },
    },
    (report, token) =>
      hubs.use(project, async ({ connection, shown, history, address }) => {
        if (person === address.user) throw mine();
        const onProgress = (saved: number): void => {
          onSaved(saved);
          report({ message: messageCount(saved), increment: 0 });
        };
        const request = { person, dialog, onProgress, signal: signalOf(token) };
        return history.sync(connection, shown, (sync) => fetchDialog(sync, request));
      }),
  );

const mine = (): StoreError =>
  new StoreError(
    'invalid_argument',
    l10n.t('You sent this dialog. What you sent comes to your other machines by itself.'),
  );

/** Ends with the error that tells nobody anything. */
function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new CancellationError());
  token.onCancellationRequested(stop);
  if (token.isCancellationRequested) stop();
  return controller.signal;
}

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

interface Told {
  readonly name: string;
  readonly isNew: boolean;
  readonly text: string;
}

/** A copy that was not there before can be undone: it goes into the trash, from which it can be restored. */
function tell({ onError }: FetchServices, { project }: HubDialog, { name, isNew, text }: Told): void {
  const goOn: NoticeButton = {
    label: l10n.t('Continue in Chat'),
    run: () => commands.executeCommand('historyStore.continueDialog', { folder: project.root, dialog: name }),
  };
  const undo: NoticeButton = { label: l10n.t('Undo'), run: () => project.dialogTrash.remove(name) };
  inform(text, isNew ? [goOn, undo] : [goOn], onError);
}

async function ask(services: FetchServices, argument: unknown): Promise<HubDialog> {
  const title = l10n.t('Fetch to This Machine');
  const project = await askProject(services, argument, title);
  const location = ProgressLocation.Window;
  const all = await withProgress({ title: l10n.t('Asking the hub…'), location }, () =>
    services.hubs.use(project, ({ connection, inHub }) => colleaguesDialogs(connection, inHub)),
  );
  const here = new Set(await project.dialogs.names());
  const now = services.clock.now();
  const items = all.map(({ owner: person, dialog, messages, time }) => {
    const facts = [person, messageCount(messages), relativeTime(time, now)];
    if (here.has(copyName({ person, dialog }))) facts.push(l10n.t('on this machine'));
    return { label: dialog, description: facts.join(' · '), target: { project, person, dialog } };
  });
  const none = l10n.t('No colleague has sent a dialog to the hub.');
  return (await pick(items, title, l10n.t('Choose a dialog of a colleague'), { none })).target;
}

async function askProject(
  { hubs, projects }: FetchServices,
  argument: unknown,
  title: string,
): Promise<Project> {
  const named = projectOf(argument, projects);
  if (named) return named;
  const [only, ...others] = hubs.used;
  if (only === undefined) throw nothing(l10n.t('No hub is set up for this folder.'));
  if (others.length === 0) return only;
  const items = hubs.used.map((project) => ({ label: project.name, description: project.root, project }));
  return (await pick(items, title, l10n.t('Choose a folder'))).project;
}
