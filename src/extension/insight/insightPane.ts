import { commands, env, l10n, window } from 'vscode';
import {
  parseInsightPaneAction,
  parseInsightPaneMemory,
  type InsightCommand,
  type InsightPaneAction,
  type InsightPaneContent,
} from '../../protocol/insightPane.ts';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import type { Clock } from '../../disk/base/context.ts';
import type { InsightReport } from '../../insight/usage/types.ts';
import { pick } from '../base/pick.ts';
import { openLink } from '../panes/paneLinks.ts';
import type { Pane, PaneParts } from '../panes/pane.ts';
import { definePaneKind, type WindowServices } from '../panes/panes.ts';
import type { ShowOptions } from '../panes/showing.ts';
import { Figures, ShownFigures } from './figures.ts';
import { insightFailure, insightPaneState, type InsightTarget } from './insightPaneState.ts';

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
