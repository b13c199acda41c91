import type { SharedItem, WithdrawnItem } from '../../store/shared/types.ts';
import type { HubOwnNode } from '../hub/hubNodes.ts';
import type { CommonNode, Node } from '../tree/nodes.ts';

/** How shared items are arranged. */
export const teamArrangements = ['author', 'kind'] as const;
export type TeamArrangement = (typeof teamArrangements)[number];

/** A shared item and what it is to the person who looks. */
export interface TeamItem {
  readonly item: SharedItem;
  readonly isNew: boolean;
  readonly isMine: boolean;
}
/** Items of one person or kind, or those that are new. */
export interface TeamGroupNode extends Node {
  readonly kind: 'sharedGroup';
  readonly by: TeamArrangement | 'new';
  /** Of the person or the kind; empty where nobody is named. */
  readonly name: string;
  readonly items: readonly TeamItem[];
  readonly isUnfolded: boolean;
}
export interface SharedNode extends Node, TeamItem {
  readonly kind: 'shared';
  readonly sharedId: string;
  /** What the group it stands in says of it already. */
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
