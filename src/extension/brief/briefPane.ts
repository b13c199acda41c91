import { defined } from '../../store/base/core.ts';
import { commands, l10n, workspace, type WebviewPanel } from 'vscode';
import {
  parseBriefPaneAction,
  parseBriefPaneMemory,
  type BriefCommand,
  type BriefPaneAction,
  type BriefPaneContent,
  type StatementChoice,
} from '../../protocol/briefPane.ts';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import { statementKey } from '../../store/brief/identity.ts';
import { briefSettings } from '../../store/brief/settings.ts';
import type { BriefChoice, ChosenStatement } from '../../store/brief/types.ts';
import { Disposable } from '../base/disposable.ts';
import { firstLine, logError, offerUndo } from '../base/notices.ts';
import type { Project, ProjectChange } from '../base/project.ts';
import type { Projects } from '../base/projects.ts';
import { PanePage, type PaneServices } from '../panes/panePage.ts';
import { Panes, type Pane } from '../panes/panes.ts';
import type { ShowOptions } from '../panes/showing.ts';
import type { WindowSessions } from '../sessions/sessionLists.ts';
import type { SessionWatch } from '../sessions/sessionWatch.ts';
import {
  briefFailure,
  briefPaneState,
  keyOfItem,
  readBrief,
  type ReadBrief,
  type ShownBrief,
} from './briefPaneState.ts';
import { briefTargetOf, type BriefTarget } from './briefTarget.ts';

type BriefAction = OwnAction<BriefPaneAction>;

/** What panes of briefs work with. */
export interface BriefServices extends PaneServices {
  readonly lists: Pick<WindowSessions, 'of' | 'onDidChange'>;
  readonly watch: Pick<SessionWatch, 'begin' | 'end'>;
  /** Asks for a session; its id. Throws `CancellationError` when the person leaves. */
  readonly askSession: (project: Project) => Promise<string>;
}

/** One editor tab that shows what agents of a project receive at start. */
export class BriefPane extends Disposable implements Pane<BriefTarget> {
  readonly page: PanePage<BriefAction, BriefPaneContent>;
  readonly #panel: WebviewPanel;
  readonly #services: BriefServices;
  #shown: ShownBrief;
  #read: ReadBrief | undefined;

  constructor(panel: WebviewPanel, target: BriefTarget, services: BriefServices) {
    super();
    this.#panel = panel;
    this.#services = services;
    this.#shown = { purpose: 'start', ...target };
    const page = new PanePage<BriefAction, BriefPaneContent>(panel, services, {
      name: 'brief',
      root: () => this.#shown.project.root,
      parse: parseBriefPaneAction,
      send: () => this.#send(),
      run: (action) => this.#run(action),
    });
    this.page = this._register(page);
    this._register(services.lists.onDidChange(() => page.update()));
    // What agents write is watched only while somebody sees it.
    const follow = (): void => (panel.visible ? services.watch.begin(this) : services.watch.end(this));
    this._register(panel.onDidChangeViewState(follow));
    this._register({ dispose: () => services.watch.end(this) });
    follow();
  }

  get target(): BriefTarget {
    return this.#shown;
  }

  show({ purpose, session }: BriefTarget, { preserveFocus = false }: ShowOptions = {}): void {
    this.#panel.reveal(undefined, preserveFocus);
    if (purpose === undefined) return;
    this.#follow({ purpose, ...defined({ session }) });
  }

  update({ project }: ProjectChange): void {
    if (project === this.#shown.project) this.page.update();
  }

  #follow(shown: Omit<ShownBrief, 'project'>): void {
    this.#shown = { project: this.#shown.project, ...shown };
    this.page.update();
  }

  async #send(): Promise<void> {
    const shown = this.#shown;
    const content = await this.#content(shown).catch((error: unknown) => {
      logError(error, this.#services.log);
      return briefFailure(shown, error);
    });
    if (shown === this.#shown) await this.page.post(content); // else what is asked for now comes next
  }

  async #content(shown: ShownBrief): Promise<BriefPaneContent> {
    const { folder: history } = shown.project;
    const counting = briefSettings({ history, env: process.env, log: this.#services.log });
    const sessions = await this.#services.lists.of(shown.project).sessions();
    this.#read = await readBrief(shown, counting, sessions);
    return briefPaneState(shown, counting, this.#read);
  }

  async #run(action: BriefAction): Promise<void> {
    const { purpose, session } = this.#shown;
    const same = { purpose, ...defined({ session }) };
    switch (action.type) {
      case 'purpose':
        this.#follow({ ...same, purpose: action.purpose });
        return;
      case 'showGiven':
        this.#follow({ ...same, ...defined({ given: action.id }) });
        return;
      case 'choose':
        return this.#choose(action.key, action.choice);
      case 'command':
        return this.#command(action.command);
    }
  }

  async #command(command: BriefCommand): Promise<void> {
    if (command === 'openSettings')
      return commands.executeCommand('workbench.action.openSettings', 'historyStore.brief');
    const session = await this.#services.askSession(this.#shown.project);
    this.#follow({ purpose: 'afterCompaction', session });
  }

  async #choose(key: string, choice: StatementChoice): Promise<void> {
    const statement = this.#statement(key);
    if (!statement || !workspace.isTrusted) return;
    const { brief } = this.#shown.project;
    const wanted: BriefChoice | undefined = choice === 'none' ? undefined : { kind: choice };
    const before = await brief.choose(statement, wanted);
    const undo = (): Promise<unknown> => brief.choose(statement, before);
    offerUndo(doneText(choice, before, firstLine(statement.text)), undo, this.#services.onError);
  }

  /** Only what the pane was sent can be chosen. */
  #statement(key: string): ChosenStatement | undefined {
    if (!this.#read) return undefined;
    const { brief, choices } = this.#read;
    const item = [...brief.items, ...brief.left].find((one) => keyOfItem(one) === key);
    if (item) return { ...item, text: item.whole };
    return [...choices.pinned, ...choices.never].find((one) => statementKey(one) === key);
  }
}

function doneText(choice: StatementChoice, before: BriefChoice | undefined, text: string): string {
  if (choice === 'pinned') return l10n.t('Agents always receive “{0}”.', text);
  if (choice === 'never') return l10n.t('Agents no longer receive “{0}”.', text);
  return before?.kind === 'never'
    ? l10n.t('Agents may receive “{0}” again.', text)
    : l10n.t('“{0}” is no longer pinned.', text);
}

/** The open panes of briefs. */
export class BriefPanes extends Panes<BriefTarget, BriefPane> {
  constructor(projects: Projects, services: BriefServices) {
    super(projects, {
      name: 'brief',
      extension: services.extension,
      create: (panel, target) => new BriefPane(panel, target, services),
      title: () => l10n.t('What Agents Receive at Start'),
      isSame: (a, b) => a.project === b.project,
      remembered: (state) => briefTargetOf(parseBriefPaneMemory(state), projects),
    });
  }
}
