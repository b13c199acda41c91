import { env, l10n, MarkdownString, ThemeIcon, TreeItemCollapsibleState, type TreeItem } from 'vscode';
import type { ActiveContext, ContextItem, TrashedContext } from '../../history/contexts/types.ts';
import { dateTime, number, percent, relativeTime, turnCount } from '../base/notices.ts';
import type { InDialog } from '../dialogs/dialogNodes.ts';
import { age } from '../tree/age.ts';
import { trashFolder, treeItem } from '../tree/treeItem.ts';
import { fullness } from '../../protocol/fullness.ts';
import * as settings from '../base/settings.ts';

const { Collapsed, None } = TreeItemCollapsibleState;

/** Counts the active context and the archived ones. */
export async function contextsItem({ project, dialog }: InDialog): Promise<TreeItem> {
  const [active, archived] = await Promise.all([
    project.contexts.active(dialog),
    project.contexts.list(dialog),
  ]);
  return treeItem(l10n.t('Context Snapshots'), Collapsed, 'contexts', {
    icon: new ThemeIcon('layers'),
    description: number(archived.length + (active ? 1 : 0)),
  });
}

export function activeItem(context: ActiveContext): TreeItem {
  const active = l10n.t('Active');
  return treeItem(context.title ?? active, None, 'activeContext', {
    icon: new ThemeIcon('layers-active'),
    description: `${turnCount(context.turns.length)} · ${percent(budgetTaken(context))}`,
    tooltip: `${active}\n${l10n.t('What the agent is working with: the messages since the last checkpoint')}`,
  });
}

export const archivedItem = ({ contextId, title, archivedAt, messageCount }: ContextItem, now: number) =>
  treeItem(title || contextId, None, 'context', {
    icon: new ThemeIcon('layers-dot'),
    description: `${age(archivedAt, now, env.language)} · ${turnCount(messageCount)}`,
  });

export function trashItem(count: number, node: unknown): TreeItem {
  const item = trashFolder(l10n.t('Recently cleared or deleted'), None, 'trashedContexts', count);
  item.command = { command: 'historyStore.restoreContext', title: '', arguments: [node] };
  return item;
}

/** Describes what was done when, and to how much. Times in milliseconds. */
export function trashedText({ kind, deletedAt, turns }: TrashedContext, now: number): string {
  const when = relativeTime(deletedAt, now);
  const what = kind === 'active' ? l10n.t('cleared {0}', when) : l10n.t('deleted {0}', when);
  return `${what} · ${turnCount(turns)}`;
}

/** Makes a click on the item show the context without moving the focus from the tree. */
export const opening = (item: TreeItem, node: unknown): TreeItem =>
  Object.assign(item, {
    command: {
      command: 'historyStore.openContext',
      title: '',
      arguments: [node, { preserveFocus: true }],
    },
  });

/** Returns the tooltip of an archived context. Agents' text is never rendered. */
export async function contextTooltip({ project }: InDialog, item: ContextItem): Promise<MarkdownString> {
  const { context } = await project.contexts.get(item.contextId);
  const lines = [
    l10n.t('Kept: {0}', dateTime(item.archivedAt)),
    context.archiveReason === '' ? undefined : l10n.t('Reason: {0}', context.archiveReason),
    turnCount(item.messageCount),
    item.contextId,
  ].filter((line) => line !== undefined);
  const tooltip = new MarkdownString('', true);
  tooltip.appendMarkdown('**').appendText(item.title).appendMarkdown('**\n\n');
  if (item.summaryPreview !== '') tooltip.appendText(item.summaryPreview).appendMarkdown('\n\n');
  for (const line of lines) tooltip.appendMarkdown('- ').appendText(line).appendMarkdown('\n');
  return tooltip;
}

/** Counts characters (UTF-16 units) of all turns. */
export const turnChars = ({ turns }: Pick<ActiveContext, 'turns'>): number =>
  turns.reduce((sum, { text }) => sum + text.length, 0);

/** Returns the share of its budget an active context uses, 0 to 1: of turns or characters, whichever is higher. */
export function budgetTaken(context: ActiveContext): number {
  const { maxTurns, maxChars } = settings.limits().contexts;
  return Math.min(1, fullness([context.turns.length, maxTurns], [turnChars(context), maxChars]).value);
}
