import { basename } from 'node:path';
import { l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri } from 'vscode';
import type { DialogInfo, DialogOverview } from '../../store/dialogs/types.ts';
import { errorText } from '../base/errors.ts';
import { dateTime, firstLine, messageCount, number, relativeTime } from '../base/format.ts';
import { backupTime } from './backupTime.ts';
import { itemText } from '../../protocol/summarySections.ts';
import { entryState } from './summarySections.ts';
import type {
  BackupNode,
  DamagedFileNode,
  EntryNode,
  MessageNode,
  MoreNode,
  ProblemNode,
  ProjectNode,
  SectionNode,
  TreeNode,
} from './dialogNodes.ts';

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;
const damagedIcon = new ThemeIcon('error', new ThemeColor('list.errorForeground'));
const warning = new ThemeIcon('warning', new ThemeColor('list.warningForeground'));

export function projectItem({ project }: ProjectNode): TreeItem {
  const item = new TreeItem(project.name, Expanded);
  item.iconPath = ThemeIcon.Folder;
  item.contextValue = 'project';
  item.tooltip = project.folder;
  item.accessibilityInformation = { label: project.name };
  return item;
}

/** The item of a dialog; without an overview (not read yet) it has no counts. */
export function dialogItem(
  name: string,
  info: DialogInfo | undefined,
  overview: DialogOverview | undefined,
  now: number,
): TreeItem {
  const item = new TreeItem(name, Collapsed);
  const pinned = info?.pinned ?? false;
  const parts = [
    overview && messageCount(overview.messages),
    overview && overview.damaged.length > 0 && l10n.t('damaged files'),
    info && relativeTime(info.activeAt, now), // what the list is ordered by
  ].filter((part) => typeof part === 'string');
  item.description = parts.join(' · ');
  item.iconPath = dialogIcon(overview, pinned);
  item.contextValue = pinned ? 'dialog pinned' : 'dialog';
  const compact = overview?.maintenance && l10n.t('needs compaction');
  const spoken = [name, ...parts, pinned && l10n.t('pinned'), compact].filter(
    (part) => typeof part === 'string',
  );
  item.accessibilityInformation = { label: spoken.join(', ') };
  return item;
}

/** The item of a dialog that cannot be read. */
export function unreadableItem(name: string, info: DialogInfo | undefined, problem: unknown): TreeItem {
  const item = new TreeItem(name, Collapsed);
  item.description = l10n.t('cannot be read');
  item.iconPath = damagedIcon;
  item.tooltip = `${name}\n${errorText(problem)}`;
  item.contextValue = info?.pinned === true ? 'dialog pinned' : 'dialog';
  item.accessibilityInformation = { label: `${name}, ${item.description}` };
  return item;
}

function dialogIcon(overview: DialogOverview | undefined, pinned: boolean): ThemeIcon {
  if (overview && overview.damaged.length > 0) return damagedIcon;
  return overview?.maintenance ? warning : new ThemeIcon(pinned ? 'pinned' : 'comment-discussion');
}

export function summaryItem(sections: number): TreeItem {
  const item = new TreeItem(l10n.t('Summary'), sections > 0 ? Collapsed : None);
  item.iconPath = new ThemeIcon('note');
  item.description = sections > 0 ? number(sections) : l10n.t('empty');
  item.contextValue = 'summary';
  return item;
}

export function sectionItem({ section }: SectionNode): TreeItem {
  const item = new TreeItem(section.label, section.entries.length > 0 ? Collapsed : None);
  item.iconPath = new ThemeIcon(section.icon);
  item.description = number(section.entries.length);
  item.contextValue = 'section';
  return item;
}

export function entryItem({ entry }: EntryNode): TreeItem {
  const item = new TreeItem(firstLine(itemText(entry)), None);
  const state = entryState(entry);
  if (state !== undefined) item.description = state;
  item.contextValue = 'entry';
  return item;
}

export function messagesItem(count: number): TreeItem {
  const item = new TreeItem(l10n.t('Messages'), count > 0 ? Collapsed : None);
  item.iconPath = new ThemeIcon('comment');
  item.description = number(count);
  item.contextValue = 'messages';
  return item;
}

export function messageItem({ message }: MessageNode, now: number): TreeItem {
  const user = message.role === 'user';
  const line = firstLine(message.text);
  const item = new TreeItem(line || l10n.t('(empty message)'), None);
  item.iconPath = new ThemeIcon(user ? 'account' : 'sparkle');
  item.description = relativeTime(message.ts, now);
  item.contextValue = 'message';
  const speaker = user ? l10n.t('User') : l10n.t('Assistant');
  item.accessibilityInformation = { label: `${speaker}: ${line}, ${item.description}` };
  return item;
}

export function backupsItem(count: number): TreeItem {
  const item = new TreeItem(l10n.t('Backups'), count > 0 ? Collapsed : None);
  item.iconPath = new ThemeIcon('archive');
  item.description = number(count);
  item.contextValue = 'backups';
  return item;
}

export function backupItem({ backup }: BackupNode, now: number): TreeItem {
  const time = backupTime(backup);
  const item = new TreeItem(dateTime(time), None);
  item.iconPath = new ThemeIcon('history');
  item.description = relativeTime(time, now);
  item.tooltip = [backup.id, ...backup.files].join('\n');
  item.accessibilityInformation = { label: `${dateTime(time)}, ${item.description}` };
  item.contextValue = 'backup';
  return item;
}

export function damagedItem(count: number): TreeItem {
  const item = new TreeItem(l10n.t('Damaged files'), Collapsed);
  item.iconPath = damagedIcon;
  item.description = number(count);
  item.tooltip = l10n.t(
    'These files could not be read. Their content is kept unchanged; the dialog continues without it.',
  );
  item.accessibilityInformation = { label: `${l10n.t('Damaged files')}, ${number(count)}` };
  item.contextValue = 'damaged';
  return item;
}

export function damagedFileItem(node: DamagedFileNode): TreeItem {
  const item = new TreeItem(basename(node.path), None);
  item.iconPath = new ThemeIcon('file-binary');
  item.tooltip = node.path;
  item.accessibilityInformation = { label: basename(node.path) };
  item.contextValue = 'damagedFile';
  item.command = { command: 'vscode.open', title: '', arguments: [Uri.file(node.path)] };
  return item;
}

export function moreItem(node: MoreNode): TreeItem {
  const count = number(node.hidden);
  const label = node.of === 'messages' ? l10n.t('Show {0} older', count) : l10n.t('Show {0} more', count);
  const item = new TreeItem(label, None);
  item.iconPath = new ThemeIcon('ellipsis');
  item.contextValue = 'more';
  item.command = { command: 'historyStore.showOlder', title: label, arguments: [node] };
  return item;
}

export function problemItem({ text }: ProblemNode): TreeItem {
  const item = new TreeItem(text, None);
  item.iconPath = new ThemeIcon('error', new ThemeColor('list.errorForeground'));
  item.tooltip = text;
  item.contextValue = 'problem';
  return item;
}

/** What a click on a node opens in the dialog pane. */
export function opensPane(node: TreeNode): boolean {
  return ['dialog', 'message', 'summary', 'section', 'entry'].includes(node.kind);
}
