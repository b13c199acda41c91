import type { ActiveContext, ContextItem, TrashedContext } from '../../store/contexts/types.ts';
import type { InDialog } from '../dialogs/dialogNodes.ts';

export interface ContextsNode extends InDialog {
  readonly kind: 'contexts';
}
export interface ActiveContextNode extends InDialog {
  readonly kind: 'activeContext';
  /** The word that stands for the active context; see `activeId`. */
  readonly contextId: string;
  readonly context: ActiveContext;
}
export interface ContextNode extends InDialog {
  readonly kind: 'context';
  readonly contextId: string;
  readonly item: ContextItem;
}
export interface TrashedContextsNode extends InDialog {
  readonly kind: 'trashedContexts';
  readonly count: number;
}
export interface TrashedContextNode extends InDialog {
  readonly kind: 'trashedContext';
  readonly trashed: TrashedContext;
}

/** What the tree shows of the contexts of a dialog. */
export type ContextTreeNode =
  ContextsNode | ActiveContextNode | ContextNode | TrashedContextsNode | TrashedContextNode;
