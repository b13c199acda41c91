import type { CostOf } from './prices.ts';
import type { LocalTime } from './days.ts';
import { idIn, ReadRequest, timeIn, type RequestRow } from './requestRows.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import type { OwnRequests, ReadSession } from './figures.ts';
import type { InsightQuery, SessionUsageRow, UsageReport } from './types.ts';
import { byCost, UsageSum, UsageSums } from './usageSums.ts';

/**
 * Removes copies: requests that a fork or resumed session copied count toward the earliest session. Within a session
 * every request counts, since readers yield each once.
 */
export function withoutCopies(sessions: readonly ReadSession[]): readonly OwnRequests[] {
  const byId = new Map(sessions.map((session) => [session.info.sessionId, session]));
  const several = repeatedIds(sessions);
  const seen = new Set<number>();
  return [...sessions].sort(byStart).map((session) => {
    const { requests, copiedUntil: until = -Infinity } = session.figures;
    const isCopy = (row: RequestRow) => seen.has(idIn(row));
    const repeated = several.size === 0 ? [] : requests.filter((row) => several.has(idIn(row)));
    const copied = repeated.filter(isCopy);
    const own = copied.length === 0 ? requests : requests.filter((row) => !isCopy(row));
    for (const row of repeated) seen.add(idIn(row));
    const copiedUntil = copied.reduce((latest, row) => Math.max(latest, timeIn(row)), until);
    return { ...session, own, copiedUntil, countsTo: topOf(session, byId) };
  });
}

/** Returns ids that occur more than once. Sorting numbers takes a tenth of the time of a set. */
function repeatedIds(sessions: readonly ReadSession[]): ReadonlySet<number> {
  const count = sessions.reduce((all, { figures }) => all + figures.requests.length, 0);
  const ids = new Float64Array(count);
  let next = 0;
  for (const { figures } of sessions) for (const row of figures.requests) ids[next++] = idIn(row);
  ids.sort();
  return new Set(ids.filter((id, n) => id !== 0 && id === ids[n - 1]));
}

/** Orders sessions by start, then by creation: a copy has the same start as its original or a later one. */
const byStart = (a: ReadSession, b: ReadSession): number =>
  a.info.startedAt - b.info.startedAt || a.createdAt - b.createdAt || (a.info.path < b.info.path ? -1 : 1);

function topOf(session: ReadSession, byId: ReadonlyMap<string, ReadSession>): ReadSession {
  const visited = new Set([session]);
  for (let top = session; ;) {
    const parent = byId.get(top.figures.parent ?? '');
    if (!parent || visited.has(parent)) return top;
    visited.add(parent);
    top = parent;
  }
}

/** Reports tokens and cost by agent, model, day and session. */
export function usageReport(
  sessions: readonly OwnRequests[],
  query: InsightQuery,
  costOf: CostOf,
  time: LocalTime,
): UsageReport {
  const count = new UsageCount(query, costOf, time);
  const grouped = [...sessions].sort((a, b) => (a.countsTo.info.path < b.countsTo.info.path ? -1 : 1));
  for (const session of grouped) count.add(session);
  const { total, agents, models, days, all, modelsOf, unpriced } = count;
  const rows = sessionRows(all, sessions, modelsOf);
  const untold = untoldIn(sessions, query);
  return {
    total: total.usage,
    counted: rows.length + untold,
    untold,
    agents: agents.rows.sort(byCost),
    models: models.rows.sort(byCost),
    days: days.rows.sort((a, b) => (a.key < b.key ? -1 : 1)),
    sessions: rows,
    unpricedModels: [...unpriced].sort(),
  };
}

/** Reports whether a session was active in the time of a query. */
export const isWithin = (
  { startedAt, activeAt }: SessionInfo,
  { since = -Infinity, until = Infinity }: InsightQuery,
): boolean => activeAt >= since && startedAt <= until;

