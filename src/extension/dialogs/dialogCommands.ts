import { CancellationError, l10n, window } from 'vscode';
import { summaryPosition } from '../../protocol/find.ts';
import { parseEntryRef } from '../../protocol/summaryEdits.ts';
import { defined, isObject } from '../../disk/base/core.ts';
import { maxNameLength } from '../../disk/base/limits.ts';
import type { Command, Services } from '../base/commands.ts';
import { chooseDialog, chooseProject, type DialogChoice, type DialogTarget, targetOf } from '../base/pick.ts';
import type { Project } from '../base/project.ts';
import type { MessageOptions, PaneOpener } from '../panes/showing.ts';

/** What dialog commands require. */
export interface DialogServices extends Services, DialogChoice {
  readonly view: DialogChoice['view'] & {
    /** Selects a dialog, even if not shown before. */
    reveal(target: DialogTarget): Promise<void>;
    /** See `DialogView`. */
    follow(target: DialogTarget): Promise<void>;
    focus(target: DialogTarget): Promise<void>;
    following(called: unknown, act: () => Promise<DialogTarget>): Promise<void>;
    readonly tree: { refresh(): void; showMore(node: unknown): void };
  };
  readonly panes: PaneOpener<DialogTarget, MessageOptions> & {
    renamed(from: DialogTarget, to: DialogTarget): void;
  };
}

/** Commands that create, open and rename dialogs, and navigate the tree. */
export function dialogCommands(services: DialogServices): readonly Command[] {
  const { view, panes } = services;
  return [
    { id: 'historyStore.newDialog', writes: true, run: (argument) => newDialog(services, argument) },
    {
      id: 'historyStore.openDialog',
      run: async (argument) => {
        const target = await chooseDialog(services, argument, l10n.t('Open Dialog'));
        panes.open(target);
        await view.follow(target);
      },
    },
    {
      id: 'historyStore.openDialogInNewPane',
      run: async (argument) =>
        panes.openInNewPane(await chooseDialog(services, argument, l10n.t('Open Dialog in New Pane'))),
    },
    { id: 'historyStore.openNode', run: (argument) => openNode(services, argument) },
    { id: 'historyStore.renameDialog', writes: true, run: (argument) => renameDialog(services, argument) },
    { id: 'historyStore.showOlder', run: (argument) => view.tree.showMore(argument) },
  ];
}

/** Asks for a name and creates the dialog. Throws `CancellationError`. */
export async function createDialog(project: Project): Promise<DialogTarget> {
  const dialog = await askName(project, l10n.t('New Dialog'), '');
  await project.dialogs.create(dialog);
  return { project, dialog };
}

async function newDialog({ projects, view, panes }: DialogServices, argument: unknown): Promise<void> {
  const target = await createDialog(await chooseProject(projects, argument, l10n.t('New Dialog')));
  panes.open(target);
  await view.reveal(target);
}

async function renameDialog(services: DialogServices, argument: unknown): Promise<void> {
  const { project, dialog } = await chooseDialog(services, argument, l10n.t('Rename Dialog'));
  const name = await askName(project, l10n.t('Rename “{0}”', dialog), dialog);
  if (name === dialog) return;
  await services.view.following(argument, async () => {
    await project.dialogs.rename(dialog, name);
    const renamed = { project, dialog: name };
    services.panes.renamed({ project, dialog }, renamed);
    return renamed;
  });
}

async function askName(project: Project, title: string, value: string): Promise<string> {
  const taken = new Set((await project.dialogs.list()).map(({ name }) => name));
  taken.delete(value);
  const name = await window.showInputBox({
    title,
    value,
    prompt: l10n.t('Enter a dialog name'),
    validateInput: (text) => nameProblem(text.trim(), taken),
  });
  if (name === undefined) throw new CancellationError();
  return name.trim();
}

function nameProblem(name: string, taken: ReadonlySet<string>): string | undefined {
  if (name === '') return l10n.t('Enter a name.');
  if (name.length > maxNameLength) return l10n.t('At most {0} characters.', maxNameLength);
  return taken.has(name) ? l10n.t('A dialog with this name already exists. Choose another name.') : undefined;
}

/** Handles a click in the tree: a message opens at its position, everything else opens its dialog. */
function openNode({ projects, panes }: DialogServices, argument: unknown): void {
  const target = targetOf(argument, projects);
  const entry = isObject(argument) ? parseEntryRef(argument) : undefined;
  const position = entry ? summaryPosition : positionOf(argument);
  if (target) panes.open(target, { position, ...defined({ entry }), preserveFocus: true });
}

/** Returns the position of the message given by a menu. */
export function positionOf(argument: unknown): number | undefined {
  const position = isObject(argument) ? argument.position : undefined;
  return typeof position === 'number' ? position : undefined;
}
