import { l10n } from 'vscode';
import { isObject } from '../../disk/base/core.ts';
import type { Command } from '../base/commands.ts';
import { chooseProject } from '../base/pick.ts';
import type { Projects } from '../base/projects.ts';
import type { PaneOpener } from '../panes/showing.ts';
import type { WindowSessions } from '../sessions/sessionLists.ts';
import type { BriefTarget } from './briefTarget.ts';

interface Services {
  readonly projects: Projects;
  readonly sessionLists: Pick<WindowSessions, 'of'>;
  readonly briefPanes: PaneOpener<BriefTarget>;
}

/** Command that opens the brief pane; for a session, with the brief after its compaction. */
export const briefCommand = ({ projects, sessionLists, briefPanes }: Services): Command => ({
  id: 'historyStore.showBrief',
  run: async (argument) => {
    const title = l10n.t('Show What Agents Receive at Start');
    const project = await chooseProject(projects, argument, title);
    const path = isObject(argument) ? argument.path : undefined;
    const sessions = typeof path === 'string' ? await sessionLists.of(project).sessions() : [];
    const session = sessions.find((info) => info.path === path)?.sessionId;
    briefPanes.open({
      project,
      ...(session !== undefined && { purpose: 'afterCompaction' as const, session }),
    });
  },
});
