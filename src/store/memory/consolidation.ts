import { defined, isObject, isoTime } from '../base/core.ts';
import { topTerms } from './analysis.ts';
import { makeMemory, matches, newestFirst, unarchived } from './memory.ts';
import { type LogRecord } from './records.ts';
import type { MemoryState } from './state.ts';
import type { Consolidation, ConsolidationAction, Horizon, Memory, MemoryCluster } from './types.ts';

const days: Readonly<Record<Horizon, number>> = {
  daily: 1,
  weekly: 7,
  monthly: 30,
  quarterly: 90,
  yearly: 365,
};
const dayMs = 24 * 60 * 60 * 1_000;

/** Two memories are associated when this much of their words is common, but not so much that they say the same. */
const associatedFrom = 0.15;
const sameFrom = 0.7;
const toldAssociations = 50;
/** Memories are about the same when this much of their words is common. */
const clusteredFrom = 0.25;
/** Fewer are no cluster. */
const clusterSize = 3;
/** What a summary takes of each memory. Code points. */
const summaryChars = 200;
const summaryType = 'summary';

/** Memories with one of these as tag or type are never archived. */
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

/** What a consolidation comes to, and the records that make it true; nothing in it depends on chance or a model. */
export function consolidate(
  action: ConsolidationAction,
  state: MemoryState,
  { horizon, dryRun, now }: { readonly horizon: Horizon; readonly dryRun: boolean; readonly now: number },
): { readonly report: Consolidation; readonly records: readonly LogRecord[] } {
  const base = { action, horizon, dryRun, ...nothing };
  const recent = live(state).filter(({ createdAt }) => createdAt >= now - days[horizon] * dayMs);
  const old = live(state).filter(({ updatedAt }) => updatedAt < now - days[horizon] * dayMs);
  switch (action) {
    case 'status':
      return { report: { ...base, ...runOf(state, newestRun(state)) }, records: [] };
    case 'associate':
      return { report: { ...base, associations: associationsIn(recent, state) }, records: [] };
    case 'cluster':
      return { report: { ...base, clusters: clustersIn(recent, state) }, records: [] };
    case 'compress':
      return archive(
        base,
        { clusters: clustersIn(recent, state).map(archivable).filter(isCluster), old: [] },
        state,
        now,
      );
    case 'forget':
      return archive(base, { clusters: [], old }, state, now);
    case 'run':
      return archive(
        base,
        { clusters: clustersIn(recent, state).map(archivable).filter(isCluster), old },
        state,
        now,
      );
    case 'undo':
      return undo(base, state, now);
  }
}

const nothing = { run: undefined, associations: [], clusters: [], summaries: [], archived: [] } as const;

const live = (state: MemoryState): readonly Memory[] =>
  [...state.memories.values()].filter((memory) => matches(memory, {})).sort(newestFirst);

function associationsIn(memories: readonly Memory[], state: MemoryState): Consolidation['associations'] {
  const among = new Set(memories);
  return memories
    .flatMap((memory) =>
      state.near
        .find(memory, associatedFrom, 'subject')
        .filter(
          (other) =>
            among.has(other.memory) && other.similarity < sameFrom && memory.hash < other.memory.hash,
        )
        .map((other) => ({ memories: [memory, other.memory] as const, similarity: other.similarity })),
    )
    .sort((a, b) => b.similarity - a.similarity)
    .slice(0, toldAssociations);
}

/** Groups around the newest memory that no other group has taken. */
function clustersIn(memories: readonly Memory[], state: MemoryState): readonly MemoryCluster[] {
  const open = new Set(memories.filter(({ type }) => type !== summaryType));
  return memories.flatMap((memory) => {
    if (!open.delete(memory)) return [];
    const others = state.near.find(memory, clusteredFrom, 'subject').filter((near) => open.has(near.memory));
    if (others.length + 1 < clusterSize) return [];
    for (const near of others) open.delete(near.memory);
    const members = [memory, ...others.map((near) => near.memory)].sort(newestFirst);
    return [{ topic: topTerms(members, 5).map(({ term }) => term), memories: members }];
  });
}

const archivable = ({ topic, memories }: MemoryCluster): MemoryCluster => ({
  topic,
  memories: memories.filter((memory) => !isLasting(memory)),
});
const isCluster = ({ memories }: MemoryCluster): boolean => memories.length >= clusterSize;
const isLasting = ({ tags, type }: Memory): boolean => [type, ...tags].some((mark) => lasting.has(mark));

type Base = Pick<Consolidation, 'action' | 'horizon' | 'dryRun'> & typeof nothing;

function archive(
  base: Base,
  { clusters, old }: { readonly clusters: readonly MemoryCluster[]; readonly old: readonly Memory[] },
  state: MemoryState,
  now: number,
) {
  const compressed = new Set(clusters.flatMap(({ memories }) => memories));
  const forgotten = old.filter((memory) => !isLasting(memory) && !compressed.has(memory));
  const gone = [...compressed, ...forgotten];
  const run = gone.length > 0 ? nextRun(state, now) : undefined;
  const summaries = run === undefined ? [] : clusters.map((cluster) => summaryOf(cluster, run, now));
  const archived = gone.map((memory) => ({ ...memory, ...defined({ archived: run }) }));
  const records = [...summaries, ...archived].map((memory) => state.put(memory, now));
  return { report: { ...base, run, clusters, summaries, archived }, records: base.dryRun ? [] : records };
}

/** What memories of a cluster begin with, oldest first. */
function summaryOf({ topic, memories }: MemoryCluster, run: string, now: number): Memory {
  const [first, last] = [memories.at(-1), memories[0]].map((memory) =>
    isoTime(memory?.createdAt ?? now).slice(0, 10),
  );
  const lines = [...memories].reverse().map(({ content }) => `- ${beginning(content)}`);
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

function beginning(content: string): string {
  const text = Array.from(content.replaceAll(/\s+/g, ' ').trim());
  return text.length <= summaryChars ? text.join('') : `${text.slice(0, summaryChars).join('')}…`;
}

function undo(base: Base, state: MemoryState, now: number) {
  const { run, summaries, archived } = runOf(state, newestRun(state));
  const back = archived.map(unarchived);
  // What a person has changed since is theirs.
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

/** What a consolidation archived and made, as far as it is still so. */
function runOf(state: MemoryState, run: string | undefined) {
  const memories = [...state.memories.values()].sort(newestFirst);
  return {
    run,
    summaries: memories.filter((memory) => run !== undefined && runIn(memory) === run),
    archived: memories.filter((memory) => run !== undefined && memory.archived === run),
  };
}

const newestRun = (state: MemoryState): string | undefined =>
  [...state.memories.values()]
    .flatMap((memory) => memory.archived ?? [])
    .sort()
    .at(-1);

/** A time that is later than that of any consolidation so far. */
function nextRun(state: MemoryState, now: number): string {
  const newest = newestRun(state);
  const after = newest === undefined ? NaN : Date.parse(newest) + 1;
  return isoTime(Number.isNaN(after) ? now : Math.max(now, after));
}

function runIn({ metadata }: Memory): string | undefined {
  const { consolidation } = metadata;
  return isObject(consolidation) && typeof consolidation.run === 'string' ? consolidation.run : undefined;
}
