import { byStretch, handful, type Stretch } from '../tree/stretches.ts';

/** Sort orders of dialogs. */
export const dialogSorts = ['activity', 'name', 'size'] as const;
export type DialogSort = (typeof dialogSorts)[number];

/** Filters of dialogs; all given ones must match. */
export interface DialogFilter {
  /** Words in the name or a tag, ignoring case; empty for all. */
  readonly text: string;
  readonly tag?: string;
  /** Id of an agent that wrote in it. */
  readonly agent?: string;
  /** Only dialogs that should be compacted. */
  readonly due?: boolean;
}

/** What the tree of dialogs shows. */
export interface ShownDialogs {
  readonly sort: DialogSort;
  readonly filter: DialogFilter;
}

export const noFilter: DialogFilter = { text: '' };

export const isFiltering = ({ text, tag, agent, due }: DialogFilter): boolean =>
  text !== '' || tag !== undefined || agent !== undefined || due === true;

/** Reports whether counts are needed to filter and sort. */
export const needsCounts = ({ sort, filter }: ShownDialogs): boolean =>
  sort === 'size' || filter.due === true;

/** What is known of a dialog. Times in milliseconds. */
export interface OrderedDialog {
  readonly name: string;
  readonly activeAt: number;
  readonly pinned: boolean;
  readonly archived: boolean;
  readonly tags: readonly string[];
  /** Absent if not counted. */
  readonly bytes?: number;
  readonly due?: boolean;
  /** Agents that wrote in it; absent if not determined. */
  readonly agents?: readonly string[];
}

/** A group of dialogs, in order. */
export interface DialogGroup {
  readonly group: 'pinned' | 'all' | Stretch;
  readonly names: readonly string[];
}

/** The dialogs as the tree shows them. */
export interface ArrangedDialogs {
  /** A single one with all dialogs if they are few, filtered, or not sorted by time. */
  readonly groups: readonly DialogGroup[];
  readonly archived: readonly string[];
  /** Number of dialogs that match the filter, and of all. */
  readonly shown: number;
  readonly total: number;
}

/** Filters, sorts and groups dialogs. Many dialogs sorted by time are grouped by it, unless they were filtered for. */
export function arrangeDialogs(
  all: readonly OrderedDialog[],
  shown: ShownDialogs,
  now: number,
): ArrangedDialogs {
  const matching = all.filter((facts) => matches(facts, shown.filter)).sort(orders[shown.sort]);
  const present = matching.filter(({ archived }) => !archived);
  const counts = { shown: matching.length, total: all.length };
  const archived = namesOf(matching.filter((facts) => facts.archived));
  return { groups: groupsOf(present, shown, now), archived, ...counts };
}

function groupsOf(
  present: readonly OrderedDialog[],
  { sort, filter }: ShownDialogs,
  now: number,
): readonly DialogGroup[] {
  const pinned = present.filter((facts) => facts.pinned);
  const others = present.filter((facts) => !facts.pinned);
  if (sort !== 'activity' || present.length <= handful || isFiltering(filter))
    return [{ group: 'all', names: namesOf([...pinned, ...others]) }];
  const groups = byStretch(others, ({ activeAt }) => activeAt, now, 'week').map(
    ({ stretch, items }): DialogGroup => ({ group: stretch, names: namesOf(items) }),
  );
  return pinned.length > 0 ? [{ group: 'pinned', names: namesOf(pinned) }, ...groups] : groups;
}

const namesOf = (all: readonly OrderedDialog[]): readonly string[] => all.map(({ name }) => name);

type Order = (a: OrderedDialog, b: OrderedDialog) => number;

const names = new Intl.Collator(undefined, { numeric: true });
const byName: Order = (a, b) => names.compare(a.name, b.name) || (a.name < b.name ? -1 : 1);

const orders: Readonly<Record<DialogSort, Order>> = {
  activity: (a, b) => b.activeAt - a.activeAt || byName(a, b),
  name: byName,
  size: (a, b) => (b.bytes ?? 0) - (a.bytes ?? 0) || byName(a, b),
};

function matches(facts: OrderedDialog, { text, tag, agent, due }: DialogFilter): boolean {
  const { name, tags, agents = [] } = facts;
  const where = [name, ...tags].join('\n').toLowerCase();
  return (
    wordsOf(text).every((word) => where.includes(word)) &&
    (tag === undefined || tags.includes(tag)) &&
    (agent === undefined || agents.includes(agent)) &&
    (due !== true || facts.due === true)
  );
}

const wordsOf = (text: string): readonly string[] => text.toLowerCase().split(/\s+/).filter(Boolean);
