import type { Clock } from '../../disk/base/context.ts';
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

/** The arrangement of each project's dialogs, and as last drawn in the tree. */
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

  /** Changes sorting or filter. */
  show(shown: Partial<ShownDialogs>): void {
    this.#shown = { ...this.#shown, ...shown };
  }

  /** Number of dialogs that matched the filter, and of all, when last drawn. */
  get counts(): Counts {
    const all = [...this.#drawn.values()];
    const sum = (of: keyof Counts) => all.reduce((before, each) => before + each[of], 0);
    return { shown: sum('shown'), total: sum('total') };
  }

  /** Arranges the dialogs, reading only what that requires. */
  async arrange(cache: DialogCache): Promise<ArrangedDialogs> {
    const infos = await cache.list();
    if (needsCounts(this.#shown)) await cache.countAll();
    if (this.#shown.filter.agent !== undefined) await cache.findAgents();
    const facts = infos.map((info) => cache.facts(info));
    return arrangeDialogs(facts, this.#shown, this.#clock.now());
  }

  /** Arranges the dialogs and records the result as drawn. */
  async draw(project: Project, cache: DialogCache): Promise<ArrangedDialogs> {
    const arranged = await this.arrange(cache);
    const { shown, total } = arranged;
    this.#drawn.set(project, { shown, total, order: orderOf(cache, arranged) });
    return arranged;
  }

  /** Reports whether rows or their order would differ from those last drawn, or none were drawn. */
  async isOther(project: Project, cache: DialogCache): Promise<boolean> {
    const drawn = this.#drawn.get(project);
    const arranged = drawn && (await this.arrange(cache).catch(() => undefined));
    return arranged === undefined || orderOf(cache, arranged) !== drawn?.order;
  }

  /** Forgets what was drawn. */
  forget(): void {
    this.#drawn.clear();
  }
}

const orderOf = ({ active }: DialogCache, { groups, archived }: ArrangedDialogs): string =>
  JSON.stringify([active, groups, archived]);
