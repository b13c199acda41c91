import { CancellationError, commands, l10n, window, type QuickPick, type QuickPickItem } from 'vscode';
import type { ContextItem } from '../../history/contexts/types.ts';
import type { Services } from '../base/commands.ts';
import {
  type Called,
  chooseAll,
  chooseDialog,
  chooseOne,
  type DialogChoice,
  type DialogTarget,
  nothing,
  type Offer,
  type Subject,
} from '../base/pick.ts';
import { inform, percent, relativeTime, turnCount } from '../base/notices.ts';
import { activeId, contextTargetOf, type ContextShowOptions, type ContextTarget } from './contextTarget.ts';
import { budgetTaken } from './contextItems.ts';
import type { Project } from '../base/project.ts';
import type { PaneOpener } from '../panes/showing.ts';

/** What context commands require. */
export interface ContextServices extends Services, DialogChoice {
  readonly contextPanes: PaneOpener<ContextTarget, ContextShowOptions>;
  readonly contextDocuments: { compare(left: ContextTarget, right: ContextTarget): Promise<void> };
}

/** Returns the context a command was called for, else asks. */
export const chooseContext = (
  services: ContextServices,
  argument: unknown,
  title: string,
): Promise<ContextTarget> => chooseOne(contexts(services, title, true), argument);

/** Returns the archived context a command was called for, else asks. */
export const chooseArchived = (
  services: ContextServices,
  argument: unknown,
  title: string,
): Promise<ContextTarget> => chooseOne(contexts(services, title, false), argument);

/** Returns all archived contexts a command was called for, including the selected ones, else asks. */
export const chooseAllArchived = (
  services: ContextServices,
  called: Called,
  title: string,
): Promise<readonly ContextTarget[]> => chooseAll(contexts(services, title, false), called);

const contexts = (services: ContextServices, title: string, active: boolean): Subject<ContextTarget> => ({
  rows: services.view.rows,
  kind: 'context',
  named: (row) => {
    const target = contextTargetOf(row, services.projects);
    return active || target?.contextId !== activeId ? target : undefined;
  },
  ask: async (row) => {
    const target = await enabledDialog(services, row, title, active ? undefined : withArchived());
    const placeholder = l10n.t('Choose a context of “{0}”, or type to search', target.dialog);
    return pickContext(target, { title, placeholder, active, now: services.clock.now() });
  },
});

/** Returns the dialog a command was called for, else asks; shows a notice if contexts are disabled. */
export async function enabledDialog(
  services: ContextServices,
  argument: unknown,
  title: string,
  offer?: Offer,
): Promise<DialogTarget> {
  const [first] = services.projects.all;
  if (first) requireEnabled(first); // the setting is the same for all folders
  return chooseDialog(services, argument, title, offer);
}

/** Dialogs with archived contexts. */
const withArchived = (): Offer => ({
  names: async ({ contexts }) => new Set((await contexts.listAll()).map(({ dialog }) => dialog)),
  none: l10n.t('No dialog has context snapshots yet.'),
});

/** How long typing must pause before a search starts. Milliseconds. */
const typingMs = 150;
const mostFound = 50;

interface PickItem extends QuickPickItem {
  readonly contextId: string;
}

export interface PickOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Whether to offer the active context. */
  readonly active?: boolean;
  /** Id that is not offered. */
  readonly except?: string;
  /** Milliseconds. */
  readonly now: number;
}

/**
 * Asks for a context of a dialog, searching whole archives for typed text. Throws `CancellationError` if canceled or
 * there is none.
 */
export async function pickContext(target: DialogTarget, options: PickOptions): Promise<ContextTarget> {
  const all = await allItems(target, options);
  if (all.length === 0) throw nothing(l10n.t('“{0}” has no context snapshots yet.', target.dialog));
  const picker = window.createQuickPick<PickItem>();
  picker.title = options.title;
  picker.placeholder = options.placeholder;
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.items = all;
  search(picker, target, all);
  const { contextId } = await answer(picker);
  return { ...target, contextId };
}

/** Adds what the store finds beyond the labels. */
function search(
  picker: QuickPick<PickItem>,
  { project, dialog }: DialogTarget,
  all: readonly PickItem[],
): void {
  let timer: NodeJS.Timeout | undefined;
  const find = async (query: string): Promise<void> => {
    const found = query.trim() === '' ? [] : await project.contexts.find(dialog, query, mostFound);
    if (picker.value !== query) return;
    picker.items = foundFirst(all, found);
    picker.busy = false;
  };
  picker.onDidChangeValue((query) => {
    clearTimeout(timer);
    picker.busy = true;
    timer = setTimeout(() => void find(query).catch(() => (picker.busy = false)), typingMs); // labels are still filtered
  });
  picker.onDidHide(() => clearTimeout(timer));
}

/** Puts contexts found by their text first and keeps them regardless of their labels. */
function foundFirst(all: readonly PickItem[], found: readonly ContextItem[]): PickItem[] {
  const items = new Map(all.map((item) => [item.contextId, item]));
  const first = found.flatMap(({ contextId }) => items.get(contextId) ?? []);
  const ids = new Set(first.map(({ contextId }) => contextId));
  return [
    ...first.map((item) => ({ ...item, alwaysShow: true })),
    ...all.filter(({ contextId }) => !ids.has(contextId)),
  ];
}

function answer(picker: QuickPick<PickItem>): Promise<PickItem> {
  return new Promise((resolve, reject) => {
    picker.onDidAccept(() => {
      const [item] = picker.selectedItems;
      if (item) resolve(item);
      picker.hide();
    });
    picker.onDidHide(() => {
      picker.dispose();
      reject(new CancellationError()); // no effect after an answer
    });
    picker.show();
  });
}

async function allItems({ project, dialog }: DialogTarget, options: PickOptions): Promise<PickItem[]> {
  const active = options.active === true ? await project.contexts.active(dialog) : undefined;
  const items = (await project.contexts.list(dialog)).map((item) => archivedItem(item, options.now));
  if (active) {
    const { title, turns } = active.context;
    const parts = [turnCount(turns.length), percent(budgetTaken(active.context))];
    items.unshift({
      label: `$(layers-active) ${title ?? l10n.t('Active')}`,
      description: [title === undefined ? '' : l10n.t('active'), ...parts].filter(Boolean).join(' · '),
      contextId: activeId,
    });
  }
  return items.filter(({ contextId }) => contextId !== options.except);
}

const archivedItem = (
  { contextId, title, archivedAt, messageCount, summaryPreview }: ContextItem,
  now: number,
): PickItem => ({
  label: `$(layers-dot) ${title || contextId}`,
  description: `${relativeTime(archivedAt, now)} · ${turnCount(messageCount)}`,
  detail: summaryPreview,
  contextId,
});

/** Throws `CancellationError` after a notice if contexts are disabled. */
export function requireEnabled(project: Project): void {
  if (project.contexts.enabled) return;
  const run = (): Thenable<unknown> =>
    commands.executeCommand('workbench.action.openSettings', 'historyStore.contexts');
  inform(l10n.t('Context snapshots are switched off in the settings.'), [
    { label: l10n.t('Open Settings'), run },
  ]);
  throw new CancellationError();
}
