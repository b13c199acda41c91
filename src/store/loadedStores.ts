// Parts of a store whose code is loaded on first use.
import type { StoreContext, Secrets } from '../disk/base/context.ts';
import type { ChangeSources, FormerFolders } from '../insight/changes/sources.ts';
import type { ChangeStore } from '../insight/changes/types.ts';
import type { InsightSources } from '../insight/usage/figures.ts';
import type { InsightStore } from '../insight/usage/types.ts';
import type { SearchParts } from '../find/search/searchParts.ts';
import type { SearchStore } from '../find/search/types.ts';
import type { RecoverySources } from '../history/capture/recovery.ts';
import type { RecoveryStore } from '../history/capture/types.ts';
import type { SharedStore } from '../history/shared/types.ts';
import type { BriefSources } from '../insight/brief/brief.ts';
import type { BriefStore } from '../insight/brief/types.ts';

/** The authorship of a project's lines, loaded on first use. `before` returns the former folders of the project. */
export function changeStore(
  context: StoreContext,
  sources: ChangeSources,
  before: FormerFolders,
): ChangeStore {
  let loaded: Promise<ChangeStore> | undefined;
  const changes = (): Promise<ChangeStore> =>
    (loaded ??= import('../insight/changes/changes.ts').then(
      ({ Changes }) => new Changes(context, sources, before),
    ));
  return {
    history: async (...args) => (await changes()).history(...args),
    lines: async (...args) => (await changes()).lines(...args),
    days: async (...args) => (await changes()).days(...args),
    notes: async (...args) => (await changes()).notes(...args),
    traces: async (...args) => (await changes()).traces(...args),
    edits: async (...args) => (await changes()).edits(...args),
  };
}

/** Opens a project's insight; its code, which includes the prices, is loaded on first use. */
export function insightStore(context: StoreContext, sources: InsightSources): InsightStore {
  let loaded: Promise<InsightStore> | undefined;
  const insight = (): Promise<InsightStore> =>
    (loaded ??= import('../insight/usage/insight.ts').then(({ Insight }) => new Insight(context, sources)));
  return {
    async *report(...args) {
      yield* (await insight()).report(...args);
    },
    usageOf: async (...args) => (await insight()).usageOf(...args),
    holdings: async () => (await insight()).holdings(),
  };
}

/** Makes the search of a store, whose modules are loaded at the first search. */
export function searchStore(of: SearchParts): SearchStore {
  let loaded: Promise<SearchStore> | undefined;
  const search = (): Promise<SearchStore> =>
    (loaded ??= import('../find/search/makeSearch.ts').then(({ makeSearch }) => makeSearch(of)));
  return {
    find: async (request) => (await search()).find(request),
    health: async () => (await search()).health(),
    values: async (signal) => (await search()).values(signal),
    keep: async () => (await loaded)?.keep(),
    prepare: async (signal) => (await search()).prepare(signal),
  };
}

/** Opens a project's shared items; their code is loaded on first use. `masking` ignores the settings. */
export function sharedStore(context: StoreContext, masking: Secrets): SharedStore {
  let loaded: Promise<SharedStore> | undefined;
  const items = (): Promise<SharedStore> =>
    (loaded ??= import('../history/shared/sharedItems.ts').then(
      ({ SharedItems }) => new SharedItems(context, masking),
    ));
  return {
    list: async (...args) => (await items()).list(...args),
    get: async (...args) => (await items()).get(...args),
    draft: async (...args) => (await items()).draft(...args),
    share: async (...args) => (await items()).share(...args),
    edit: async (...args) => (await items()).edit(...args),
    unshare: async (...args) => (await items()).unshare(...args),
    restore: async (...args) => (await items()).restore(...args),
    withdrawn: async () => (await items()).withdrawn(),
  };
}

/** The briefs of a project, whose composer is loaded on first use. */
export function briefStore(context: StoreContext, sources: BriefSources): BriefStore {
  let loaded: Promise<BriefStore> | undefined;
  const briefs = (): Promise<BriefStore> =>
    (loaded ??= import('../insight/brief/brief.ts').then(({ Briefs }) => new Briefs(context, sources)));
  return {
    make: async (...args) => (await briefs()).make(...args),
    given: async () => (await briefs()).given(),
    noteGiven: async (...args) => (await briefs()).noteGiven(...args),
    claim: async (...args) => (await briefs()).claim(...args),
    choices: async () => (await briefs()).choices(),
    choose: async (...args) => (await briefs()).choose(...args),
  };
}

/** What finds lost sessions of a project again, loaded on first use. */
export function recoveryStore(context: StoreContext, sources: RecoverySources): RecoveryStore {
  let loaded: Promise<RecoveryStore> | undefined;
  const recovery = (): Promise<RecoveryStore> =>
    (loaded ??= import('../history/capture/recovery.ts').then(
      ({ Recovery }) => new Recovery(context, sources),
    ));
  return {
    look: async (...args) => (await recovery()).look(...args),
    recover: async (...args) => (await recovery()).recover(...args),
  };
}
