import { commands, env, l10n, window, EventEmitter } from 'vscode';
import {
  parseInsightPaneAction,
  parseInsightPaneMemory,
  type InsightCommand,
  type InsightPaneAction,
  type InsightPaneContent,
  type InsightFilter,
} from '../../protocol/insightPane.ts';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import type { Clock } from '../../disk/base/context.ts';
import type { InsightReport, Holdings, InsightQuery } from '../../insight/usage/types.ts';
import { pick } from '../base/pick.ts';
import { openLink } from '../panes/paneLinks.ts';
import type { Pane, PaneParts } from '../panes/pane.ts';
import { definePaneKind, type WindowServices } from '../panes/panes.ts';
import type { ShowOptions } from '../panes/showing.ts';
import { insightFailure, insightPaneState, type InsightTarget, isAgent } from './insightPaneState.ts';
import { defined } from '../../disk/base/core.ts';
import { Disposable } from '../base/disposable.ts';
import type { Project } from '../base/project.ts';
import { prices } from '../base/settings.ts';

type InsightAction = OwnAction<InsightPaneAction>;

/** What insight panes require. */
export interface InsightServices extends WindowServices {
  readonly clock: Clock;
}

/** An editor tab that shows what agents did in a project and what it cost. */
export type InsightPane = Pane<InsightTarget, InsightPaneContent, InsightAction>;

type Parts = PaneParts<InsightTarget, InsightPaneContent, InsightAction, ShowOptions>;

/** `cache` holds what the window showed last. */
function insightParts(pane: InsightPane, clock: Clock, cache: ShownFigures): Parts {
  const { project } = pane.target;
  let { filter } = pane.target;
  const figures = pane.register(new Figures(project, cache));
  pane.register(figures.onDidChange(() => pane.page.update()));
  const read = () => void figures.read(filter, clock.now());
  return {
    begin: () => {
      if (figures.report === undefined) read();
    },
    read: () => {
      const target = { project, filter };
      const { report, holdings, problem } = figures;
      const content =
        problem === undefined
          ? report && insightPaneState(target, report, holdings)
          : insightFailure(target, problem);
      return Promise.resolve(content && { content });
    },
    // The user wants the current state.
    show: () => {
      if (figures.report) read();
    },
    // Updates on request, not with every message; settings may have changed the prices.
    changed: (folders) => {
      if (folders === undefined && pane.page.isListening) read();
    },
    run: async (action) => {
      const folder = project.root;
      switch (action.type) {
        case 'filter':
          filter = action.filter;
          read();
          return;
        case 'openSession':
          return open({ folder, reference: `history://sessions/${encodeURIComponent(action.session)}` });
        case 'openSessions':
          return openSessions(action.sessions, figures.report, folder);
        case 'openDialog':
          return open({ folder, reference: `history://dialogs/${encodeURIComponent(action.dialog)}` });
        case 'openFile':
          return openLink(action.path, folder);
        case 'command':
          return runCommand(action.command, figures.report, read);
      }
    },
  };
}

/** Lets the person choose if a figure comes from several sessions. */
async function openSessions(
  ids: readonly string[],
  report: InsightReport | undefined,
  folder: string,
): Promise<void> {
  const rows = report?.usage.sessions ?? [];
  const items = ids.map((session) => ({
    label: rows.find(({ key }) => key === session)?.title ?? session,
    session,
  }));
  const [only, ...others] = items;
  const chosen =
    others.length === 0 ? only : await pick(items, l10n.t('Sessions'), l10n.t('Choose a session'));
  if (chosen) await open({ folder, reference: `history://sessions/${encodeURIComponent(chosen.session)}` });
}

async function runCommand(
  command: InsightCommand,
  report: InsightReport | undefined,
  read: () => void,
): Promise<void> {
  switch (command) {
    case 'refresh':
      read();
      return;
    case 'openPrices':
      return commands.executeCommand('workbench.action.openSettings', 'historyStore.prices');
    case 'copyJson':
      await env.clipboard.writeText(JSON.stringify(report ?? {}, undefined, 2));
      window.setStatusBarMessage(`$(check) ${l10n.t('Figures copied')}`, 3_000);
  }
}

const open = (place: { readonly folder: string; readonly reference: string }): Thenable<void> =>
  commands.executeCommand('historyStore.openReference', place);

/** The panes of insight. */
export const insightPanes = definePaneKind((services: InsightServices) => {
  const cache = new ShownFigures();
  return {
    name: 'insight',
    title: () => l10n.t('Insight'),
    setting: 'historyStore.prices',
    isSame: (a: InsightTarget, b: InsightTarget) => a.project === b.project,
    remembered: (state: unknown) => {
      const known = parseInsightPaneMemory(state);
      const project = known && services.projects.find(known.folder);
      return project && { project, filter: known.filter };
    },
    parse: parseInsightPaneAction,
    parts: (pane: InsightPane) => insightParts(pane, services.clock, cache),
  };
});

const day = 24 * 60 * 60 * 1_000;

/** What a window last showed of a project. */
interface Shown {
  readonly report: InsightReport;
  readonly holdings: Holdings | undefined;
}

/** Maximum number of filters cached per project, most recently used. */
const mostShown = 10;

/** Caches what this window last showed, by project and filter, for panes that open again. */
class ShownFigures {
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
class Figures extends Disposable {
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
