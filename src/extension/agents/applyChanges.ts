import { commands, l10n, Uri, window } from 'vscode';
import { applyChange, undoing } from '../../connect/apply.ts';
import type { ConnectableAgent } from '../../connect/agents.ts';
import type { ConfigChange } from '../../connect/drafts.ts';
import { keepLauncher } from '../../connect/launcher.ts';
import { removeUnusedLauncher } from '../../connect/traces.ts';
import type { Text } from '../../disk/base/texts.ts';
import { errorText, offerUndo, warn, type NoticeButton } from '../base/notices.ts';
import { sayHere } from '../base/settings.ts';
import { aroundOf, type ConnectServices } from './connectServices.ts';

/** Applies changes one after another and offers to undo them; a failure with one does not affect the others. */
export async function applyChanges(
  agents: readonly ConnectableAgent[],
  changes: readonly ConfigChange[],
  services: ConnectServices,
): Promise<void> {
  const { machine, install, changed, onError } = services;
  keepLauncher(install, machine);
  const done: ConfigChange[] = [];
  for (const change of changes) {
    try {
      await applyChange(change, machine);
      done.push(change);
    } catch (error) {
      warn(l10n.t('{0} was not changed. {1}', change.path, errorText(error)));
    }
  }
  await removeUnusedLauncher(aroundOf(services));
  changed.fire();
  if (done.length === 0) return;
  const undo = async (): Promise<void> => {
    keepLauncher(install, machine);
    for (const change of [...done].reverse()) await applyChange(undoing(change), machine);
    await removeUnusedLauncher(aroundOf(services));
    changed.fire();
  };
  offerUndo(doneText(agents, done), undo, onError, [...nextButton(agents, done), ...fileButton(done)]);
}

function doneText(agents: readonly ConnectableAgent[], done: readonly ConfigChange[]): string {
  const names = agents.map(({ label }) => label).join(', ');
  return isConnecting(done) ? l10n.t('Connected {0}.', names) : l10n.t('Disconnected {0}.', names);
}

const isConnecting = (done: readonly ConfigChange[]): boolean =>
  done.some(({ isWritten }) => isWritten !== undefined);

/** Leads to what the person still has to do, which the overview lists until it is done. */
function nextButton(
  agents: readonly ConnectableAgent[],
  done: readonly ConfigChange[],
): readonly NoticeButton[] {
  if (!isConnecting(done) || !agents.some(({ trust }) => trust)) return [];
  const run = () => commands.executeCommand('historyStore.overview');
  return [{ label: l10n.t('Next Steps'), run }];
}

/** Returns a text in the editor's language. */
export const inLanguage = (text: Text): string => sayHere(text);

function fileButton([first, ...more]: readonly ConfigChange[]): readonly NoticeButton[] {
  if (first?.after === undefined || more.length > 0) return [];
  return [{ label: l10n.t('Open File'), run: () => window.showTextDocument(Uri.file(first.path)) }];
}
