import type { Event, MarkdownString, TreeItem } from 'vscode';
import type { SummaryItem } from '../../protocol/summarySections.ts';
import type { Backup, DialogOverview } from '../../history/dialogs/types.ts';
import type { Project } from '../base/project.ts';
import type { CommonNode, Node } from '../tree/nodes.ts';
import type { TreeSection } from './summarySections.ts';

export interface InDialog extends Node {
  readonly dialog: string;
}

export interface DialogNode extends InDialog {
  readonly kind: 'dialog';
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
  /** As in the summary, which identifies it. */
  readonly item: SummaryItem['value'];
}
/** A backup of a dialog that cannot be read. */
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

/** A node added by another part, with its own item. */
export interface AddedNode extends Node {
  readonly kind: string;
  /** `now` in milliseconds. */
  readonly draw: (now: number) => Promise<TreeItem> | TreeItem;
  /** Returns children, with lists limited to `shown`; absent without children. */
  readonly children?: (shown: number) => Promise<TreeNode[]>;
  /** Returns the tooltip if the item has none. */
  readonly explain?: () => Promise<MarkdownString>;
}

/** Adds nodes below a dialog. */
export type AddNodes = (dialog: DialogNode) => readonly AddedNode[];

/** What another part shows in projects without dialogs. */
export interface WithoutDialogs {
  /** Fires when its content may have changed. */
  readonly onDidChange: Event<void>;
  /** Returns the nodes below a project, with lists limited by `lengthOf`. */
  nodes(project: Project, lengthOf: (list: string) => number): Promise<TreeNode[]>;
  /** Describes the nodes last returned for these projects; empty if there were none. */
  header(projects: readonly Project[]): string;
  /** Rereads everything on next use. */
  refresh(): void;
  /** Informs whether nodes of any project are visible. */
  show(isShown: boolean): void;
}

export type DialogOwnNode = DialogNode | SectionNode | EntryNode | BackupNode | DamagedNode | DamagedFileNode;

export type TreeNode = CommonNode | DialogOwnNode | AddedNode;

/** Whether a dialog may have rows below it; true before it was read. */
export const canUnfold = (
  overview: DialogOverview | undefined,
  { snapshots }: { readonly snapshots: boolean },
): boolean => snapshots || overview === undefined || overview.hasSummary || overview.damaged.length > 0;
