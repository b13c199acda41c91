import type { StoreContext } from '../base/context.ts';
import type { InsightSources } from './sources.ts';
import type { InsightStore } from './types.ts';

/** What agents did in a project, and what it cost. What it needs, prices above all, is loaded when it is asked. */
export function insightStore(context: StoreContext, sources: InsightSources): InsightStore {
  let loaded: Promise<InsightStore> | undefined;
  const insight = (): Promise<InsightStore> =>
    (loaded ??= import('./insight.ts').then(({ Insight }) => new Insight(context, sources)));
  return {
    async *report(...args) {
      yield* (await insight()).report(...args);
    },
    usageOf: async (...args) => (await insight()).usageOf(...args),
    holdings: async () => (await insight()).holdings(),
  };
}
