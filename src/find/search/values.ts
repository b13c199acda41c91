import type { TimeSlices } from '../../disk/base/timeSlices.ts';
import type { TextIndex } from './textIndex.ts';
import type { SearchValue, SearchValues } from './types.ts';

/** Returns the filter values in an index, the most frequent first. */
export async function valuesOf(index: TextIndex, slices: TimeSlices): Promise<SearchValues> {
  const [agents, dialogs, tags] = [new Counts(), new Counts(), new Counts()];
  const { columns } = index;
  const ofItems = new Map<number, number>();
  for (let number = 0; number < columns.size; number++) {
    if (columns.removed[number] === 1) continue;
    agents.add(index.agents.name(columns.agents[number] ?? 0), 1);
    const item = columns.items[number] ?? 0;
    ofItems.set(item, (ofItems.get(item) ?? 0) + 1);
    if (number % stride === 0 && slices.isOver) await slices.pause();
  }
  for (const [number, count] of ofItems) {
    const { dialog = '', tags: own = [] } = index.item(number) ?? {};
    dialogs.add(dialog, count);
    for (const tag of own) tags.add(tag, count);
  }
  return { agents: agents.sorted, dialogs: dialogs.sorted, tags: tags.sorted };
}

/** Number of entries processed between two checks of the time. */
const stride = 1_024;

/** Counts names. */
class Counts {
  readonly #counts = new Map<string, number>();

  add(value: string, count: number): void {
    if (value !== '') this.#counts.set(value, (this.#counts.get(value) ?? 0) + count);
  }

  get sorted(): readonly SearchValue[] {
    return [...this.#counts]
      .map(([value, entries]) => ({ value, entries }))
      .sort((a, b) => b.entries - a.entries || a.value.localeCompare(b.value));
  }
}
