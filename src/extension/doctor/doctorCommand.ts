import { l10n } from 'vscode';
import type { Command } from '../base/commands.ts';
import { chooseProject } from '../base/pick.ts';
import type { Projects } from '../base/projects.ts';
import type { PaneOpener } from '../panes/showing.ts';
import type { DoctorTarget } from './doctorPaneState.ts';

interface Services {
  readonly projects: Projects;
  readonly doctorPanes: PaneOpener<DoctorTarget>;
}

/**
 * Commands that open the overview, of which one keeps its former name. They start programs as agents do, so they are
 * rejected in an untrusted workspace.
 */
export const overviewCommands = ({ projects, doctorPanes }: Services): readonly Command[] =>
  ['overview', 'doctor'].map((name) => ({
    id: `historyStore.${name}`,
    writes: true,
    run: async (argument) =>
      doctorPanes.open({ project: await chooseProject(projects, argument, l10n.t('Overview')) }),
  }));
