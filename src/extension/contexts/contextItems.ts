import { l10n, MarkdownString, ThemeIcon, TreeItem, TreeItemCollapsibleState } from 'vscode';
import type { TrashedContext } from '../../store/contexts/types.ts';
import { dateTime, number, percent, relativeTime, turnCount } from '../base/format.ts';
import type {
  ActiveContextNode,
  ContextNode,
  ContextsNode,
  ContextTreeNode,
  TrashedContextNode,
  TrashedContextsNode,
} from './contextNodes.ts';
import { budgetTaken } from './fullness.ts';

const { Collapsed, None } = TreeItemCollapsibleState;

/** The item of a node. Times in milliseconds. */
export function contextTreeItem(node: ContextTreeNode, now: number): Promise<TreeItem> | TreeItem {
  switch (node.kind) {
    case 'contexts':
      return contextsItem(node);
    case 'activeContext':
      return activeItem(node);
    case 'context':
      return archivedItem(node, now);
    case 'trashedContexts':
      return trashItem(node);
    case 'trashedContext':
      return trashedItem(node, now);
  }
}

/** Counts what is listed below: the active context and the archived ones. */
async function contextsItem({ project, dialog }: ContextsNode): Promise<TreeItem> {
  const item = new TreeItem(l10n.t('Context Snapshots'), Collapsed);
  item.iconPath = new ThemeIcon('layers');
  const [active, archived] = await Promise.all([
    project.contexts.active(dialog),
    project.contexts.list(dialog),
  ]);
  item.description = number(archived.length + (active ? 1 : 0));
  item.contextValue = 'contexts';
  return item;
}

function activeItem(node: ActiveContextNode): TreeItem {
  const { title, turns } = node.context;
  const active = l10n.t('Active');
  const item = new TreeItem(title ?? active, None);
  item.description = `${turnCount(turns.length)} · ${percent(budgetTaken(node.context))}`;
  item.iconPath = new ThemeIcon('layers-active');
  item.contextValue = 'activeContext';
  item.tooltip = `${active}\n${l10n.t('What the agent is working with: the messages since the last checkpoint')}`;
  return opening(item, node);
}

function archivedItem(node: ContextNode, now: number): TreeItem {
  const { title, archivedAt, messageCount } = node.item;
  const item = new TreeItem(title || node.contextId, None);
  item.description = `${relativeTime(archivedAt, now)} · ${turnCount(messageCount)}`;
  item.iconPath = new ThemeIcon('layers-dot');
  item.contextValue = 'context';
  return opening(item, node);
}

function trashItem({ count }: TrashedContextsNode): TreeItem {
  const item = new TreeItem(l10n.t('Recently cleared or deleted'), Collapsed);
  item.iconPath = new ThemeIcon('trash');
  item.description = number(count);
  item.tooltip = l10n.t('Kept for 30 days; can be restored until then.');
  item.contextValue = 'trashedContexts';
  return spoken(item);
}

function trashedItem({ trashed }: TrashedContextNode, now: number): TreeItem {
  const { title, contextId, kind, deletedAt } = trashed;
  const item = new TreeItem(title || contextId, None);
  item.description = trashedText(trashed, now);
  item.iconPath = new ThemeIcon(kind === 'active' ? 'clear-all' : 'trash');
  item.tooltip = `${dateTime(deletedAt)}\n${contextId}`;
  item.contextValue = 'trashedContext';
  return spoken(item);
}

/** What was done when, and to how much. Times in milliseconds. */
export function trashedText({ kind, deletedAt, turns }: TrashedContext, now: number): string {
  const when = relativeTime(deletedAt, now);
  const what = kind === 'active' ? l10n.t('cleared {0}', when) : l10n.t('deleted {0}', when);
  return `${what} · ${turnCount(turns)}`;
}

/** A click shows the context and leaves the focus in the tree. */
function opening(item: TreeItem, node: ActiveContextNode | ContextNode): TreeItem {
  item.command = {
    command: 'historyStore.openContext',
    title: '',
    arguments: [node, { preserveFocus: true }],
  };
  return spoken(item);
}

/** What a screen reader says is not what the tooltip says. */
function spoken(item: TreeItem): TreeItem {
  const label = typeof item.label === 'string' ? item.label : '';
  item.accessibilityInformation = { label: `${label}, ${String(item.description)}` };
  return item;
}

/** What is known of an archived context. What agents wrote is shown as text, never rendered. */
export async function contextTooltip({ project, item }: ContextNode): Promise<MarkdownString> {
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
