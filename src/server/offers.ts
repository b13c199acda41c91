import { archiveResources } from './archives/archiveResources.ts';
import { archiveTools } from './archives/archiveTools.ts';
import type { Offers } from './base/offers.ts';
import { contextResources } from './contexts/contextResources.ts';
import { contextTools } from './contexts/contextTools.ts';
import { dialogPrompts } from './dialogs/dialogPrompts.ts';
import { dialogResources } from './dialogs/dialogResources.ts';
import { dialogTools } from './dialogs/dialogTools.ts';
import { rulePrompts } from './dialogs/rulePrompts.ts';
import { aliasTools } from './memory/aliasTools.ts';
import { memoryFullTools } from './memory/memoryFullTools.ts';
import { memoryPrompts } from './memory/memoryPrompts.ts';
import { memoryResources } from './memory/memoryResources.ts';
import { memoryTools } from './memory/memoryTools.ts';
import { referenceResources } from './search/referenceResources.ts';
import { searchPrompts } from './search/searchPrompts.ts';
import { searchTools } from './search/searchTools.ts';
import { sessionPrompts } from './sessions/sessionPrompts.ts';
import { sessionResources } from './sessions/sessionResources.ts';
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
  prompts: [...sessionPrompts, ...searchPrompts, ...dialogPrompts, ...rulePrompts, ...memoryPrompts],
  // An address may be that of several templates: those before others are tried first.
  resources: [
    ...sessionResources,
    ...dialogResources,
    ...contextResources,
    ...archiveResources,
    ...referenceResources,
    ...memoryResources,
  ],
};
