import type { Memory, MemoryFilter, TrashedMemories } from '../../store/memory/types.ts';
import type { CommonNode, Node } from '../tree/nodes.ts';

/** How the memories are arranged in their view. */
export const arrangements = ['tag', 'type', 'time'] as const;
export type Arrangement = (typeof arrangements)[number];

/** Memories that have something in common. */
export interface MemoryGroupNode extends Node {
  readonly kind: 'group';
  readonly by: Arrangement;
  /** A tag, a type or a stretch of time; empty for memories without a tag. */
  readonly name: string;
  /** Newest first. */
  readonly memories: readonly Memory[];
  /** Which memories they are; undefined where no filter says it. */
  readonly filter: MemoryFilter | undefined;
}
/** What consolidations have put aside. */
export interface ArchivedMemoriesNode extends Node {
  readonly kind: 'archivedMemories';
  readonly memories: readonly Memory[];
  readonly filter: MemoryFilter;
}
export interface MemoryNode extends Node {
  readonly kind: 'memory';
  readonly hash: string;
  readonly memory: Memory;
  /** The tag it stands under, which need not be said again. */
  readonly under: string | undefined;
  /** By which words it was found that only mean what was typed. */
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
/** Something that is wrong with the memories that could be read. */
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
