import { l10n, ProgressLocation } from 'vscode';
import { inform, number, remark, withProgress } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { CanceledByUser } from './hubKeeper.ts';
import type { HubServices } from './hubKeeping.ts';
import { readableHubError } from './hubText.ts';
import type { SyncCounts } from './hubTypes.ts';
import { chooseHub } from './chooseHub.ts';

/**
 * Exchanges with a project's hub, showing progress; undefined if the person cancels it, which also pauses sending,
 * since it would resume by itself.
 */
export async function exchangeNow(
  { hubKeeping, hubs, onError }: HubServices,
  project: Project,
): Promise<SyncCounts | undefined> {
  try {
    return await withProgress(
      {
        location: ProgressLocation.Notification,
        cancellable: true,
        title: l10n.t('Exchanging with the hub'),
      },
      (report, token) =>
        hubKeeping.exchange(project, {
          onBatch: ({ sent = 0, received = 0 }) => {
            if (token.isCancellationRequested) throw new CanceledByUser();
            const message = l10n.t('{0} sent, {1} received', number(sent), number(received));
            report({ message, increment: 0 });
          },
        }),
    );
  } catch (error) {
    if (!(error instanceof CanceledByUser)) throw readableHubError(error);
    const { setup } = await hubs.needed(project);
    await setup.change({ paused: true });
    hubs.refresh();
    const resume = async (): Promise<void> => {
      await setup.change({ paused: false });
      hubs.refresh();
    };
    inform(
      l10n.t('Sending to the hub is paused. What was sent stays there.'),
      [{ label: l10n.t('Resume'), run: resume }],
      onError,
    );
    return undefined;
  }
}

/** Pauses or resumes sending; what the person sends from other machines is still received. */
export async function setPaused(services: HubServices, argument: unknown, paused: boolean): Promise<void> {
  const title = paused ? l10n.t('Pause Sending to Hub') : l10n.t('Resume Sending to Hub');
  const { hubs } = services;
  const { setup } = await hubs.needed(await chooseHub(services, argument, title));
  await setup.change({ paused });
  hubs.refresh();
  const text = paused ? l10n.t('Sending to the hub is paused.') : l10n.t('Sending to the hub resumes.');
  remark(text);
}
