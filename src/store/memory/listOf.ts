import { matches, newestFirst } from './memory.ts';
import type { MemoryState } from './state.ts';
import type { Memory, MemoryFilter } from './types.ts';

/** The memories that match, the newest first. */
export const listOf = (state: MemoryState, filter: MemoryFilter): readonly Memory[] =>
  [...state.memories.values()].filter((memory) => matches(memory, filter)).sort(newestFirst);
