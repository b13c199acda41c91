import { archiveTools } from './archiveTools.ts';
import { contextTools } from './contextTools.ts';
import { dialogTools } from './dialogTools.ts';
import { memoryFullTools } from './memoryFullTools.ts';
import { memoryOldTools } from './memoryOldTools.ts';
import { memoryTools } from './memoryTools.ts';
import { searchTools } from './searchTools.ts';
import { sessionTools } from './sessionTools.ts';
import type { Tool } from './tool.ts';

/** Every tool of the server by name. */
export const allTools: ReadonlyMap<string, Tool> = new Map(
  [
    ...dialogTools,
    ...contextTools,
    ...archiveTools,
    ...searchTools,
    ...sessionTools,
    ...memoryTools,
    ...memoryFullTools,
    ...memoryOldTools,
  ].map((tool) => [tool.name, tool]),
);
