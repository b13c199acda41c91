import { CancellationError, l10n, window, type QuickPick, type QuickPickItem } from 'vscode';
import type { ContextItem } from '../../store/contexts/types.ts';
import type { Target } from '../base/dialogTarget.ts';
import { percent, relativeTime, turnCount } from '../base/format.ts';
import { activeId, type ContextTarget } from './contextTarget.ts';
import { budgetTaken } from './fullness.ts';
import { inform } from '../base/notices.ts';

/** A search begins when nothing was typed for so long. Milliseconds. */
const typingMs = 150;
const mostFound = 50;

interface PickItem extends QuickPickItem {
  readonly contextId: string;
}

export interface PickOptions {
  readonly title: string;
  readonly placeholder: string;
  /** Offers the active context as well. */
  readonly active?: boolean;
  /** Not offered. */
  readonly except?: string;
  /** Milliseconds. */
  readonly now: number;
}

/** Asks for a context of a dialog; what is typed is searched for in whole archives. Throws `CancellationError` when the person leaves or there is none. */
export async function pickContext(target: Target, options: PickOptions): Promise<ContextTarget> {
  const all = await allItems(target, options);
  if (all.length === 0) {
    inform(l10n.t('“{0}” has no archived contexts yet.', target.dialog));
    throw new CancellationError();
  }
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

/** Lets the store find what the letters alone do not. */
function search(picker: QuickPick<PickItem>, { project, dialog }: Target, all: readonly PickItem[]): void {
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
    timer = setTimeout(() => void find(query).catch(() => (picker.busy = false)), typingMs); // the letters still filter
  });
  picker.onDidHide(() => clearTimeout(timer));
}

/** What was found in the texts comes first and stays, whatever the letters match. */
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
      reject(new CancellationError()); // after an answer this is nothing
    });
    picker.show();
  });
}

async function allItems({ project, dialog }: Target, options: PickOptions): Promise<PickItem[]> {
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
