import { l10n } from 'vscode';
import { offerUndo } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Hubs } from './hubs.ts';
import type { HubServices } from './hubKeeping.ts';

/** Disconnects a project from its hub on this machine, with a way to undo it; what was sent stays in the hub. */
export async function leaving(hubs: Hubs, project: Project) {
  const { setup, shown, settings, history } = await hubs.needed(project);
  const password = await hubs.passwords.of(setup.local, shown);
  return {
    shown,
    leave: async (): Promise<void> => {
      await setup.leave(history);
      await hubs.passwords.keep(setup.local, shown, undefined);
      hubs.refresh();
    },
    undo: async (): Promise<void> => {
      await hubs.passwords.keep(setup.local, shown, password);
      await setup.change(settings);
      hubs.refresh();
    },
  };
}

export async function leaveHub({ hubs, onError }: HubServices, project: Project): Promise<void> {
  const { shown, leave, undo } = await leaving(hubs, project);
  await leave();
  offerUndo(l10n.t('This machine has forgotten {0}. What was sent stays there.', shown), undo, onError);
}
