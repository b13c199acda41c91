import { l10n } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import type { Log } from '../../disk/base/core.ts';
import { historyModes, type HistoryMode } from '../../disk/files/historySwitch.ts';
import { setHistoryMode } from '../../disk/files/setHistoryMode.ts';
import type { Command } from '../base/commands.ts';
import { inform, warn } from '../base/notices.ts';
import { chooseProject, pick } from '../base/pick.ts';
import type { Projects } from '../base/projects.ts';
import { modeLabel, modeMeaning } from '../dialogs/modeText.ts';

interface Services {
  readonly projects: Projects;
  readonly clock: Clock;
  readonly log: Log;
}

/** Command that chooses what programs do with the history of a project. */
export const modeCommand = ({ projects, clock, log }: Services): Command => ({
  id: 'historyStore.setMode',
  writes: true,
  run: async (argument) => {
    const title = l10n.t('Turn History On or Off');
    const project = await chooseProject(projects, argument, title);
    const current = project.mode.mode;
    const mode = await pickMode(current, title);
    if (mode === current) return;
    const now = await setHistoryMode(project.root, mode, { clock, log });
    projects.modeChanged(project);
    if (now.mode === mode) inform(modeMeaning(mode));
    else warn(l10n.t('{0} Set by {1}.', modeMeaning(now.mode), now.by ?? ''));
  },
});

async function pickMode(current: HistoryMode, title: string): Promise<HistoryMode> {
  const items = [...historyModes].reverse().map((mode) => ({
    label: `$(${mode === current ? 'check' : 'blank'}) ${modeLabel(mode)}`,
    detail: modeMeaning(mode),
    mode,
  }));
  return (await pick(items, title, l10n.t('Choose what happens in this project'))).mode;
}
