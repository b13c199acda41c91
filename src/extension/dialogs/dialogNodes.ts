import type { Backup, Message } from '../../store/dialogs/types.ts';
import type { SummaryItem } from '../../protocol/summarySections.ts';
import type { ContextTreeNode } from '../contexts/contextNodes.ts';
import type { Project } from '../base/project.ts';
import type { SummarySection } from './summarySections.ts';

interface Node {
  /** The same through every refresh, so that expansion and selection stay. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
  readonly project: Project;
}
export interface InDialog extends Node {
  readonly dialog: string;
}

export interface ProjectNode extends Node {
  readonly kind: 'project';
}
export interface DialogNode extends InDialog {
  readonly kind: 'dialog';
}
export interface SummaryNode extends InDialog {
  readonly kind: 'summary';
}
export interface SectionNode extends InDialog {
  readonly kind: 'section';
  readonly section: SummarySection;
}
export interface EntryNode extends InDialog {
  readonly kind: 'entry';
  readonly entry: SummaryItem;
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
/** The last child of a list that shows only its first page. */
export interface MoreNode extends Node {
  readonly kind: 'more';
  /** Identifies the list that grows. */
  readonly list: string;
  readonly of: 'dialogs' | 'messages' | 'contexts';
  readonly hidden: number;
}

/** Stands where children could not be read. */
export interface ProblemNode extends Node {
  readonly kind: 'problem';
  readonly text: string;
}

export type TreeNode =
  | ProjectNode
  | DialogNode
  | SummaryNode
  | SectionNode
  | EntryNode
  | MessagesNode
  | MessageNode
  | BackupsNode
  | BackupNode
  | DamagedNode
  | DamagedFileNode
  | ContextTreeNode
  | MoreNode
  | ProblemNode;
