import { env, l10n, Uri, window } from 'vscode';
import { applyChange, undoing } from '../../connect/apply.ts';
import type { Bilingual, ConnectableAgent } from '../../connect/agents.ts';
import type { ConfigChange } from '../../connect/drafts.ts';
import { keepLauncher } from '../../connect/launcher.ts';
import { removeUnusedLauncher } from '../../connect/traces.ts';
import { errorText, offerUndo, warn, type NoticeButton } from '../base/notices.ts';
import { aroundOf, type ConnectServices } from './connectServices.ts';

/** Does changes one after the other and offers to undo them; what fails with one does not keep the others from being done. */
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
  offerUndo(doneText(agents, done), undo, onError, fileButton(done));
}

function doneText(agents: readonly ConnectableAgent[], done: readonly ConfigChange[]): string {
  const names = agents.map(({ label }) => label).join(', ');
  const kinds = new Set(
    done
      .filter(({ isWritten }) => isWritten !== undefined)
      .flatMap(({ parts }) => parts.map(({ kind }) => kind)),
  );
  const notes = agents.flatMap((agent) => [...kinds].map((kind) => agent.notes?.[kind]));
  const changed = l10n.t(
    'Changed the configuration of {0}. It takes effect when the agent starts next.',
    names,
  );
  return [changed, ...notes.flatMap((note) => (note ? [inLanguage(note)] : []))].join(' ');
}

/** A text in the language of the editor. */
export const inLanguage = ([english, chinese]: Bilingual): string =>
  env.language.toLowerCase().startsWith('zh') ? chinese : english;

function fileButton([first, ...more]: readonly ConfigChange[]): readonly NoticeButton[] {
  if (first?.after === undefined || more.length > 0) return [];
  return [{ label: l10n.t('Open File'), run: () => window.showTextDocument(Uri.file(first.path)) }];
}
