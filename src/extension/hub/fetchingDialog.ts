import { CancellationError, commands, env, l10n, ProgressLocation, type CancellationToken } from 'vscode';
import { StoreError } from '../../store/base/core.ts';
import { copyName, fetchDialog, type FetchedDialog } from '../../store/hub/fetchDialog.ts';
import { inform, messageCount, number, withProgress, type NoticeButton } from '../base/notices.ts';
import type { FetchServices } from './fetchServices.ts';
import type { HubDialog } from './hubTarget.ts';

/** Copies a dialog of a colleague, or what is new in it, into one of its own and opens that. */
export async function fetchColleaguesDialog(services: FetchServices, target: HubDialog): Promise<void> {
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

export const mine = (): StoreError =>
  new StoreError(
    'invalid_argument',
    l10n.t('You sent this yourself. What you sent comes to your other machines by itself.'),
  );

/** Ends with the error that tells nobody anything. */
export function signalOf(token: CancellationToken): AbortSignal {
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
