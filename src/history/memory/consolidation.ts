import { defined, isObject, isoTime } from '../../disk/base/core.ts';
import { filterInSlices, sortInSlices } from '../../disk/base/sortInSlices.ts';
import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import { safePreview } from '../../disk/secrets/cut.ts';
import { topTerms, type Masking } from './analysis.ts';
import { NearIndex } from './nearIndex.ts';
import { makeMemory, matches, newestFirst, unarchived } from './memory.ts';
import type { LogRecord } from './records.ts';
import type { MemoryState } from './state.ts';
import type { ConsolidationAction, Horizon } from './scheduleTypes.ts';
import type { Consolidation, Memory, MemoryCluster } from './types.ts';

const days: Readonly<Record<Horizon, number>> = {
  daily: 1,
  weekly: 7,
  monthly: 30,
  quarterly: 90,
  yearly: 365,
};
const dayMs = 24 * 60 * 60 * 1_000;

/** Two memories are associated from this similarity of their words up to `sameFrom`, where they count as the same. */
const associatedFrom = 0.15;
const sameFrom = 0.7;
const maxAssociations = 50;
/** Similarity from which memories share a subject. */
const clusteredFrom = 0.25;
/** Minimum size of a cluster. */
const clusterSize = 3;
/** Length of each memory's excerpt in a summary. Code points. */
const summaryChars = 200;
const summaryType = 'summary';

/** Memories with one of these tags or types are never archived. */
const lasting = new Set([
  'important',
  'critical',
  'pinned',
  'permanent',
  'reference',
  'decision',
  '重要',
  '置顶',
]);

export interface ConsolidationOptions {
  readonly horizon: Horizon;
  readonly dryRun: boolean;
  readonly now: number;
  readonly secrets: Masking;
}

/** Computes a consolidation and its records; deterministic, without a model. */
export async function consolidate(
  action: ConsolidationAction,
  state: MemoryState,
  { horizon, dryRun, now, secrets }: ConsolidationOptions,
  slices: TimeSlices,
): Promise<{ readonly report: Consolidation; readonly records: readonly LogRecord[] }> {
  const base = { action, horizon, dryRun, ...nothing };
  const all = await live(state, slices);
  const from = now - days[horizon] * dayMs;
  const recent = await filterInSlices(all, ({ createdAt }) => createdAt >= from, slices);
  const old = await filterInSlices(all, ({ updatedAt }) => updatedAt < from, slices);
  const compressible = async (): Promise<readonly MemoryCluster[]> =>
    (await clustersIn(recent, { slices, secrets })).map(archivable).filter(isCluster);
  switch (action) {
    case 'status':
      return { report: { ...base, ...runOf(state, newestRun(state)) }, records: [] };
    case 'associate':
      return { report: { ...base, associations: await associationsIn(recent, slices) }, records: [] };
    case 'cluster':
      return { report: { ...base, clusters: await clustersIn(recent, { slices, secrets }) }, records: [] };
    case 'compress':
      return archive(base, { clusters: await compressible(), old: [] }, state, { now, slices });
    case 'forget':
      return archive(base, { clusters: [], old }, state, { now, slices });
    case 'run':
      return archive(base, { clusters: await compressible(), old }, state, { now, slices });
    case 'undo':
      return undo(base, state, now);
  }
}

const nothing = { run: undefined, associations: [], clusters: [], summaries: [], archived: [] } as const;

const live = async (state: MemoryState, slices: TimeSlices): Promise<readonly Memory[]> =>
  sortInSlices(
    await filterInSlices([...state.memories.values()], (memory) => matches(memory, {}), slices),
    newestFirst,
    slices,
  );

/** Thresholds tried in order, since only the most similar pairs are listed. */
const thresholds = [0.6, 0.45, 0.3, associatedFrom];

async function associationsIn(
  memories: readonly Memory[],
  slices: TimeSlices,
): Promise<Consolidation['associations']> {
  let found: Consolidation['associations'] = [];
  for (const threshold of thresholds) {
    found = await associationsFrom(memories, threshold, slices);
    if (found.length >= maxAssociations) break;
  }
  return found.slice(0, maxAssociations);
}

/** All pairs of at least this similarity, most similar first. */
async function associationsFrom(
  memories: readonly Memory[],
  threshold: number,
  slices: TimeSlices,
): Promise<Consolidation['associations']> {
  const index = await NearIndex.of(memories, { threshold, likeness: 'subject' }, slices);
  const found: { readonly memories: readonly [Memory, Memory]; readonly similarity: number }[] = [];
  for (const memory of memories) {
    if (slices.isOver) await slices.pause();
    for (const { memory: other, similarity } of index.near(memory))
      if (similarity < sameFrom && memory.hash < other.hash)
        found.push({ memories: [memory, other], similarity });
  }
  return found.sort((a, b) => b.similarity - a.similarity);
}

