import { l10n } from 'vscode';
import type { Command } from '../base/commands.ts';
import { chooseOne, chooseProject, pick, targetOf, type DialogChoice } from '../base/pick.ts';
import { relativeTime } from '../base/notices.ts';
import type { Project } from '../base/project.ts';
import { createDialog } from './dialogCommands.ts';

/** A dialog of a project, or none. */
interface Choice {
  readonly project: Project;
  readonly dialog: string | undefined;
}

/** Command that sets the dialog used when none is named. */
export const activeDialogCommand = (services: DialogChoice): Command => ({
  id: 'historyStore.setActiveDialog',
  writes: true,
  run: async (argument) => {
    const { projects, view, clock } = services;
    const { project, dialog } = await chooseOne<Choice>(
      {
        rows: view.rows,
        kind: 'dialog',
        named: (row) => targetOf(row, projects),
        ask: async (row) => ask(await chooseProject(projects, row, title()), clock.now()),
      },
      argument,
    );
    await project.dialogs.setActive(dialog);
  },
});

const title = (): string => l10n.t('Set Active Dialog');

async function ask(project: Project, now: number): Promise<Choice> {
  const active = await project.dialogs.active();
  const dialogs = (await project.dialogs.list()).map(({ name, pinned, activeAt }) => ({
    label: pinned ? `$(pinned) ${name}` : name,
    description: [active.chosen && name === active.name && l10n.t('active'), relativeTime(activeAt, now)]
      .filter(Boolean)
      .join(' · '),
    choose: (): Choice => ({ project, dialog: name }),
  }));
  const none = {
    label: l10n.t('$(circle-slash) None'),
    description: l10n.t('agents that name no dialog save to “{0}”', 'default'),
    choose: (): Choice => ({ project, dialog: undefined }),
  };
  const create = {
    label: l10n.t('$(add) New dialog…'),
    alwaysShow: true,
    choose: () => createDialog(project),
  };
  const items = [...dialogs, ...(active.chosen ? [none] : []), create];
  return (await pick(items, title(), l10n.t('Agents that name no dialog use this one'))).choose();
}
