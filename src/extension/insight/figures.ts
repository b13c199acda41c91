import { EventEmitter } from 'vscode';
import type { InsightFilter } from '../../protocol/insightPane.ts';
import { defined } from '../../disk/base/core.ts';
import type { Holdings, InsightQuery, InsightReport } from '../../insight/usage/types.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project } from '../base/project.ts';
import { prices } from '../base/settings.ts';
import { isAgent } from './insightPaneState.ts';

const day = 24 * 60 * 60 * 1_000;

/** What a window last showed of a project. */
interface Shown {
  readonly report: InsightReport;
  readonly holdings: Holdings | undefined;
}

/** Maximum number of filters cached per project, most recently used. */
const mostShown = 10;

/** Caches what this window last showed, by project and filter, for panes that open again. */
export class ShownFigures {
  readonly #shown = new WeakMap<Project, Map<string, Shown>>();

  of(project: Project, filter: InsightFilter): Shown | undefined {
    return this.#shown.get(project)?.get(JSON.stringify(filter));
  }

  keep(project: Project, filter: InsightFilter, shown: Shown): void {
    const known = this.#shown.get(project) ?? new Map<string, Shown>();
    this.#shown.set(project, known);
    const key = JSON.stringify(filter);
    known.delete(key);
    known.set(key, shown);
    const [oldest] = known.keys();
    if (known.size > mostShown && oldest !== undefined) known.delete(oldest);
  }
}

/** The figures of a project known so far, while the rest is being read. */
export class Figures extends Disposable {
  readonly #project: Project;
  readonly #shown: ShownFigures;
  readonly #changed = this._register(new EventEmitter<void>());
  readonly onDidChange = this.#changed.event;
  #reading = new AbortController();
  report: InsightReport | undefined;
  holdings: Holdings | undefined;
  /** Why figures are missing. */
  problem: unknown;

  constructor(project: Project, shown: ShownFigures) {
    super();
    this.#project = project;
    this.#shown = shown;
  }

  /** Reads the figures of a filter, keeping the previous ones until the first are known. `now` in milliseconds. */
  async read(filter: InsightFilter, now: number): Promise<void> {
    this.#reading.abort();
    const reading = new AbortController();
    this.#reading = reading;
    const { insight, workspace } = this.#project;
    this.#recall(filter);
    try {
      this.problem = undefined;
      const query = queryOf(filter, now);
      for await (const report of insight.report(workspace, query, reading.signal)) {
        if (reading.signal.aborted) return;
        this.report = report;
        this.#changed.fire();
      }
      const holdings = await insight.holdings();
      if (reading.signal.aborted) return;
      this.holdings = holdings;
      if (this.report) this.#shown.keep(this.#project, filter, { report: this.report, holdings });
    } catch (error) {
      if (reading.signal.aborted) return;
      this.problem = error;
    }
    this.#changed.fire();
  }

  #recall(filter: InsightFilter): void {
    const shown = this.#shown.of(this.#project, filter);
    if (!shown) return;
    this.report = shown.report;
    this.holdings = shown.holdings;
    this.#changed.fire();
  }

  override dispose(): void {
    this.#reading.abort();
    super.dispose();
  }
}

/** Returns a day from one local midnight to the next. */
function spanOf(date: string): { readonly since: number; readonly until: number } {
  const begin = new Date(`${date}T00:00:00`);
  const end = new Date(begin);
  end.setDate(end.getDate() + 1);
  return { since: begin.getTime(), until: end.getTime() };
}

function queryOf({ days, agent, day: only, ...rest }: InsightFilter, now: number): InsightQuery {
  const own = prices();
  return {
    ...defined({
      ...(only === undefined ? { since: days === 0 ? undefined : now - days * day } : spanOf(only)),
      agent: isAgent(agent) ? agent : undefined,
      ...rest,
    }),
    ...(Object.keys(own).length > 0 && { prices: own }),
  };
}
