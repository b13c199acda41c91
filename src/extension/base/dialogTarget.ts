import { CancellationError, l10n, window, type QuickPickItem } from 'vscode';
import { isObject } from '../../store/base/json.ts';
import { relativeTime } from './format.ts';
import { Project } from './project.ts';
import type { Projects } from './projects.ts';
import { inform } from './notices.ts';

/** A dialog that a command works on. */
export interface Target {
  readonly project: Project;
  readonly dialog: string;
}

/** The dialog a menu, a pane or another extension names: a node of the tree or `{folder, dialog}`. */
export function targetOf(argument: unknown, projects: Projects): Target | undefined {
  if (!isObject(argument) || typeof argument.dialog !== 'string') return undefined;
  const project = projectOf(argument, projects);
  return project && { project, dialog: argument.dialog };
}

/** The project a menu or a pane names. */
export function projectOf(argument: unknown, projects: Projects): Project | undefined {
  if (!isObject(argument)) return undefined;
  if (argument.project instanceof Project) return argument.project;
  return typeof argument.folder === 'string' ? projects.find(argument.folder) : undefined;
}

interface DialogItem extends QuickPickItem {
  /** Undefined for the item that makes a new dialog. */
  readonly target: Target | undefined;
}

/** Which dialogs of a project a question offers. */
export interface Offer {
  readonly names: (project: Project) => Promise<ReadonlySet<string>>;
  /** What is said when there is none. */
  readonly none: string;
}

/** Asks for a dialog of any project, or for one of those offered. Throws `CancellationError` when the person leaves. */
export async function pickDialog(
  projects: Projects,
  title: string,
  now: number,
  offer?: Offer,
): Promise<Target> {
  const items = await dialogItems(projects, now, offer);
  if (items.length === 0) {
    inform(offer?.none ?? l10n.t('No dialogs yet.'));
    throw new CancellationError();
  }
  const target = (await pick(items, title, l10n.t('Choose a dialog'))).target;
  if (target === undefined) throw new CancellationError();
  return target;
}

/** Asks for a dialog to save to; undefined means a new one. Throws `CancellationError` when the person leaves. */
export async function pickDialogOrNew(
  projects: Projects,
  title: string,
  now: number,
): Promise<Target | undefined> {
  const create: DialogItem = { label: l10n.t('$(add) New dialog…'), alwaysShow: true, target: undefined };
  const items = await dialogItems(projects, now);
  return (await pick([create, ...items], title, l10n.t('Choose a dialog to save to'))).target;
}

/** Asks for a project if there are several. Throws `CancellationError` when there is none or the person leaves. */
export async function pickProject(projects: Projects, title: string): Promise<Project> {
  const [only, ...others] = projects.all;
  if (only === undefined) {
    inform(l10n.t('Open a folder first. Its history is kept there.'));
    throw new CancellationError();
  }
  if (others.length === 0) return only;
  const items = projects.all.map((project) => ({ label: project.name, description: project.root, project }));
  return (await pick(items, title, l10n.t('Choose a folder'))).project;
}

/** Asks to choose one item. Throws `CancellationError` when the person leaves. */
export async function pick<T extends QuickPickItem>(
  items: readonly T[],
  title: string,
  placeHolder: string,
): Promise<T> {
  const chosen = await window.showQuickPick(items, { title, placeHolder, matchOnDescription: true });
  if (chosen === undefined) throw new CancellationError();
  return chosen;
}

async function dialogItems(projects: Projects, now: number, offer?: Offer): Promise<DialogItem[]> {
  const several = projects.all.length > 1;
  const items = projects.all.map(async (project) => {
    const offered = await offer?.names(project);
    const dialogs = (await project.dialogs.list()).filter(({ name }) => offered?.has(name) ?? true);
    return dialogs.map(({ name, pinned, activeAt }) => ({
      label: pinned ? `$(pinned) ${name}` : name,
      description: [several ? project.name : '', relativeTime(activeAt, now)].filter(Boolean).join(' · '),
      target: { project, dialog: name },
    }));
  });
  return (await Promise.all(items)).flat();
}
