import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, type MarkdownString } from 'vscode';
import { number } from '../base/format.ts';
import type { CommonNode } from './projectTree.ts';

const { Expanded, None } = TreeItemCollapsibleState;

/** What an item shows beside its label. */
export interface Look {
  readonly icon: ThemeIcon;
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
  item.iconPath = icon;
  if (description !== undefined) item.description = description;
  if (tooltip !== undefined) item.tooltip = tooltip;
  return item;
}

/** The item of a node that every tree has; `showMore` is the command that lengthens a list. */
export function commonItem(node: CommonNode, showMore: string): TreeItem {
  switch (node.kind) {
    case 'project':
      return treeItem(node.project.name, Expanded, 'project', { icon: ThemeIcon.Folder });
    case 'more': {
      const title = l10n.t('Show {0} more', number(node.hidden));
      const item = treeItem(title, None, 'more', { icon: new ThemeIcon('ellipsis') });
      item.command = { command: showMore, title, arguments: [node] };
      return item;
    }
    case 'problem':
      return treeItem(node.text, None, 'problem', {
        icon: new ThemeIcon('error', new ThemeColor('list.errorForeground')),
        tooltip: node.text,
      });
  }
}
