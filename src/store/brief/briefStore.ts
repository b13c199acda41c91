import type { StoreContext } from '../base/context.ts';
import type { BriefSources } from './brief.ts';
import type { BriefStore } from './types.ts';

/** The briefs of a project. What makes them is loaded when one is asked for. */
export function briefStore(context: StoreContext, sources: BriefSources): BriefStore {
  let loaded: Promise<BriefStore> | undefined;
  const briefs = (): Promise<BriefStore> =>
    (loaded ??= import('./brief.ts').then(({ Briefs }) => new Briefs(context, sources)));
  return {
    make: async (...args) => (await briefs()).make(...args),
    given: async () => (await briefs()).given(),
    noteGiven: async (...args) => (await briefs()).noteGiven(...args),
    claim: async (...args) => (await briefs()).claim(...args),
    choices: async () => (await briefs()).choices(),
    choose: async (...args) => (await briefs()).choose(...args),
  };
}
