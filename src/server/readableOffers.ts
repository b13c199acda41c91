import { archiveResources } from './archives/archiveResources.ts';
import type { ReadableOffers } from './base/offers.ts';
import { contextResources } from './contexts/contextResources.ts';
import { dialogPrompts } from './dialogs/dialogPrompts.ts';
import { dialogResources } from './dialogs/dialogResources.ts';
import { rulePrompts } from './dialogs/rulePrompts.ts';
import { memoryPrompts } from './memory/memoryPrompts.ts';
import { memoryResources } from './memory/memoryResources.ts';
import { referenceResources } from './search/referenceResources.ts';
import { searchPrompts } from './search/searchPrompts.ts';
import { sessionPrompts } from './sessions/sessionPrompts.ts';
import { sessionResources } from './sessions/sessionResources.ts';

/** All prompts and resources. */
export const readableOffers: ReadableOffers = {
  prompts: [...sessionPrompts, ...searchPrompts, ...dialogPrompts, ...rulePrompts, ...memoryPrompts],
  // An address may match several templates; earlier ones are tried first.
  resources: [
    ...sessionResources,
    ...dialogResources,
    ...contextResources,
    ...archiveResources,
    ...referenceResources,
    ...memoryResources,
  ],
};
