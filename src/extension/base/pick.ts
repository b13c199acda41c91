import { CancellationError, l10n, type QuickPickItem, window } from 'vscode';
import type { Clock } from '../../disk/base/context.ts';
import { isObject } from '../../disk/base/core.ts';
import { inform, number, relativeTime, remark } from './notices.ts';
import type { Project } from './project.ts';
import { projectOf, type Projects } from './projects.ts';
import { calledFor, isKey, kindOf, type Key, type RowSource, type TreeRows } from './rows.ts';

/** Arguments of a command, from a menu, a key or another extension, or none. */
export interface Called {
  readonly argument: unknown;
  /** Tree menus pass all selected rows as a second argument. */
  readonly selected?: unknown;
}

/** How to find the items of a subject. */
export interface Subject<T> {
  /** The rows of its tree. */
  readonly rows: RowSource<unknown>;
  /** The kind of rows keys in the tree apply to; other rows refer to an item only in menus. */
  readonly kind: string;
  /** Returns the item a row or another extension's argument refers to. */
  readonly named: (row: unknown) => Promise<T | undefined> | T | undefined;
  /** Asks the person; the row may restrict the choices. Throws `CancellationError`. */
  readonly ask: (row: unknown) => Promise<T>;
}

/**
 * Returns the items a command applies to: from its argument, else the focused or selected rows of the tree, else by
 * asking.
 */
export async function chooseAll<T>(
  { rows, kind, named, ask }: Subject<T>,
  { argument, selected }: Called,
): Promise<readonly T[]> {
  const { rows: called, others } = await calledFor(rows, argument, selected);
  const isOther = isKey(argument) && kindOf(called[0]) !== kind;
  const all = isOther ? [] : await Promise.all(called.map(async (row) => named(row)));
  const found = all.flatMap((each) => each ?? []);
  if (found.length > 0) {
    if (others > 0) remarkLeft(others);
    return found;
  }
  if (isKey(argument)) {
    remarkKey(argument, called);
    throw new CancellationError();
  }
  return [await ask(called[0])];
}

/** Reports why a key did nothing: keys do not ask. Where its row was not found, that was reported. */
export function remarkKey({ selection }: Key, rows: unknown): void {
  if (selection === false) remark(l10n.t('Choose a row first.'));
  else if (Array.isArray(rows) && rows.length > 0)
    remark(l10n.t('This key does not apply to the row that has the focus.'));
}

/** Reports that the command does not apply to some of the selected rows. */
function remarkLeft(others: number): void {
  const text =
    others === 1
      ? l10n.t('1 selected row of another kind was left as it is.')
      : l10n.t('{0} selected rows of another kind were left as they are.', number(others));
  remark(text);
}

/** Returns the single item a command applies to, from its argument, the tree or by asking. */
export async function chooseOne<T>(subject: Subject<T>, argument: unknown): Promise<T> {
  const [first] = await chooseAll(subject, { argument });
  return first ?? subject.ask(argument);
}

/** How a choice is asked for. */
interface PickOptions {
  /** Notice if there is nothing to choose. */
  readonly none?: string;
  readonly matchOnDetail?: boolean;
  /**
   * Keeps the question open when the focus leaves it: while the person looks at the editor, and for a question after
   * another one, whose end gives the focus back to a pane, on a busy machine only when this one is shown.
   */
  readonly staysOpen?: boolean;
}

/** Asks to choose an item. Throws `CancellationError` if canceled, or after a notice if there is none. */
export async function pick<T extends QuickPickItem>(
  items: readonly T[],
  title: string,
  placeHolder: string,
  { none, matchOnDetail = false, staysOpen = false }: PickOptions = {},
): Promise<T> {
  if (items.length === 0 && none !== undefined) throw nothing(none);
  const options = { title, placeHolder, matchOnDescription: true, matchOnDetail, ignoreFocusOut: staysOpen };
  const chosen = await window.showQuickPick(items, options);
  if (chosen === undefined) throw new CancellationError();
  return chosen;
}

/** Asks for one of a few ways to show something, of which the current one is marked. Throws `CancellationError`. */
export async function pickWay<T extends string>(
  names: ReadonlyMap<T, string>,
  current: T,
  title: string,
): Promise<T> {
  const items = [...names].map(([way, name]) => ({
    label: `$(${way === current ? 'check' : 'blank'}) ${name}`,
    way,
  }));
  return (await pick(items, title, l10n.t('Choose an order'))).way;
}

/** Reports why nothing is done; throwing the result ends the command. */
export function nothing(text: string): CancellationError {
  inform(text);
  return new CancellationError();
}

/** The dialogs of a project offered for choosing. */
export interface Offer {
  readonly names: (project: Project) => Promise<ReadonlySet<string>>;
  /** Message if there are none. */
  readonly none: string;
}

/** What commands that also apply to dialogs require. */
export interface DialogChoice {
  readonly projects: Projects;
  readonly clock: Clock;
  /** The view of dialogs. */
  readonly view: { readonly rows: RowSource<unknown> & Pick<TreeRows<unknown>, 'refocus'> };
}

/** Returns the dialog a command was called for, else asks. A key on another row applies to none. */
export const chooseDialog = (
  services: DialogChoice,
  argument: unknown,
  title: string,
  offer?: Offer,
): Promise<DialogTarget> => chooseOne(dialogs(services, title, offer), argument);

/** Returns all dialogs a command was called for, including the selected ones, else asks. */
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
  rows: view.rows,
  kind: 'dialog',
  named: (row) => targetOf(row, projects),
  ask: async () => {
    const items = await dialogItems(projects, clock.now(), offer);
    const none = offer?.none ?? l10n.t('No dialogs yet.');
    return (await pick(items, title, l10n.t('Choose a dialog'), { none })).target;
  },
});

/** Asks for a dialog to save to; undefined means a new one. Throws `CancellationError`. */
export async function pickDialogOrNew(
  projects: Projects,
  title: string,
  now: number,
): Promise<DialogTarget | undefined> {
  const create = { label: l10n.t('$(add) New dialog…'), alwaysShow: true, target: undefined };
  const items = await dialogItems(projects, now);
  return (await pick([create, ...items], title, l10n.t('Choose a dialog to save to'))).target;
}

/** Returns the project of an argument, else the only one, else asks. Throws `CancellationError` if there is none. */
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

/** A dialog for a command. */
export interface DialogTarget {
  readonly project: Project;
  readonly dialog: string;
}

/** Returns the dialog given by a menu, pane or other extension: a tree node or `{folder, dialog}`. */
export function targetOf(argument: unknown, projects: Projects): DialogTarget | undefined {
  if (!isObject(argument) || typeof argument.dialog !== 'string') return undefined;
  const project = projectOf(argument, projects);
  return project && { project, dialog: argument.dialog };
}
