import { env, l10n } from 'vscode';
import { tagCounts } from '../../history/memory/analysis.ts';
import type { Memory, MemoryFilter } from '../../history/memory/types.ts';
import type { Arrangement } from './memoryNodes.ts';
import { grouped } from '../base/grouped.ts';
import { startOfDay } from '../base/notices.ts';
import { typeName } from './memoryTypes.ts';

/** Memories with something in common, newest first. */
export interface MemoryGroup {
  readonly name: string;
  readonly memories: readonly Memory[];
  readonly filter: MemoryFilter | undefined;
}

/** Groups memories, given newest first, by the chosen property. A memory with several tags is in several groups. */
export function memoryGroups(
  memories: readonly Memory[],
  by: Arrangement,
  now: number,
): readonly MemoryGroup[] {
  switch (by) {
    case 'tag':
      return byTag(memories);
    case 'type':
      return byType(memories);
    case 'time':
      return byTime(memories, now);
  }
}

/** Groups by tag, most frequent first, memories without tags last. */
function byTag(memories: readonly Memory[]): MemoryGroup[] {
  const holders = grouped(memories, ({ tags }) => tags);
  const groups = tagCounts(memories).map(({ tag }) => ({
    name: tag,
    memories: holders.get(tag) ?? [],
    filter: { tags: [tag] },
  }));
  const untagged = memories.filter(({ tags }) => tags.length === 0);
  return untagged.length === 0 ? groups : [...groups, { name: '', memories: untagged, filter: undefined }];
}

function byType(memories: readonly Memory[]): MemoryGroup[] {
  return [...grouped(memories, ({ type }) => [type])]
    .map(([type, own]) => ({ name: typeName(type), memories: own, filter: { type } }))
    .sort((a, b) => b.memories.length - a.memories.length || (a.name < b.name ? -1 : 1));
}

/** Groups by periods that grow with their distance: today, yesterday, the week before, then months. */
function byTime(memories: readonly Memory[], now: number): MemoryGroup[] {
  const start = startOfDay(now);
  const near = [
    { name: l10n.t('Today'), from: start, to: Infinity },
    { name: l10n.t('Yesterday'), from: startOfDay(now, 1), to: start },
    { name: l10n.t('Previous 7 Days'), from: startOfDay(now, 8), to: startOfDay(now, 1) },
  ];
  const older = memories.filter(({ createdAt }) => createdAt < startOfDay(now, 8));
  const stretches = [...near, ...monthsOf(older, startOfDay(now, 8))];
  return stretches.flatMap(({ name, from, to }) => {
    const own = memories.filter(({ createdAt }) => createdAt >= from && createdAt < to);
    const filter = { from, ...(to !== Infinity && { to }) };
    return own.length > 0 ? [{ name, memories: own, filter }] : [];
  });
}

/** Returns months with memories, newest first; the newest ends where more recent periods start. */
function monthsOf(memories: readonly Memory[], end: number) {
  const format = new Intl.DateTimeFormat(env.language, { year: 'numeric', month: 'long' });
  const starts = new Set(memories.map(({ createdAt }) => startOfMonth(createdAt, 0)));
  return [...starts].map((from) => ({
    name: format.format(from),
    from,
    to: Math.min(startOfMonth(from, 1), end),
  }));
}

function startOfMonth(time: number, monthsAfter: number): number {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth() + monthsAfter).getTime();
}
