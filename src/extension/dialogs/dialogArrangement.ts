import type { Clock } from '../../store/base/context.ts';
import type { Project } from '../base/project.ts';
import type { DialogCache } from './dialogCache.ts';
import {
  arrangeDialogs,
  needsCounts,
  noFilter,
  type ArrangedDialogs,
  type ShownDialogs,
} from './dialogOrder.ts';

type Counts = Pick<ArrangedDialogs, 'shown' | 'total'>;

/** How the dialogs of each project are arranged, and how they were when the tree drew them last. */
export class DialogArrangement {
  readonly #clock: Clock;
  readonly #drawn = new Map<Project, Counts & { readonly order: string }>();
  #shown: ShownDialogs = { sort: 'activity', filter: noFilter };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get shown(): ShownDialogs {
    return this.#shown;
  }

  /** Sorts or filters from now on. */
  show(shown: Partial<ShownDialogs>): void {
    this.#shown = { ...this.#shown, ...shown };
  }

  /** How many dialogs match the filter and how many there are, as they were drawn last. */
  get counts(): Counts {
    const all = [...this.#drawn.values()];
    const sum = (of: keyof Counts) => all.reduce((before, each) => before + each[of], 0);
    return { shown: sum('shown'), total: sum('total') };
  }

  /** The dialogs as they are to be shown now. Reads of them no more than that takes. */
  async arrange(cache: DialogCache): Promise<ArrangedDialogs> {
    const infos = await cache.list();
    if (needsCounts(this.#shown)) await cache.countAll();
    if (this.#shown.filter.agent !== undefined) await cache.findAgents();
    const facts = infos.map((info) => cache.facts(info));
    return arrangeDialogs(facts, this.#shown, this.#clock.now());
  }

  /** The same, which is drawn now. */
  async draw(project: Project, cache: DialogCache): Promise<ArrangedDialogs> {
    const arranged = await this.arrange(cache);
    const { shown, total } = arranged;
    this.#drawn.set(project, { shown, total, order: orderOf(cache, arranged) });
    return arranged;
  }

  /** Whether rows would be others, or in another order, than when they were drawn; so it is where they were not drawn. */
  async isOther(project: Project, cache: DialogCache): Promise<boolean> {
    const drawn = this.#drawn.get(project);
    const arranged = drawn && (await this.arrange(cache).catch(() => undefined));
    return arranged === undefined || orderOf(cache, arranged) !== drawn?.order;
  }

  /** Nothing is drawn. */
  forget(): void {
    this.#drawn.clear();
  }
}

const orderOf = ({ active }: DialogCache, { groups, archived }: ArrangedDialogs): string =>
  JSON.stringify([active, groups, archived]);
