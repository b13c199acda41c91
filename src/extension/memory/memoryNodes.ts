import type { Memory, MemoryFilter, TrashedMemories } from '../../store/memory/types.ts';
import type { Project } from '../project.ts';

/** How the memories are arranged in their view. */
export const arrangements = ['tag', 'type', 'time'] as const;
export type Arrangement = (typeof arrangements)[number];

interface Node {
  /** The same through every refresh, so that expansion and selection stay. */
  readonly id: string;
  readonly project: Project;
}

export interface MemoryProjectNode extends Node {
  readonly kind: 'project';
}
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
}
export interface MemoryTrashNode extends Node {
  readonly kind: 'memoryTrash';
  readonly trash: readonly TrashedMemories[];
}
export interface TrashedMemoriesNode extends Node {
  readonly kind: 'trashedMemories';
  readonly trashed: TrashedMemories;
}
/** The last child of a list that shows only its first page. */
export interface MoreMemoriesNode extends Node {
  readonly kind: 'moreMemories';
  /** The list that grows: the id of its parent. */
  readonly list: string;
  readonly hidden: number;
}
/** Something that is wrong with the memories; `error` where they could not be read at all. */
export interface MemoryProblemNode extends Node {
  readonly kind: 'problem';
  readonly text: string;
  readonly error: boolean;
}

export type MemoryTreeNode =
  | MemoryProjectNode
  | MemoryGroupNode
  | ArchivedMemoriesNode
  | MemoryNode
  | MemoryTrashNode
  | TrashedMemoriesNode
  | MoreMemoriesNode
  | MemoryProblemNode;
