import { isObject } from '../../store/base/json.ts';
import type { MemoryFilter } from '../../store/memory/types.ts';
import type { ArchivedMemoriesNode, MemoryGroupNode } from './memoryNodes.ts';

/** Which memories a group of the tree holds; all of them for anything else. */
export const filterOf = (argument: unknown): MemoryFilter =>
  isGroup(argument) ? (argument.filter ?? {}) : {};

const isGroup = (argument: unknown): argument is MemoryGroupNode | ArchivedMemoriesNode =>
  isObject(argument) && (argument.kind === 'group' || argument.kind === 'archivedMemories');
