import type { Event, MarkdownString, TreeItem } from 'vscode';
import type { SummaryItem } from '../../protocol/summarySections.ts';
import type { Backup, Message } from '../../store/dialogs/types.ts';
import type { Project } from '../base/project.ts';
import type { CommonNode, Node } from '../tree/nodes.ts';
import type { TreeSection } from './summarySections.ts';

export interface InDialog extends Node {
  readonly dialog: string;
}

export interface DialogNode extends InDialog {
  readonly kind: 'dialog';
}
export interface SummaryNode extends InDialog {
  readonly kind: 'summary';
}
export interface SectionNode extends InDialog {
  readonly kind: 'section';
  readonly section: TreeSection;
}
export interface EntryNode extends InDialog {
  readonly kind: 'entry';
  readonly entry: SummaryItem;
  /** The key of its section. */
  readonly section: string;
  /** As it stands in the summary, by which it is known. */
  readonly item: SummaryItem['value'];
}
export interface MessagesNode extends InDialog {
  readonly kind: 'messages';
}
export interface MessageNode extends InDialog {
  readonly kind: 'message';
  /** Place in the dialog, 0 being the oldest message. */
  readonly position: number;
  readonly message: Message;
}
export interface BackupsNode extends InDialog {
  readonly kind: 'backups';
}
export interface BackupNode extends InDialog {
  readonly kind: 'backup';
  readonly backup: Backup;
}
export interface DamagedNode extends InDialog {
  readonly kind: 'damaged';
}
export interface DamagedFileNode extends InDialog {
  readonly kind: 'damagedFile';
  /** Absolute path. */
  readonly path: string;
}

/** A node that another subject adds; it brings along how it is shown. */
export interface AddedNode extends Node {
  readonly kind: string;
  /** `now` in milliseconds. */
  readonly draw: (now: number) => Promise<TreeItem> | TreeItem;
  /** What is below it, lists as long as `shown`; without it nothing is. */
  readonly children?: (shown: number) => Promise<TreeNode[]>;
  /** The tooltip, where the item has none. */
  readonly explain?: () => Promise<MarkdownString>;
}

/** Adds nodes below a dialog. */
export type AddNodes = (dialog: DialogNode) => readonly AddedNode[];

/** What another subject shows of projects that have no dialogs. */
export interface WithoutDialogs {
  /** What it shows is, or may be, something else now. */
  readonly onDidChange: Event<void>;
  /** The nodes below a project, lists as long as `lengthOf` says. */
  nodes(project: Project, lengthOf: (list: string) => number): Promise<TreeNode[]>;
  /** What the nodes of these projects are, as they were given last; empty where there are none. */
  header(projects: readonly Project[]): string;
  /** Reads everything anew when it is next asked for. */
  refresh(): void;
  /** Whether somebody looks at the nodes of any project from now on. */
  show(isShown: boolean): void;
}

export type DialogOwnNode =
  | DialogNode
  | SummaryNode
  | SectionNode
  | EntryNode
  | MessagesNode
  | MessageNode
  | BackupsNode
  | BackupNode
  | DamagedNode
  | DamagedFileNode;

export type TreeNode = CommonNode | DialogOwnNode | AddedNode;
