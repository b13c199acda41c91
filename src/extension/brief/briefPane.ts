import { defined } from '../../disk/base/core.ts';
import { commands, l10n, workspace } from 'vscode';
import {
  parseBriefPaneAction,
  parseBriefPaneMemory,
  type BriefCommand,
  type BriefPaneAction,
  type BriefPaneContent,
  type StatementChoice,
} from '../../protocol/briefPane.ts';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import { statementKey } from '../../insight/brief/identity.ts';
import { briefSettings } from '../../insight/brief/settings.ts';
import type { BriefChoice, ChosenStatement } from '../../insight/brief/types.ts';
import type { Project } from '../base/project.ts';
import type { Pane, PaneParts } from '../panes/pane.ts';
import { definePaneKind, type WindowServices } from '../panes/panes.ts';
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

/** What brief panes require. */
export interface BriefServices extends WindowServices {
  readonly lists: Pick<WindowSessions, 'of' | 'onDidChange'>;
  readonly watch: Pick<SessionWatch, 'begin' | 'end'>;
  /** Asks for a session and returns its id. Throws `CancellationError`. */
  readonly askSession: (project: Project) => Promise<string>;
}

/** An editor tab that shows what agents of a project receive at start. */
export type BriefPane = Pane<BriefTarget, BriefPaneContent, BriefAction>;

type Parts = PaneParts<BriefTarget, BriefPaneContent, BriefAction, ShowOptions>;

/** A brief as a pane shows it, and what its page asks for. */
class ShownBriefs implements Parts {
  readonly #pane: BriefPane;
  readonly #services: BriefServices;
  #shown: ShownBrief;
  #read: ReadBrief | undefined;

  constructor(pane: BriefPane, services: BriefServices) {
    this.#pane = pane;
    this.#services = services;
    this.#shown = { purpose: 'start', ...pane.target };
    const { lists, watch } = services;
    const { panel } = pane;
    pane.register(lists.onDidChange(() => pane.page.update()));
    // Agents' files are watched only while the pane is visible.
    const follow = (): void => (panel.visible ? watch.begin(this) : watch.end(this));
    pane.register(panel.onDidChangeViewState(follow));
    pane.register({ dispose: () => watch.end(this) });
    follow();
  }

  readonly show = ({ purpose, session }: BriefTarget): void => {
    if (purpose !== undefined) this.#follow({ purpose, ...defined({ session }) });
  };

  readonly read = async () => {
    const shown = this.#shown;
    const content = await this.#content(shown);
    return shown === this.#shown ? { content } : undefined; // otherwise another state follows
  };

  readonly failure = (_: BriefTarget, error: unknown): BriefPaneContent => briefFailure(this.#shown, error);

  #follow(shown: Omit<ShownBrief, 'project'>): void {
    this.#shown = { project: this.#shown.project, ...shown };
    this.#pane.follow(this.#shown);
  }

  async #content(shown: ShownBrief): Promise<BriefPaneContent> {
    const { folder: history } = shown.project;
    const counting = briefSettings({ history, env: process.env, log: this.#services.log });
    const sessions = await this.#services.lists.of(shown.project).sessions();
    this.#read = await readBrief(shown, counting, sessions);
    return briefPaneState(shown, counting, this.#read);
  }

  readonly run = async (action: BriefAction): Promise<void> => {
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
  };

  async #command(command: BriefCommand): Promise<void> {
    if (command === 'openSettings')
      return commands.executeCommand('workbench.action.openSettings', 'historyStore.brief');
    const session = await this.#services.askSession(this.#shown.project);
    this.#follow({ purpose: 'afterCompaction', session });
  }

  /** The lists of the pane show it, and take it back. */
  async #choose(key: string, choice: StatementChoice): Promise<void> {
    const statement = this.#statement(key);
    if (!statement || !workspace.isTrusted) return;
    const { brief } = this.#shown.project;
    const wanted: BriefChoice | undefined = choice === 'none' ? undefined : { kind: choice };
    await brief.choose(statement, wanted);
  }

  /** Only statements sent to the pane can be chosen. */
  #statement(key: string): ChosenStatement | undefined {
    if (!this.#read) return undefined;
    const { brief, choices } = this.#read;
    const item = [...brief.items, ...brief.left].find((one) => keyOfItem(one) === key);
    if (item) return { ...item, text: item.whole };
    return [...choices.pinned, ...choices.never].find((one) => statementKey(one) === key);
  }
}

/** The panes of briefs. */
export const briefPanes = definePaneKind((services: BriefServices) => ({
  name: 'brief',
  title: () => l10n.t('What Agents Receive at Start'),
  isSame: (a: BriefTarget, b: BriefTarget) => a.project === b.project,
  remembered: (state: unknown) => briefTargetOf(parseBriefPaneMemory(state), services.projects),
  parse: parseBriefPaneAction,
  parts: (pane: BriefPane) => new ShownBriefs(pane, services),
}));
