import { CancellationError, commands, env, l10n, ProgressLocation } from 'vscode';
import { inform, messageCount, number, withProgress, type NoticeButton } from '../base/notices.ts';
import { mine, signalOf, type FetchServices } from './fetchServices.ts';
import type { HubDialog } from './hubTarget.ts';
import { copyName, type FetchedDialog } from './hubTypes.ts';

/** Copies a colleague's dialog, or what is new in it, into one of its own, and opens that. */
export async function fetchColleaguesDialog(services: FetchServices, target: HubDialog): Promise<void> {
  const { project, dialog, person } = target;
  const name = copyName(target);
  const isNew = !(await project.dialogs.names()).includes(name);
  const progress = { saved: 0 };
  try {
    const fetched = await fetching(services, target, (saved) => (progress.saved = saved));
    services.panes.open({ project, dialog: name });
    showResult(services, target, { name, isNew, text: fetchedText(fetched, isNew) });
  } catch (error) {
    if (!(error instanceof CancellationError) || progress.saved === 0) throw error;
    const came = messageCount(progress.saved);
    const text = l10n.t('Stopped. {0} of “{1}” by {2} came; fetch again for the rest.', came, dialog, person);
    showResult(services, target, { name, isNew, text });
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
