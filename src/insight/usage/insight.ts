import type { StoreContext } from '../../disk/base/context.ts';
import { withStoreErrors } from '../../disk/files/failure.ts';
import { activityOf } from './activity.ts';
import { LocalTime } from './days.ts';
import type { ReadSession, InsightSources } from './figures.ts';
import { FiguresIndex } from './figuresIndex.ts';
import { holdingsOf } from './holdings.ts';
import { costs, priceTable, type OwnPrices } from './prices.ts';
import { ownPrices } from './priceSettings.ts';
import type { Workspace } from '../../history/sessions/types.ts';
import type * as T from './types.ts';
import { isWithin, usageReport, withoutCopies } from './usageReport.ts';
import { healthOf, workOf } from './work.ts';

/** Minimum time between two reports during reading, also as a multiple of a report's own time. Milliseconds. */
const minIntervalMs = 400;
const intervalFactor = 10;

/** Implements `InsightStore`, which documents the methods. */
export class Insight implements T.InsightStore {
  readonly #context: StoreContext;
  readonly #index: FiguresIndex;
  readonly #dialogs: InsightSources['dialogs'];

  constructor(context: StoreContext, sources: InsightSources) {
    this.#context = context;
    this.#dialogs = sources.dialogs;
    this.#index = new FiguresIndex(context, sources);
  }

  holdings(): Promise<T.Holdings> {
    return withStoreErrors(() => holdingsOf(this.#context, this.#dialogs));
  }

  usageOf(
    workspace: Workspace,
    sessions: readonly string[],
    own: OwnPrices = {},
  ): Promise<readonly T.SessionUsageRow[]> {
    return withStoreErrors(async () => {
      const only = new Set(sessions);
      let read: () => readonly ReadSession[] = () => [];
      for await (const state of this.#index.read(workspace, { only })) read = state.read;
      const costOf = costs(priceTable, { ...ownPrices(this.#context, workspace.places.env), ...own });
      const rows = usageReport(withoutCopies(read()), {}, costOf, new LocalTime()).sessions;
      return rows.filter(({ key }) => only.has(key));
    });
  }

  async *report(
    workspace: Workspace,
    query: T.InsightQuery = {},
    signal?: AbortSignal,
  ): AsyncGenerator<T.InsightReport> {
    const prices = { ...ownPrices(this.#context, workspace.places.env), ...query.prices };
    let next = query.isWhole === true ? Infinity : -Infinity;
    for await (const { read, sessions, waiting } of this.#index.read(workspace, { signal })) {
      const begun = performance.now();
      if (waiting > 0 && begun < next) continue;
      const known = read();
      if (waiting > 0 && known.length === 0) continue;
      yield reportOf(known, { ...query, prices }, sessions, waiting);
      const now = performance.now();
      next = now + Math.max(minIntervalMs, intervalFactor * (now - begun));
    }
  }
}

function reportOf(
  known: readonly ReadSession[],
  query: T.InsightQuery,
  sessions: number,
  waiting: number,
): T.InsightReport {
  const time = new LocalTime();
  const own = withoutCopies(known).filter(
    ({ info, countsTo }) =>
      (query.agent === undefined || info.source === query.agent) &&
      (query.session === undefined || countsTo.info.sessionId === query.session),
  );
  // Work in a session that is only a copy is counted in the original.
  const did = own.filter((session) => session.own.length > 0 || session.figures.requests.length === 0);
  const chosen = new Set(did.map(({ info }) => info.path));
  const inTime = known.filter(({ info }) => chosen.has(info.path) && isWithin(info, query));
  return {
    sessions,
    read: sessions - waiting,
    isComplete: waiting === 0,
    pricesOf: priceTable.date,
    usage: usageReport(own, query, costs(priceTable, query.prices), time),
    activity: activityOf(own, query, time),
    work: workOf(inTime),
    health: healthOf(inTime),
  };
}
