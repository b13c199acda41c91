import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, type MarkdownString } from 'vscode';
import { number } from '../base/notices.ts';
import type { CommonNode, Node } from './nodes.ts';

const { Expanded, None } = TreeItemCollapsibleState;

/** The icon of what is wrong, but does no harm yet. */
export const warningIcon = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
/** The icon of what cannot be read. */
export const errorIcon = new ThemeIcon('error', new ThemeColor('list.errorForeground'));

/** What an item shows beside its label. */
export interface Look {
  readonly icon?: ThemeIcon;
  readonly description?: string;
  readonly tooltip?: string | MarkdownString;
}

/** An item of a tree; screen readers read its label and description. */
export function treeItem(
  label: string,
  state: TreeItemCollapsibleState,
  contextValue: string,
  { icon, description, tooltip }: Look,
): TreeItem {
  const item = new TreeItem(label, state);
  item.contextValue = contextValue;
  item.accessibilityInformation = { label: [label, description].filter(Boolean).join(', ') };
  if (icon !== undefined) item.iconPath = icon;
  if (description !== undefined) item.description = description;
  if (tooltip !== undefined) item.tooltip = tooltip;
  return item;
}

/** The same item, which the editor knows by the id of its node. */
export const identified = (item: TreeItem, { id }: Node): TreeItem => Object.assign(item, { id });

/** The same item with a tooltip; undefined where the item has all there is to say. */
export const explained = (item: TreeItem, tooltip: MarkdownString | undefined): TreeItem =>
  tooltip === undefined ? item : Object.assign(item, { tooltip });

/** The item of a node that every tree has; `showMore` is the command that lengthens a list. */
export function commonItem(
  node: CommonNode,
  showMore: string,
  moreLabel = l10n.t('Show {0} more', node.kind === 'more' ? number(node.hidden) : ''),
): TreeItem {
  switch (node.kind) {
    case 'project':
      return treeItem(node.project.name, Expanded, 'project', { icon: ThemeIcon.Folder });
    case 'more': {
      const item = treeItem(moreLabel, None, 'more', { icon: new ThemeIcon('ellipsis') });
      item.command = { command: showMore, title: moreLabel, arguments: [node] };
      return item;
    }
    case 'problem':
      return treeItem(node.text, None, 'problem', { icon: errorIcon, tooltip: node.text });
  }
}
