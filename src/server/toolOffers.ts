import { archiveTools } from './archives/archiveTools.ts';
import { moreTool } from './base/moreTool.ts';
import type { Tool } from './base/tool.ts';
import { contextTools } from './contexts/contextTools.ts';
import { dialogTools } from './dialogs/dialogTools.ts';
import { aliasTools } from './memory/aliasTools.ts';
import { memoryFullTools } from './memory/memoryFullTools.ts';
import { memoryTools } from './memory/memoryTools.ts';
import { searchTools } from './search/searchTools.ts';
import { sessionTools } from './sessions/sessionTools.ts';

const tools: readonly Tool[] = [
  ...dialogTools,
  ...contextTools,
  ...archiveTools,
  ...searchTools,
  ...sessionTools,
  ...memoryTools,
  ...memoryFullTools,
  ...aliasTools,
];

/** All tools, listed or not. */
export const toolOffers: readonly Tool[] = [...tools, moreTool(tools)];
