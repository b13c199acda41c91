import { basename } from 'node:path';
import { env, l10n, ThemeIcon, TreeItemCollapsibleState, Uri, type TreeItem } from 'vscode';
import { isOpen, itemText } from '../../protocol/summarySections.ts';
import type { DialogInfo, DialogOverview } from '../../store/dialogs/types.ts';
import { dateTime, errorText, firstLine, messageCount, number, relativeTime } from '../base/notices.ts';
import { age } from '../tree/age.ts';
import type { CommonNode } from '../tree/nodes.ts';
import { commonItem, errorIcon, treeItem, warningIcon } from '../tree/treeItem.ts';
import { backupTime } from './backupTime.ts';
import type { BackupNode, DamagedFileNode, EntryNode, MessageNode, SectionNode } from './dialogNodes.ts';
import { entryState } from './summarySections.ts';

const { Collapsed, None } = TreeItemCollapsibleState;

/** The item of a project, of the end of a list (of messages, which go back in time, or others), or of a problem. */
export function baseItem(node: CommonNode): TreeItem {
  if (node.kind !== 'more' || !node.list.endsWith('/messages')) {
    const item = commonItem(node, 'historyStore.showOlder');
    if (node.kind === 'project') item.tooltip = node.project.folder;
    return item;
  }
  return commonItem(node, 'historyStore.showOlder', l10n.t('Show {0} older', number(node.hidden)));
}

/** What is known of a dialog. */
export interface KnownDialog {
  readonly info: DialogInfo | undefined;
  readonly overview: DialogOverview | undefined;
  /** A person has set it as the active one. */
  readonly active: boolean;
}

/** The item of a dialog; without an overview (not read yet) it has no counts. */
export function dialogItem(name: string, { info, overview, active }: KnownDialog, now: number): TreeItem {
  const pinned = info?.pinned ?? false;
  const facts = [
    active && l10n.t('active'),
    overview && messageCount(overview.messages),
    overview && overview.damaged.length > 0 && l10n.t('damaged files'),
  ];
  // What the list is ordered by stands first, and is short, so that names win the room.
  const shown = [info && age(info.activeAt, now, env.language), ...facts].filter(
    (part) => typeof part === 'string',
  );
  const parts = [...facts, info && relativeTime(info.activeAt, now)].filter(
    (part) => typeof part === 'string',
  );
  const item = treeItem(name, Collapsed, dialogState(info), {
    ...{ icon: dialogIcon(overview, pinned), description: shown.join(' · ') },
  });
  const compact = overview?.maintenance && l10n.t('needs compaction');
  const spoken = [name, ...parts, pinned && l10n.t('pinned'), compact].filter(
    (part) => typeof part === 'string',
  );
  item.accessibilityInformation = { label: spoken.join(', ') };
  return item;
}

/** The item of a dialog that cannot be read. */
export const unreadableItem = (name: string, info: DialogInfo | undefined, problem: unknown): TreeItem =>
  treeItem(name, Collapsed, dialogState(info), {
    ...{ icon: errorIcon, description: l10n.t('cannot be read') },
    tooltip: `${name}\n${errorText(problem)}`,
  });

/** By which menus know what can be done with it. */
const dialogState = (info: DialogInfo | undefined): string =>
  `dialog${info?.pinned ? ' pinned' : ''}${info?.archived ? ' putAway' : ''}`;

function dialogIcon(overview: DialogOverview | undefined, pinned: boolean): ThemeIcon {
  if (overview && overview.damaged.length > 0) return errorIcon;
  return overview?.maintenance ? warningIcon : new ThemeIcon(pinned ? 'pinned' : 'comment-discussion');
}

export const summaryItem = (sections: number): TreeItem =>
  treeItem(l10n.t('Summary'), sections > 0 ? Collapsed : None, 'summary', {
    icon: new ThemeIcon('note'),
    description: sections > 0 ? number(sections) : l10n.t('empty'),
  });

export const sectionItem = ({ section: { label, icon, entries } }: SectionNode): TreeItem =>
  treeItem(label, entries.length > 0 ? Collapsed : None, 'section', {
    icon: new ThemeIcon(icon),
    description: number(entries.length),
  });

export function entryItem({ entry }: EntryNode): TreeItem {
  const description = entryState(entry);
  const label = firstLine(itemText(entry));
  const state = `entry ${isOpen(entry) ? 'open' : 'done'}${entry.editable ? ' editable' : ''}`;
  return treeItem(label, None, state, description === undefined ? {} : { description });
}

/** The item of a list of the dialog that may be empty. */
export const listItem = (kind: 'messages' | 'backups', count: number): TreeItem =>
  treeItem(kind === 'messages' ? l10n.t('Messages') : l10n.t('Backups'), count > 0 ? Collapsed : None, kind, {
    icon: new ThemeIcon(kind === 'messages' ? 'comment' : 'archive'),
    description: number(count),
  });

export function messageItem({ message }: MessageNode, now: number): TreeItem {
  const user = message.role === 'user';
  const line = firstLine(message.text);
  const description = relativeTime(message.ts, now);
  const icon = new ThemeIcon(user ? 'account' : 'sparkle');
  const item = treeItem(line || l10n.t('(empty message)'), None, 'message', { icon, description });
  const speaker = user ? l10n.t('User') : l10n.t('Assistant');
  item.accessibilityInformation = { label: `${speaker}: ${line}, ${description}` };
  return item;
}

export function backupItem({ backup }: BackupNode, now: number): TreeItem {
  const time = backupTime(backup);
  return treeItem(dateTime(time), None, 'backup', {
    ...{ icon: new ThemeIcon('history'), description: relativeTime(time, now) },
    tooltip: [backup.id, ...backup.files].join('\n'),
  });
}

export const damagedItem = (count: number): TreeItem =>
  treeItem(l10n.t('Damaged files'), Collapsed, 'damaged', {
    ...{ icon: errorIcon, description: number(count) },
    tooltip: l10n.t(
      'These files could not be read. Their content is kept unchanged; the dialog continues without it.',
    ),
  });

export function damagedFileItem({ path }: Pick<DamagedFileNode, 'path'>): TreeItem {
  const look = { icon: new ThemeIcon('file-binary'), tooltip: path };
  const item = treeItem(basename(path), None, 'damagedFile', look);
  item.command = { command: 'vscode.open', title: '', arguments: [Uri.file(path)] };
  return item;
}
