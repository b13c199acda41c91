import { l10n, window } from 'vscode';
import { thisMachine } from '../../store/base/stateFolder.ts';
import { changeHubSettings } from '../../store/hub/hubSettings.ts';
import { chooseHub } from './chooseHub.ts';
import type { HubServices } from './hubServices.ts';

const toldMs = 6_000;

/** Stops sending, or goes on with it; what one sent from other machines comes nevertheless. */
export async function setPaused(services: HubServices, argument: unknown, paused: boolean): Promise<void> {
  const title = paused ? l10n.t('Pause Sending to Hub') : l10n.t('Resume Sending to Hub');
  const { hubs } = services;
  const { local } = await hubs.needed(await chooseHub(services, argument, title));
  await changeHubSettings(thisMachine(), local, { paused });
  hubs.look();
  const text = paused ? l10n.t('Sending to the hub is paused.') : l10n.t('Sending to the hub resumes.');
  window.setStatusBarMessage(`$(info) ${text}`, toldMs);
}
