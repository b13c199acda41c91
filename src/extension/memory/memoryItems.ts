import {
  env,
  l10n,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  TreeItemCollapsibleState,
  type TreeItem,
} from 'vscode';
import type { TrashedMemories } from '../../history/memory/types.ts';
import { dateTime, firstLine, number, relativeTime } from '../base/notices.ts';
import { typeIcon, typeName } from './memoryTypes.ts';
import { age } from '../tree/age.ts';
import { commonItem, trashFolder, treeItem } from '../tree/treeItem.ts';
import type {
  ArchivedMemoriesNode,
  MemoryGroupNode,
  MemoryNode,
  MemoryTreeNode,
  MemoryWarningNode,
  TrashedMemoriesNode,
} from './memoryNodes.ts';

const { Collapsed, None } = TreeItemCollapsibleState;
/** Maximum characters of a text in a tooltip. */
const shownText = 1_500;

/** Returns the tree item of a node. Times in milliseconds. */
export function memoryTreeItem(node: MemoryTreeNode, now: number): TreeItem {
  switch (node.kind) {
    case 'group':
      return groupItem(node);
    case 'archivedMemories':
      return archivedItem(node);
    case 'memory':
      return memoryItem(node, now);
    case 'memoryTrash':
      return trashFolder(l10n.t('Recently deleted'), Collapsed, 'memoryTrash', node.trash.length);
    case 'trashedMemories':
      return trashedItem(node, now);
    case 'memoryWarning':
      return warningItem(node);
    case 'project':
    case 'more':
    case 'problem':
      return commonItem(node, 'historyStore.showMoreMemories');
  }
}

const groupIcons = { tag: 'tag', type: 'symbol-class', time: 'calendar' } as const;

function groupItem({ by, name, memories }: MemoryGroupNode): TreeItem {
  const label = name === '' ? l10n.t('Without tags') : name;
  const icon = new ThemeIcon(groupIcons[by]);
  return treeItem(label, Collapsed, 'memoryGroup', { icon, description: number(memories.length) });
}

function archivedItem({ memories }: ArchivedMemoriesNode): TreeItem {
  return treeItem(l10n.t('Hidden'), Collapsed, 'archivedMemories', {
    icon: new ThemeIcon('archive'),
    description: number(memories.length),
    tooltip: l10n.t(
      'Hidden by consolidations; agents no longer find them. Use Undo Consolidation to restore them.',
    ),
  });
}

function memoryItem(node: MemoryNode, now: number): TreeItem {
  const { content, tags, type, createdAt, archived } = node.memory;
  const near = node.meant ? `≈ ${node.meant.join(', ')}`.trim() : '';
  const shownTags = tags.filter((tag) => tag !== node.under).join(', ');
  const item = treeItem(firstLine(content), None, archived === undefined ? 'memory' : 'memory archived', {
    icon: new ThemeIcon(typeIcon(type)),
    description: [near, age(createdAt, now, env.language), shownTags].filter(Boolean).join(' · '),
  });
  item.command = {
    command: 'historyStore.openMemory',
    title: '',
    arguments: [node, { preserveFocus: true }],
  };
  return item;
}

/** Describes memories deleted together on one line. */
export const trashedTitle = ({ count, preview }: TrashedMemories): string =>
  count === 1 ? firstLine(preview) : l10n.t('{0} and {1} more', firstLine(preview), number(count - 1));

/** Describes why and how long ago it was deleted. */
export function trashedText({ reason, deletedAt }: TrashedMemories, now: number): string {
  const reasons = {
    deleted: l10n.t('deleted'),
    tags: l10n.t('deleted by tag'),
    duplicates: l10n.t('duplicates'),
    cleanup: l10n.t('cleaned up'),
  };
  return `${relativeTime(deletedAt, now)} · ${reasons[reason]}`;
}

function trashedItem({ trashed }: TrashedMemoriesNode, now: number): TreeItem {
  return treeItem(trashedTitle(trashed), None, 'trashedMemories', {
    icon: new ThemeIcon(trashed.count === 1 ? 'note' : 'files'),
    description: trashedText(trashed, now),
    tooltip: dateTime(trashed.deletedAt),
  });
}

function warningItem({ text }: MemoryWarningNode): TreeItem {
  const icon = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));
  const item = treeItem(text, None, 'problem', { icon, tooltip: text });
  item.command = { command: 'historyStore.memoryHealth', title: '' };
  return item;
}

/** Returns the tooltip of a memory. Agents' text is never rendered. */
export function memoryTooltip({ memory }: MemoryNode): MarkdownString {
  const { content, tags, type, createdAt, updatedAt, hash } = memory;
  const shown = content.length > shownText ? `${content.slice(0, shownText)}…` : content;
  const tooltip = new MarkdownString('', true).appendText(shown).appendMarkdown('\n\n---\n\n');
  const facts = [
    l10n.t('Type: {0}', typeName(type)),
    tags.length > 0 ? l10n.t('Tags: {0}', tags.join(', ')) : undefined,
    l10n.t('Stored: {0}', dateTime(createdAt)),
    updatedAt === createdAt ? undefined : l10n.t('Changed: {0}', dateTime(updatedAt)),
    l10n.t('Hash: {0}', hash.slice(0, 12)),
  ];
  for (const fact of facts)
    if (fact !== undefined) tooltip.appendMarkdown('- ').appendText(fact).appendMarkdown('\n');
  return tooltip;
}
