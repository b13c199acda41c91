import { CancellationError, l10n, type QuickPickItem, window } from 'vscode';
import { isObject } from '../../store/base/core.ts';
import type { Services } from './commands.ts';
import { inform, number, relativeTime } from './notices.ts';
import type { Project } from './project.ts';
import { projectOf, type Projects } from './projects.ts';
import { calledFor, isKey, kindOf, type RowSource } from './rows.ts';

/** What a command was called with: by a menu, by a key, by another extension, or with nothing. */
export interface Called {
  readonly argument: unknown;
  /** Menus of trees pass all selected rows as a second argument. */
  readonly selected?: unknown;
}

/** How the things of one subject are found. */
export interface Subject<T> {
  /** The rows of its tree. */
  readonly rows: RowSource<unknown>;
  /** The kind of the rows that a key in the tree is for; others name the thing they belong to only in menus. */
  readonly kind: string;
  /** The thing that a row, or what another extension passes, names. */
  readonly named: (row: unknown) => Promise<T | undefined> | T | undefined;
  /** Asks the person; the row may narrow what is offered. Throws `CancellationError` when the person leaves. */
  readonly ask: (row: unknown) => Promise<T>;
}

/** What a command is for: what its argument names, else the focused or selected rows of the tree, else asks. */
export async function chooseAll<T>(
  { rows, kind, named, ask }: Subject<T>,
  { argument, selected }: Called,
): Promise<readonly T[]> {
  const { rows: called, others } = await calledFor(rows, argument, selected);
  const isOther = isKey(argument) && kindOf(called[0]) !== kind;
  const all = isOther ? [] : await Promise.all(called.map(async (row) => named(row)));
  const found = all.flatMap((each) => each ?? []);
  if (found.length > 0) {
    if (others > 0) tellLeft(others);
    return found;
  }
  if (isKey(argument)) throw new CancellationError(); // a key asks nothing
  return [await ask(called[0])];
}

const toldMs = 6_000;

/** Says that some of the selected rows are not what the command is for. */
function tellLeft(others: number): void {
  const text =
    others === 1
      ? l10n.t('1 selected row of another kind was left as it is.')
      : l10n.t('{0} selected rows of another kind were left as they are.', number(others));
  window.setStatusBarMessage(`$(info) ${text}`, toldMs);
}

/** As `chooseAll`, for a command that is for one thing. */
export async function chooseOne<T>(subject: Subject<T>, argument: unknown): Promise<T> {
  const [first] = await chooseAll(subject, { argument });
  return first ?? subject.ask(argument);
}

/** Asks to choose one item. Throws `CancellationError` when the person leaves, and after saying so where there is none. */
export async function pick<T extends QuickPickItem>(
  items: readonly T[],
  title: string,
  placeHolder: string,
  { none, matchOnDetail = false }: { readonly none?: string; readonly matchOnDetail?: boolean } = {},
): Promise<T> {
  if (items.length === 0 && none !== undefined) throw nothing(none);
  const options = { title, placeHolder, matchOnDescription: true, matchOnDetail };
  const chosen = await window.showQuickPick(items, options);
  if (chosen === undefined) throw new CancellationError();
  return chosen;
}

/** Says why nothing is done; thrown, it ends the command. */
export function nothing(text: string): CancellationError {
  inform(text);
  return new CancellationError();
}

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

/** A dialog that a command works on. */
export interface DialogTarget {
  readonly project: Project;
  readonly dialog: string;
}

/** The dialog a menu, a pane or another extension names: a node of the tree or `{folder, dialog}`. */
export function targetOf(argument: unknown, projects: Projects): DialogTarget | undefined {
  if (!isObject(argument) || typeof argument.dialog !== 'string') return undefined;
  const project = projectOf(argument, projects);
  return project && { project, dialog: argument.dialog };
}
