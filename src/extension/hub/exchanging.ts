import { l10n, ProgressLocation } from 'vscode';
import { thisMachine } from '../../store/base/stateFolder.ts';
import { changeHubSettings } from '../../store/hub/hubSettings.ts';
import type { Exchanged } from '../../store/hub/openedHistory.ts';
import { inform, number, withProgress } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { EndedByPerson } from './hubKeeper.ts';
import type { HubServices } from './hubServices.ts';
import { readableHubError } from './hubText.ts';

/**
 * Exchanges with the hub of a project and shows how far that is; undefined where the person stopped it. Then sending is
 * paused: else it would go on by itself.
 */
export async function exchangeNow(
  { hubKeeping, hubs, onError }: HubServices,
  project: Project,
): Promise<Exchanged | undefined> {
  try {
    return await withProgress(
      {
        ...{ location: ProgressLocation.Notification, cancellable: true },
        title: l10n.t('Exchanging with the hub'),
      },
      (report, token) =>
        hubKeeping.exchange(project, {
          onBatch: ({ sent = 0, received = 0 }) => {
            if (token.isCancellationRequested) throw new EndedByPerson();
            const message = l10n.t('{0} sent, {1} received', number(sent), number(received));
            report({ message, increment: 0 });
          },
        }),
    );
  } catch (error) {
    if (!(error instanceof EndedByPerson)) throw readableHubError(error);
    const hub = await hubs.needed(project);
    await changeHubSettings(thisMachine(), hub.local, { paused: true });
    hubs.look();
    const resume = async (): Promise<void> => {
      await changeHubSettings(thisMachine(), hub.local, { paused: false });
      hubs.look();
    };
    inform(
      l10n.t('Sending to the hub is paused. What was sent stays there.'),
      [{ label: l10n.t('Resume'), run: resume }],
      onError,
    );
    return undefined;
  }
}
