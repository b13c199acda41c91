import { l10n } from 'vscode';
import type { Command } from '../base/commands.ts';
import { chooseProject } from '../base/pick.ts';
import type { Projects } from '../base/projects.ts';
import type { PaneOpener } from '../panes/showing.ts';
import { firstFilter, type InsightTarget } from './insightPaneState.ts';

interface Services {
  readonly projects: Projects;
  readonly insightPanes: PaneOpener<InsightTarget>;
}

/** Command that opens a project's insight pane. */
export const insightCommand = ({ projects, insightPanes }: Services): Command => ({
  id: 'historyStore.showInsight',
  run: async (argument) =>
    insightPanes.open({
      project: await chooseProject(projects, argument, l10n.t('Show Insight')),
      filter: firstFilter,
    }),
});
