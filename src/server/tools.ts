import { archiveTools } from './archives/archiveTools.ts';
import { contextTools } from './contexts/contextTools.ts';
import { dialogTools } from './dialogs/dialogTools.ts';
import { memoryFullTools } from './memory/memoryFullTools.ts';
import { aliasTools } from './memory/aliasTools.ts';
import { memoryTools } from './memory/memoryTools.ts';
import { searchTools } from './search/searchTools.ts';
import { sessionTools } from './sessions/sessionTools.ts';
import type { Tool } from './base/tool.ts';

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
    ...aliasTools,
  ].map((tool) => [tool.name, tool]),
);
