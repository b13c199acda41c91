import type { SharedItem, WithdrawnItem } from '../../history/shared/types.ts';
import type { HubOwnNode } from '../hub/hubNodes.ts';
import type { CommonNode, Node } from '../tree/nodes.ts';

/** Groupings of shared items. */
export const teamArrangements = ['author', 'kind'] as const;
export type TeamArrangement = (typeof teamArrangements)[number];

/** A shared item with its state for the person. */
export interface TeamItem {
  readonly item: SharedItem;
  readonly isNew: boolean;
  readonly isMine: boolean;
}
/** Items of one person or kind, or new ones. */
export interface TeamGroupNode extends Node {
  readonly kind: 'sharedGroup';
  readonly by: TeamArrangement | 'new';
  /** Name of the person or kind; empty if unknown. */
  readonly name: string;
  readonly items: readonly TeamItem[];
  readonly isUnfolded: boolean;
}
export interface SharedNode extends Node, TeamItem {
  readonly kind: 'shared';
  readonly sharedId: string;
  /** What its group already says about it. */
  readonly under: TeamGroupNode['by'];
}
export interface WithdrawnItemsNode extends Node {
  readonly kind: 'withdrawnItems';
  readonly items: readonly WithdrawnItem[];
}
export interface WithdrawnNode extends Node {
  readonly kind: 'withdrawn';
  readonly item: WithdrawnItem;
  readonly withdrawnId: string;
}

export type TeamOwnNode = HubOwnNode | TeamGroupNode | SharedNode | WithdrawnItemsNode | WithdrawnNode;
export type TeamNode = CommonNode | TeamOwnNode;
