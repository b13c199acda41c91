import { l10n } from 'vscode';
import { StoreError } from '../../disk/base/core.ts';
import type { Command } from '../base/commands.ts';
import { chooseTrashed, type InTrash } from '../base/inTrash.ts';
import { inform, number, type NoticeButton } from '../base/notices.ts';
import type { Called } from '../base/pick.ts';
import type { SessionServices } from './sessionTarget.ts';

/** Commands that restore deleted or replaced archives, including those an exchange with a hub replaced. */
export const archiveTrashCommands = (services: SessionServices): readonly Command[] => [
  {
    id: 'historyStore.restoreArchive',
    writes: true,
    run: (argument, selected) => restoreArchives(services, { argument, selected }),
  },
];

/** Replacing an existing archive can be undone; one restored beside it also stays in the trash. */
async function restoreArchives(services: SessionServices, called: Called): Promise<void> {
  const [first, ...more] = await chooseTrashed(services, called, {
    list: (project) => project.archiveTrash.list(),
    title: l10n.t('Restore Copy of Session'),
    question: l10n.t('Choose a deleted copy'),
  });
  if (first === undefined) return;
  const replaced: InTrash[] = [];
  for (const one of [first, ...more]) replaced.push(...(await restore(one)));
  services.sessionLists.refresh();
  const undo: NoticeButton = {
    label: l10n.t('Undo'),
    run: async () => {
      for (const { project, trashed } of replaced)
        await project.archiveTrash.restore(trashed.id, { replaces: true });
      services.sessionLists.refresh();
    },
  };
  inform(
    more.length === 0
      ? l10n.t('Restored “{0}”.', first.trashed.name)
      : l10n.t('Restored {0} copies of sessions.', number(more.length + 1)),
    replaced.length > 0 ? [undo] : [],
    services.onError,
  );
}

/** Returns what was replaced and is now in the trash. */
async function restore({ project, trashed }: InTrash): Promise<readonly InTrash[]> {
  const { archiveTrash } = project;
  try {
    await archiveTrash.restore(trashed.id);
    return [];
  } catch (error) {
    if (!(error instanceof StoreError) || error.code !== 'already_exists') throw error;
  }
  const before = new Set((await archiveTrash.list()).map(({ id }) => id));
  await archiveTrash.restore(trashed.id, { replaces: true });
  const added = (await archiveTrash.list()).filter(
    ({ id, name }) => !before.has(id) && name === trashed.name,
  );
  return added.map((one) => ({ project, trashed: one }));
}
