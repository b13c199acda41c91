import { l10n } from 'vscode';
import { nothing, pick } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import { projectOf, type Projects } from '../base/projects.ts';
import type { Hubs } from './hubs.ts';

/**
 * Returns the project with a hub given by an argument, else the only one, else asks. Throws `CancellationError` if
 * there is none.
 */
export async function chooseHub(
  { projects, hubs }: { readonly projects: Projects; readonly hubs: Hubs },
  argument: unknown,
  title: string,
): Promise<Project> {
  const named = projectOf(argument, projects);
  const [only, ...others] = named ? [named] : hubs.used;
  if (only === undefined || !hubs.used.includes(only))
    throw nothing(l10n.t('No hub is set up for this folder. Use Set Up Hub.'));
  if (others.length === 0) return only;
  const items = hubs.used.map((project) => ({ label: project.name, description: project.root, project }));
  return (await pick(items, title, l10n.t('Choose a folder'))).project;
}
