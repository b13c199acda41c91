import { l10n, type QuickPickItem } from 'vscode';
import type { Services } from './commands.ts';
import { relativeTime } from './format.ts';
import { chooseAll, chooseOne, nothing, pick, type Called, type Subject } from './pick.ts';
import type { Project } from './project.ts';
import { projectOf, type Projects } from './projects.ts';
import type { RowSource } from './rows.ts';
import { targetOf, type DialogTarget } from './dialogTarget.ts';

/** Which dialogs of a project a question offers. */
export interface Offer {
  readonly names: (project: Project) => Promise<ReadonlySet<string>>;
  /** What is said when there is none. */
  readonly none: string;
}

/** What commands that are for dialogs, too, work with. */
export interface DialogChoice extends Services {
  /** The view of the dialogs. */
  readonly view: { readonly rows: RowSource<unknown> };
}

/** The dialog a command was called for, else asks. A key on a row that is no dialog is for none. */
export const chooseDialog = (
  services: DialogChoice,
  argument: unknown,
  title: string,
  offer?: Offer,
): Promise<DialogTarget> => chooseOne(dialogs(services, title, offer), argument);

/** As `chooseDialog`, with all that are selected. */
export const chooseDialogs = (
  services: DialogChoice,
  called: Called,
  title: string,
  offer?: Offer,
): Promise<readonly DialogTarget[]> => chooseAll(dialogs(services, title, offer), called);

const dialogs = (
  { projects, view, clock }: DialogChoice,
  title: string,
  offer?: Offer,
): Subject<DialogTarget> => ({
  ...{ rows: view.rows, kind: 'dialog' },
  named: (row) => targetOf(row, projects),
  ask: async () => {
    const items = await dialogItems(projects, clock.now(), offer);
    const none = offer?.none ?? l10n.t('No dialogs yet.');
    return (await pick(items, title, l10n.t('Choose a dialog'), { none })).target;
  },
});

/** Asks for a dialog to save to; undefined means a new one. Throws `CancellationError` when the person leaves. */
export async function pickDialogOrNew(
  projects: Projects,
  title: string,
  now: number,
): Promise<DialogTarget | undefined> {
  const create = { label: l10n.t('$(add) New dialog…'), alwaysShow: true, target: undefined };
  const items = await dialogItems(projects, now);
  return (await pick([create, ...items], title, l10n.t('Choose a dialog to save to'))).target;
}

/** The project that an argument names, else the only one, else asks. Throws `CancellationError` when there is none. */
export async function chooseProject(projects: Projects, argument: unknown, title: string): Promise<Project> {
  const named = projectOf(argument, projects);
  const [only, ...others] = projects.all;
  if (named) return named;
  if (only === undefined) throw nothing(l10n.t('Open a folder first. Its history is kept there.'));
  if (others.length === 0) return only;
  const items = projects.all.map((project) => ({ label: project.name, description: project.root, project }));
  return (await pick(items, title, l10n.t('Choose a folder'))).project;
}

type DialogItem = QuickPickItem & { readonly target: DialogTarget };

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
