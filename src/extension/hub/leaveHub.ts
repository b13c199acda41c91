import { l10n } from 'vscode';
import { thisMachine } from '../../store/base/stateFolder.ts';
import { changeHubSettings, forgetHub } from '../../store/hub/hubSettings.ts';
import { forgetHubState } from '../../store/hub/hubState.ts';
import { offerUndo } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import type { Hubs } from './hubs.ts';
import type { HubServices } from './hubServices.ts';

/** Forgets the hub of a project on this machine, and undoes that; what was sent stays there. */
export async function leaving(hubs: Hubs, project: Project) {
  const { local, shown, settings, history } = await hubs.needed(project);
  const password = await hubs.passwords.of(local, shown);
  return {
    shown,
    leave: async (): Promise<void> => {
      await forgetHub(thisMachine(), local);
      await forgetHubState(history.local.context.folder);
      await hubs.passwords.keep(local, shown, undefined);
      hubs.look();
    },
    undo: async (): Promise<void> => {
      await hubs.passwords.keep(local, shown, password);
      await changeHubSettings(thisMachine(), local, settings);
      hubs.look();
    },
  };
}

export async function leaveHub({ hubs, onError }: HubServices, project: Project): Promise<void> {
  const { shown, leave, undo } = await leaving(hubs, project);
  await leave();
  offerUndo(l10n.t('This machine has forgotten {0}. What was sent stays there.', shown), undo, onError);
}
