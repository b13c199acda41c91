import { basename } from 'node:path';
import { env, l10n, ThemeIcon, TreeItemCollapsibleState, Uri, type TreeItem } from 'vscode';
import { isOpen, itemText } from '../../protocol/summarySections.ts';
import type { DialogInfo, DialogOverview } from '../../history/dialogs/types.ts';
import { dateTime, errorText, firstLine, messageCount, number, relativeTime } from '../base/notices.ts';
import { age } from '../tree/age.ts';
import type { CommonNode } from '../tree/nodes.ts';
import { commonItem, errorIcon, treeItem, warningIcon } from '../tree/treeItem.ts';
import { backupTime } from './backupTime.ts';
import type { BackupNode, DamagedFileNode, EntryNode, SectionNode } from './dialogNodes.ts';
import { entryState } from './summarySections.ts';

const { Collapsed, None } = TreeItemCollapsibleState;

/** Returns the item of a project, of the end of a list (older messages, or others), or of a problem. */
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
  /** Whether a person set it as active. */
  readonly active: boolean;
  /** Whether rows may follow below it. */
  readonly unfolds: boolean;
}

/** Returns the item of a dialog; without an overview, it has no counts. */
export function dialogItem(name: string, known: KnownDialog, now: number): TreeItem {
  const { info, overview, active, unfolds } = known;
  const pinned = info?.pinned ?? false;
  const facts = [
    active && l10n.t('active'),
    overview && messageCount(overview.messages),
    overview && overview.damaged.length > 0 && l10n.t('damaged files'),
  ];
  // The sort value comes first and is short, to leave room for names.
  const shown = [info && age(info.activeAt, now, env.language), ...facts].filter(
    (part) => typeof part === 'string',
  );
  const parts = [...facts, info && relativeTime(info.activeAt, now)].filter(
    (part) => typeof part === 'string',
  );
  const item = treeItem(name, unfolds ? Collapsed : None, dialogState(info), {
    icon: dialogIcon(overview, pinned),
    description: shown.join(' · '),
  });
  const compact = overview?.maintenance && l10n.t('needs compaction');
  const spoken = [name, ...parts, pinned && l10n.t('pinned'), compact].filter(
    (part) => typeof part === 'string',
  );
  item.accessibilityInformation = { label: spoken.join(', ') };
  return item;
}

/** Returns the item of an unreadable dialog. */
export const unreadableItem = (name: string, info: DialogInfo | undefined, problem: unknown): TreeItem =>
  treeItem(name, Collapsed, dialogState(info), {
    icon: errorIcon,
    description: l10n.t('cannot be read'),
    tooltip: `${name}\n${errorText(problem)}`,
  });

/** The value by which menus recognize possible actions. */
const dialogState = (info: DialogInfo | undefined): string =>
  `dialog${info?.pinned ? ' pinned' : ''}${info?.archived ? ' hidden' : ''}`;

function dialogIcon(overview: DialogOverview | undefined, pinned: boolean): ThemeIcon {
  if (overview && overview.damaged.length > 0) return errorIcon;
  return overview?.maintenance ? warningIcon : new ThemeIcon(pinned ? 'pinned' : 'comment-discussion');
}

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

export function backupItem({ backup }: BackupNode, now: number): TreeItem {
  const time = backupTime(backup);
  return treeItem(dateTime(time), None, 'backup', {
    icon: new ThemeIcon('history'),
    description: age(time, now, env.language),
    tooltip: [backup.id, ...backup.files].join('\n'),
  });
}

export const damagedItem = (count: number): TreeItem =>
  treeItem(l10n.t('Damaged files'), Collapsed, 'damaged', {
    icon: errorIcon,
    description: number(count),
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
