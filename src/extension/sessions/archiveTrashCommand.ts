import { l10n } from 'vscode';
import { isObject, StoreError } from '../../disk/base/core.ts';
import type { TrashedArchive } from '../../history/archive/types.ts';
import type { Command } from '../base/commands.ts';
import { inform, number, relativeTime, type NoticeButton } from '../base/notices.ts';
import { type Called, pick } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { projectOf } from '../base/projects.ts';
import type { SessionServices } from './sessionTarget.ts';

/** Commands that restore deleted or replaced archives, including those an exchange with a hub replaced. */
export const archiveTrashCommands = (services: SessionServices): readonly Command[] => [
  {
    id: 'historyStore.restoreArchive',
    writes: true,
    run: (argument, selected) => restoreArchives(services, { argument, selected }),
  },
];

interface InTrash {
  readonly project: Project;
  readonly trashed: TrashedArchive;
}

/** Replacing an existing archive can be undone; one restored beside it also stays in the trash. */
async function restoreArchives(services: SessionServices, { argument, selected }: Called): Promise<void> {
  const rows: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [argument];
  const named = rows.flatMap((row) => trashedIn(row, services) ?? []);
  const [first, ...more] = named.length > 0 ? named : [await ask(services)];
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

/** Returns the trashed archive of a row. */
function trashedIn(row: unknown, { projects }: SessionServices): InTrash | undefined {
  const project = projectOf(row, projects);
  const trashed = isObject(row) ? row.trashed : undefined;
  if (project === undefined || !isObject(trashed)) return undefined;
  const { id, name, deletedAt } = trashed;
  return typeof id === 'string' && typeof name === 'string' && typeof deletedAt === 'number'
    ? { project, trashed: { id, name, deletedAt } }
    : undefined;
}

async function ask({ projects, clock }: SessionServices): Promise<InTrash> {
  const lists = projects.all.map(async (project) =>
    (await project.archiveTrash.list()).map((trashed) => ({
      label: trashed.name,
      description: relativeTime(trashed.deletedAt, clock.now()),
      project,
      trashed,
    })),
  );
  const none = l10n.t('The trash is empty.');
  const items = (await Promise.all(lists)).flat();
  return pick(items, l10n.t('Restore Copy of Session'), l10n.t('Choose a deleted copy'), { none });
}