/** Counts the sessions that match a query and record no requests, neither their own nor copied ones. */
function untoldIn(sessions: readonly OwnRequests[], query: InsightQuery): number {
  if (query.model !== undefined) return 0; // they record no model either
  const idOf = ({ countsTo: { info } }: OwnRequests): string => info.sessionId;
  const telling = sessions.filter(
    ({ figures: { requests, copiedUntil } }) => requests.length > 0 || copiedUntil !== undefined,
  );
  const told = new Set(telling.map(idOf));
  const untold = sessions.filter(
    (session) => !told.has(idOf(session)) && isWithin(session.countsTo.info, query),
  );
  return new Set(untold.map(idOf)).size;
}

/** Adds up the requests that match a query. */
class UsageCount {
  readonly total = new UsageSum();
  readonly agents = new UsageSums();
  readonly models = new UsageSums();
  readonly days = new UsageSums();
  readonly all = new UsageSums();
  readonly unpriced = new Set<string>();
  readonly modelsOf = new Map<string, Map<string, number>>();
  readonly #query: InsightQuery;
  readonly #costOf: CostOf;
  readonly #time: LocalTime;
  readonly #request = new ReadRequest();
  /** Sum of consecutive requests of one model and day, added to the other sums as a whole. */
  readonly #run = new UsageSum();

  constructor(query: InsightQuery, costOf: CostOf, time: LocalTime) {
    this.#query = query;
    this.#costOf = costOf;
    this.#time = time;
  }

  /** Adds a session. Sessions that count toward the same one must be added consecutively. */
  add({ own, figures, countsTo }: OwnRequests): void {
    const { since = -Infinity, until = Infinity, model: wanted } = this.#query;
    const request = this.#request;
    let [runModel, runDay] = ['', ''];
    for (const row of own) {
      request.take(row, figures.models);
      const { model = '', at } = request;
      if (at < since || at > until || (wanted !== undefined && model !== wanted)) continue;
      const day = at === 0 ? '' : this.#time.at(at).day;
      if (model !== runModel || day !== runDay) this.#end(runModel, runDay, countsTo);
      [runModel, runDay] = [model, day];
      const cost = this.#costOf(request);
      this.#run.add(request, cost);
      if (cost === undefined && model !== '') this.unpriced.add(model);
    }
    this.#end(runModel, runDay, countsTo);
  }

  #end(model: string, day: string, countsTo: ReadSession): void {
    const run = this.#run;
    if (run.requests === 0) return;
    const { sessionId, source } = countsTo.info;
    const sums = [this.total, this.agents.of(source), this.all.of(sessionId), this.models.of(model)];
    if (day !== '') sums.push(this.days.of(day));
    for (const sum of sums) sum.addAll(run, countsTo);
    if (model !== '') countModel(this.modelsOf, sessionId, model, run.requests);
    run.clear();
  }
}

function countModel(
  counts: Map<string, Map<string, number>>,
  session: string,
  model: string,
  requests: number,
): void {
  const known = counts.get(session) ?? new Map<string, number>();
  if (known.size === 0) counts.set(session, known);
  known.set(model, (known.get(model) ?? 0) + requests);
}

function sessionRows(
  sums: UsageSums,
  sessions: readonly OwnRequests[],
  models: ReadonlyMap<string, ReadonlyMap<string, number>>,
): readonly SessionUsageRow[] {
  const infos = new Map(sessions.map(({ countsTo: { info } }) => [info.sessionId, info]));
  return sums.rows
    .flatMap((row) => {
      const info = infos.get(row.key);
      const counted = [...(models.get(row.key) ?? [])].sort(([, a], [, b]) => b - a);
      if (!info) return [];
      const { source: agent, title, startedAt, activeAt } = info;
      return [{ ...row, agent, title, startedAt, activeAt, models: counted.map(([model]) => model) }];
    })
    .sort((a, b) => b.activeAt - a.activeAt);
}
