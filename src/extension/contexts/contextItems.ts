import { l10n, MarkdownString, ThemeIcon, TreeItemCollapsibleState, type TreeItem } from 'vscode';
import type { ActiveContext, ContextItem, TrashedContext } from '../../store/contexts/types.ts';
import { dateTime, number, percent, relativeTime, turnCount } from '../base/notices.ts';
import type { InDialog } from '../dialogs/dialogNodes.ts';
import { treeItem } from '../tree/treeItem.ts';
import { budgetTaken } from './fullness.ts';

const { Collapsed, None } = TreeItemCollapsibleState;

/** Counts what is listed below: the active context and the archived ones. */
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
    description: `${relativeTime(archivedAt, now)} · ${turnCount(messageCount)}`,
  });

export const trashItem = (count: number): TreeItem =>
  treeItem(l10n.t('Recently cleared or deleted'), Collapsed, 'trashedContexts', {
    ...{ icon: new ThemeIcon('trash'), description: number(count) },
    tooltip: l10n.t('Kept for 30 days; can be restored until then.'),
  });

export function trashedItem(trashed: TrashedContext, now: number): TreeItem {
  const { title, contextId, kind, deletedAt } = trashed;
  return treeItem(title || contextId, None, 'trashedContext', {
    icon: new ThemeIcon(kind === 'active' ? 'clear-all' : 'trash'),
    description: trashedText(trashed, now),
    tooltip: `${dateTime(deletedAt)}\n${contextId}`,
  });
}

/** What was done when, and to how much. Times in milliseconds. */
export function trashedText({ kind, deletedAt, turns }: TrashedContext, now: number): string {
  const when = relativeTime(deletedAt, now);
  const what = kind === 'active' ? l10n.t('cleared {0}', when) : l10n.t('deleted {0}', when);
  return `${what} · ${turnCount(turns)}`;
}

/** The same item; a click shows the context and leaves the focus in the tree. */
export const opening = (item: TreeItem, node: unknown): TreeItem =>
  Object.assign(item, {
    command: {
      ...{ command: 'historyStore.openContext', title: '' },
      arguments: [node, { preserveFocus: true }],
    },
  });

/** What is known of an archived context. What agents wrote is shown as text, never rendered. */
export async function contextTooltip({ project }: InDialog, item: ContextItem): Promise<MarkdownString> {
  const { context } = await project.contexts.get(item.contextId);
  const lines = [
    l10n.t('Archived: {0}', dateTime(item.archivedAt)),
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
