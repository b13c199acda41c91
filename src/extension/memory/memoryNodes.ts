import type { Memory, MemoryFilter, TrashedMemories } from '../../history/memory/types.ts';
import type { CommonNode, Node } from '../tree/nodes.ts';

/** Groupings of memories. */
export const arrangements = ['tag', 'type', 'time'] as const;
export type Arrangement = (typeof arrangements)[number];

/** Memories with something in common. */
export interface MemoryGroupNode extends Node {
  readonly kind: 'group';
  readonly by: Arrangement;
  /** A tag, type or period; empty for memories without tags. */
  readonly name: string;
  /** Newest first. */
  readonly memories: readonly Memory[];
  /** The filter that selects them; undefined if none can. */
  readonly filter: MemoryFilter | undefined;
}
/** Memories archived by consolidations. */
export interface ArchivedMemoriesNode extends Node {
  readonly kind: 'archivedMemories';
  readonly memories: readonly Memory[];
  readonly filter: MemoryFilter;
}
export interface MemoryNode extends Node {
  readonly kind: 'memory';
  readonly hash: string;
  readonly memory: Memory;
  /** The tag of its group, which need not be repeated. */
  readonly under: string | undefined;
  /** The words by which it matches only by meaning. */
  readonly meant: readonly string[] | undefined;
}
export interface MemoryTrashNode extends Node {
  readonly kind: 'memoryTrash';
  readonly trash: readonly TrashedMemories[];
}
export interface TrashedMemoriesNode extends Node {
  readonly kind: 'trashedMemories';
  readonly trashed: TrashedMemories;
}
/** A problem with memories that could be read. */
export interface MemoryWarningNode extends Node {
  readonly kind: 'memoryWarning';
  readonly text: string;
}

export type MemoryOwnNode =
  | MemoryGroupNode
  | ArchivedMemoriesNode
  | MemoryNode
  | MemoryTrashNode
  | TrashedMemoriesNode
  | MemoryWarningNode;

export type MemoryTreeNode = CommonNode | MemoryOwnNode;
