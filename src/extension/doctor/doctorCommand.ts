import { l10n } from 'vscode';
import type { Command } from '../base/commands.ts';
import { chooseProject } from '../base/pick.ts';
import type { Projects } from '../base/projects.ts';
import type { PaneOpener } from '../panes/showing.ts';
import type { DoctorTarget } from './doctorTarget.ts';

interface Services {
  readonly projects: Projects;
  readonly doctorPanes: PaneOpener<DoctorTarget>;
}

/** Opens the doctor pane. It starts programs, as agents start them, so it is refused in an untrusted workspace. */
export const doctorCommand = ({ projects, doctorPanes }: Services): Command => ({
  id: 'historyStore.doctor',
  writes: true,
  run: async (argument) =>
    doctorPanes.open({ project: await chooseProject(projects, argument, l10n.t('Doctor')) }),
});
