import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, type MarkdownString } from 'vscode';
import { number } from '../base/notices.ts';
import type { CommonNode, Node } from './nodes.ts';

const { Expanded, None } = TreeItemCollapsibleState;

/** Icon of a problem without consequences yet. */
export const warningIcon = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
/** Icon of something unreadable. */
export const errorIcon = new ThemeIcon('error', new ThemeColor('list.errorForeground'));

/** Appearance of an item besides its label. */
export interface Look {
  readonly icon?: ThemeIcon;
  readonly description?: string;
  readonly tooltip?: string | MarkdownString;
}

/** Creates a tree item; screen readers read its label and description. */
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

/** Returns the row of a trash, with how much lies in it. */
export const trashFolder = (
  label: string,
  state: TreeItemCollapsibleState,
  contextValue: string,
  count: number,
): TreeItem =>
  treeItem(label, state, contextValue, {
    icon: new ThemeIcon('trash'),
    description: number(count),
    tooltip: l10n.t('Kept for 30 days; can be restored until then.'),
  });

/** Sets the id of an item's node, by which the editor recognizes it. */
export const identified = (item: TreeItem, { id }: Node): TreeItem => Object.assign(item, { id });

/** Sets an item's tooltip; undefined for none. */
export const explained = (item: TreeItem, tooltip: MarkdownString | undefined): TreeItem =>
  tooltip === undefined ? item : Object.assign(item, { tooltip });

/** Returns the item of a common node; `showMore` is the command that extends a list. */
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
