import { l10n } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import { isObject } from '../../disk/base/core.ts';
import { relativeTime } from './notices.ts';
import { type Called, pick } from './pick.ts';
import type { Project } from './project.ts';
import { projectOf, type Projects } from './projects.ts';

/** Something deleted, by its id in the trash of its project. */
export interface InTrash {
  readonly project: Project;
  readonly trashed: { readonly id: string; readonly name: string };
}

/** How to ask for something deleted. */
interface TrashQuestion {
  readonly list: (project: Project) => Promise<readonly (InTrash['trashed'] & { deletedAt: number })[]>;
  readonly title: string;
  readonly question: string;
}

/** Returns what is to be restored: the rows a command was called for, else what a person chooses in all projects. */
export async function chooseTrashed(
  services: { readonly projects: Projects; readonly clock: Clock },
  { argument, selected }: Called,
  question: TrashQuestion,
): Promise<readonly InTrash[]> {
  const rows: readonly unknown[] = Array.isArray(selected) && selected.length > 0 ? selected : [argument];
  const named = rows.flatMap((row) => trashedIn(row, services.projects) ?? []);
  return named.length > 0 ? named : [await ask(services, question)];
}

/** Returns what a row of a trash refers to. */
function trashedIn(row: unknown, projects: Projects): InTrash | undefined {
  const project = projectOf(row, projects);
  const trashed = isObject(row) ? row.trashed : undefined;
  if (project === undefined || !isObject(trashed)) return undefined;
  const { id, name } = trashed;
  return typeof id === 'string' && typeof name === 'string' ? { project, trashed: { id, name } } : undefined;
}

async function ask(
  { projects, clock }: { readonly projects: Projects; readonly clock: Clock },
  { list, title, question }: TrashQuestion,
): Promise<InTrash> {
  const lists = projects.all.map(async (project) =>
    (await list(project)).map((trashed) => ({
      label: trashed.name,
      description: relativeTime(trashed.deletedAt, clock.now()),
      project,
      trashed,
    })),
  );
  return pick((await Promise.all(lists)).flat(), title, question, { none: l10n.t('The trash is empty.') });
}
