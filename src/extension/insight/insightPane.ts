import { commands, env, l10n, window, workspace, type WebviewPanel } from 'vscode';
import {
  parseInsightPaneAction,
  parseInsightPaneMemory,
  type InsightCommand,
  type InsightPaneAction,
  type InsightPaneContent,
} from '../../protocol/insightPane.ts';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import type { Clock } from '../../store/base/context.ts';
import { Disposable } from '../base/disposable.ts';
import { pick } from '../base/pick.ts';
import type { ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { openLink } from '../panes/paneLinks.ts';
import { PanePage, type PaneServices } from '../panes/panePage.ts';
import { Panes, type Pane } from '../panes/panes.ts';
import type { ShowOptions } from '../panes/showing.ts';
import { Figures, ShownFigures } from './figures.ts';
import { insightFailure, insightPaneState } from './insightPaneState.ts';
import type { InsightTarget } from './insightTarget.ts';

type InsightAction = OwnAction<InsightPaneAction>;

/** What insight panes work with. */
export interface InsightServices extends PaneServices {
  readonly clock: Clock;
}

/** The same with what the window remembers. */
interface InsightPaneParts extends InsightServices {
  readonly shown: ShownFigures;
}

/** One editor tab that shows what agents did in a project, and what it cost. */
export class InsightPane extends Disposable implements Pane<InsightTarget> {
  readonly page: PanePage<InsightAction, InsightPaneContent>;
  readonly figures: Figures;
  readonly #panel: WebviewPanel;
  readonly #clock: Clock;
  #target: InsightTarget;

  constructor(panel: WebviewPanel, target: InsightTarget, services: InsightPaneParts) {
    super();
    this.#panel = panel;
    this.#target = target;
    this.#clock = services.clock;
    this.figures = this._register(new Figures(target.project, services.shown));
    const page = new PanePage<InsightAction, InsightPaneContent>(panel, services, {
      name: 'insight',
      root: () => target.project.root,
      parse: parseInsightPaneAction,
      begin: () => {
        if (this.figures.report === undefined) this.#read();
      },
      send: () => this.#send(),
      run: (action) => this.#run(action),
    });
    this.page = this._register(page);
    this._register(this.figures.onDidChange(() => page.update()));
  }

  get target(): InsightTarget {
    return this.#target;
  }

  /** Brings it to the front; whoever asks for it again wants to know how things are now. */
  show(_target: InsightTarget, { preserveFocus = false }: ShowOptions = {}): void {
    this.#panel.reveal(undefined, preserveFocus);
    if (this.figures.report) this.#read();
  }

  /** Figures are read when somebody asks for them, not with every message; settings may have changed the prices. */
  update({ folders }: ProjectChange): void {
    if (folders === undefined && this.page.isListening) this.#read();
  }

  #read(): void {
    void this.figures.read(this.#target.filter, this.#clock.now());
  }

  async #send(): Promise<void> {
    const { report, holdings, problem } = this.figures;
    if (problem !== undefined) await this.page.post(insightFailure(this.#target, problem));
    else if (report) await this.page.post(insightPaneState(this.#target, report, holdings));
  }

  async #run(action: InsightAction): Promise<void> {
    const { project } = this.#target;
    const folder = project.root;
    switch (action.type) {
      case 'filter':
        this.#target = { project, filter: action.filter };
        this.#read();
        return;
      case 'openSession':
        return open({ folder, reference: `history://sessions/${encodeURIComponent(action.session)}` });
      case 'openSessions':
        return this.#openSessions(action.sessions);
      case 'openDialog':
        return open({ folder, reference: `history://dialogs/${encodeURIComponent(action.dialog)}` });
      case 'openFile':
        return openLink(action.path, folder);
      case 'command':
        return this.#command(action.command);
    }
  }

  /** Lets the person choose where a figure is of several sessions. */
  async #openSessions(ids: readonly string[]): Promise<void> {
    const rows = this.figures.report?.usage.sessions ?? [];
    const items = ids.map((session) => ({
      label: rows.find(({ key }) => key === session)?.title ?? session,
      session,
    }));
    const [only, ...others] = items;
    const chosen =
      others.length === 0 ? only : await pick(items, l10n.t('Sessions'), l10n.t('Choose a session'));
    const folder = this.#target.project.root;
    if (chosen) await open({ folder, reference: `history://sessions/${encodeURIComponent(chosen.session)}` });
  }

  async #command(command: InsightCommand): Promise<void> {
    switch (command) {
      case 'refresh':
        this.#read();
        return;
      case 'openPrices':
        return commands.executeCommand('workbench.action.openSettings', 'historyStore.prices');
      case 'copyJson':
        await env.clipboard.writeText(JSON.stringify(this.figures.report ?? {}, undefined, 2));
        window.setStatusBarMessage(`$(check) ${l10n.t('Figures copied')}`, 3_000);
    }
  }
}

const open = (place: { readonly folder: string; readonly reference: string }): Thenable<void> =>
  commands.executeCommand('historyStore.openReference', place);

/** The open insight panes. */
export class InsightPanes extends Panes<InsightTarget, InsightPane> {
  constructor(projects: Projects, services: InsightServices) {
    const shown = new ShownFigures();
    super(projects, {
      name: 'insight',
      extension: services.extension,
      create: (panel, target) => new InsightPane(panel, target, { ...services, shown }),
      title: () => l10n.t('Insight'),
      isSame: (a, b) => a.project === b.project,
      remembered: (state) => {
        const known = parseInsightPaneMemory(state);
        const project = known && projects.find(known.folder);
        return project && { project, filter: known.filter };
      },
    });
    this._register(
      workspace.onDidChangeConfiguration((event) => {
        if (!event.affectsConfiguration('historyStore.prices')) return;
        for (const pane of this.all) pane.update({ project: pane.target.project, folders: undefined });
      }),
    );
  }
}
