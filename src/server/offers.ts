import { archiveTools } from './archives/archiveTools.ts';
import type { Offers } from './base/offers.ts';
import { contextTools } from './contexts/contextTools.ts';
import { dialogTools } from './dialogs/dialogTools.ts';
import { rulePrompts } from './dialogs/rulePrompts.ts';
import { aliasTools } from './memory/aliasTools.ts';
import { memoryFullTools } from './memory/memoryFullTools.ts';
import { memoryPrompts } from './memory/memoryPrompts.ts';
import { memoryResources } from './memory/memoryResources.ts';
import { memoryTools } from './memory/memoryTools.ts';
import { searchTools } from './search/searchTools.ts';
import { sessionTools } from './sessions/sessionTools.ts';

/** Everything this product offers to clients. */
export const offers: Offers = {
  tools: [
    ...dialogTools,
    ...contextTools,
    ...archiveTools,
    ...searchTools,
    ...sessionTools,
    ...memoryTools,
    ...memoryFullTools,
    ...aliasTools,
  ],
  prompts: [...rulePrompts, ...memoryPrompts],
  resources: memoryResources,
};