/** Groups memories around the newest ones not yet in a group. */
async function clustersIn(
  memories: readonly Memory[],
  { slices, secrets }: { readonly slices: TimeSlices; readonly secrets: Masking },
): Promise<readonly MemoryCluster[]> {
  const open = memories.filter(({ type }) => type !== summaryType);
  const index = await NearIndex.of(open, { threshold: clusteredFrom, likeness: 'subject' }, slices);
  const clusters: MemoryCluster[] = [];
  for (const memory of open) {
    if (slices.isOver) await slices.pause();
    if (!index.close(memory)) continue;
    const others = index.near(memory).map((near) => near.memory);
    if (others.length + 1 < clusterSize) continue;
    for (const other of others) index.close(other);
    const members = [memory, ...others].sort(newestFirst);
    const topic = topTerms(members, 5, secrets).map(({ term }) => term);
    clusters.push({ topic, memories: members });
  }
  return clusters;
}

const archivable = ({ topic, memories }: MemoryCluster): MemoryCluster => ({
  topic,
  memories: memories.filter((memory) => !isLasting(memory)),
});
const isCluster = ({ memories }: MemoryCluster): boolean => memories.length >= clusterSize;
const isLasting = ({ tags, type }: Memory): boolean =>
  lasting.has(type) || tags.some((mark) => lasting.has(mark));

type Base = Pick<Consolidation, 'action' | 'horizon' | 'dryRun'> & typeof nothing;

async function archive(
  base: Base,
  { clusters, old }: { readonly clusters: readonly MemoryCluster[]; readonly old: readonly Memory[] },
  state: MemoryState,
  { now, slices }: { readonly now: number; readonly slices: TimeSlices },
) {
  const compressed = new Set(clusters.flatMap(({ memories }) => memories));
  const isForgotten = (memory: Memory): boolean => !isLasting(memory) && !compressed.has(memory);
  const forgotten = await filterInSlices(old, isForgotten, slices);
  const gone = [...compressed, ...forgotten];
  const run = gone.length > 0 ? nextRun(state, now) : undefined;
  const summaries = run === undefined ? [] : clusters.map((cluster) => summaryOf(cluster, run, now));
  const archived: Memory[] = [];
  for (const memory of gone) {
    archived.push({ ...memory, ...defined({ archived: run }) });
    if (slices.isOver) await slices.pause();
  }
  const changed = base.dryRun ? [] : [...summaries, ...archived];
  const records = changed.map((memory) => state.put(memory, now));
  return { report: { ...base, run, clusters, summaries, archived }, records };
}

/** Lists the beginnings of a cluster's memories, oldest first. */
function summaryOf({ topic, memories }: MemoryCluster, run: string, now: number): Memory {
  const [first, last] = [memories.at(-1), memories[0]].map((memory) =>
    isoTime(memory?.createdAt ?? now).slice(0, 10),
  );
  const lines = [...memories].reverse().map(({ content }) => `- ${safePreview(content, summaryChars)}`);
  const content = [
    `${memories.length} memories about ${topic.join(', ')}, ${first ?? ''} to ${last ?? ''}:`,
    ...lines,
  ];
  return makeMemory(
    {
      content: content.join('\n'),
      tags: memories.flatMap(({ tags }) => tags),
      type: summaryType,
      metadata: { consolidation: { run, sources: memories.map(({ hash }) => hash) } },
    },
    now,
  );
}

function undo(base: Base, state: MemoryState, now: number) {
  const { run, summaries, archived } = runOf(state, newestRun(state));
  const back = archived.map(unarchived);
  // A summary that a person has changed stays.
  const untouched = summaries.filter(({ createdAt, updatedAt }) => createdAt === updatedAt);
  const records = [
    ...back.map((memory) => state.put(memory, now)),
    ...untouched.map(({ hash }) => state.delete(hash, now)),
  ];
  return {
    report: { ...base, run, summaries: untouched, archived: back },
    records: base.dryRun ? [] : records,
  };
}

/** The memories that a consolidation archived and created, as far as they remain. */
function runOf(state: MemoryState, run: string | undefined) {
  const memories = run === undefined ? [] : [...state.memories.values()];
  return {
    run,
    summaries: memories.filter((memory) => runIn(memory) === run).sort(newestFirst),
    archived: memories.filter((memory) => memory.archived === run).sort(newestFirst),
  };
}

function newestRun(state: MemoryState): string | undefined {
  let newest: string | undefined;
  for (const { archived } of state.memories.values())
    if (archived !== undefined && (newest === undefined || archived > newest)) newest = archived;
  return newest;
}

/** A time later than that of all previous consolidations. */
function nextRun(state: MemoryState, now: number): string {
  const newest = newestRun(state);
  const after = newest === undefined ? NaN : Date.parse(newest) + 1;
  return isoTime(Number.isNaN(after) ? now : Math.max(now, after));
}

function runIn({ metadata }: Memory): string | undefined {
  const { consolidation } = metadata;
  return isObject(consolidation) && typeof consolidation.run === 'string' ? consolidation.run : undefined;
}
