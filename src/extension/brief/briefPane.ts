import { defined } from '../../disk/base/core.ts';
import { commands, l10n, workspace } from 'vscode';
import {
  parseBriefPaneAction,
  parseBriefPaneMemory,
  type BriefCommand,
  type BriefPaneAction,
  type BriefPaneContent,
  type StatementChoice,
  type BriefPaneFailure,
  type BriefPaneState,
  type BriefResource,
  type PaneChoice,
  type PaneGiven,
  type PanePurpose,
  type PaneStatement,
  type PinState,
} from '../../protocol/briefPane.ts';
import type { OwnAction } from '../../protocol/paneMessages.ts';
import { statementKey } from '../../insight/brief/identity.ts';
import { briefSettings, type BriefSettings } from '../../insight/brief/settings.ts';
import { marked } from '../../insight/brief/shorten.ts';
import type {
  BriefChoice,
  ChosenStatement,
  Brief,
  BriefChoices,
  BriefItem,
  GivenBrief,
} from '../../insight/brief/types.ts';
import type { Project } from '../base/project.ts';
import type { Pane, PaneParts } from '../panes/pane.ts';
import { definePaneKind, type WindowServices } from '../panes/panes.ts';
import type { ShowOptions } from '../panes/showing.ts';
import type { WindowSessions } from '../sessions/sessionLists.ts';
import type { SessionWatch } from '../sessions/sessionWatch.ts';
import { briefTargetOf, type BriefTarget } from './briefTarget.ts';
import { briefPaneStrings, type BriefPaneStrings } from '../../protocol/briefPaneStrings.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import { paneFailure, paneTexts } from '../panes/paneTexts.ts';

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

/** Number of newest given briefs a pane lists. */
const mostGiven = 100;

const texts = paneTexts<BriefPaneStrings>(briefPaneStrings);

/** What to show. */
interface ShownBrief {
  readonly project: Project;
  readonly purpose: PanePurpose;
  /** Id of the chosen session. */
  readonly session?: string;
  /** Id of a given brief to show instead of the current one. */
  readonly given?: string;
}

/** The data of a state, in which actions look up what they refer to. */
interface ReadBrief {
  readonly brief: Brief;
  readonly choices: BriefChoices;
  readonly given: readonly GivenBrief[];
  /** The session the brief describes after its compaction. */
  readonly session: SessionInfo | undefined;
}

/** Reads the current brief, people's decisions and given briefs. */
async function readBrief(
  { project, purpose, session }: ShownBrief,
  { maxTokens }: Pick<BriefSettings, 'maxTokens'>,
  sessions: readonly SessionInfo[],
): Promise<ReadBrief> {
  const info =
    purpose === 'afterCompaction'
      ? (sessions.find(({ sessionId }) => sessionId === session) ?? sessions[0])
      : undefined;
  const request = { purpose, maxTokens, ...(info && { session: info.sessionId }) };
  const [brief, choices, given] = await Promise.all([
    project.brief.make(project.workspace, request),
    project.brief.choices(),
    project.brief.given(),
  ]);
  return { brief, choices, given, session: info };
}

/** Returns the complete content of the pane. */
function briefPaneState(shown: ShownBrief, settings: BriefSettings, read: ReadBrief): BriefPaneState {
  const { brief, choices, given, session } = read;
  const { text, tokens, items, left } = brief;
  const listed = given.slice(0, mostGiven);
  const earlier = listed.find((one) => givenId(one) === shown.given);
  return {
    type: 'state',
    resource: resourceOf(shown),
    project: shown.project.name,
    ...settings,
    ...(session && { session: session.title }),
    brief: { text, tokens, items: items.map(paneStatement), left: left.map(paneStatement) },
    pins: choices.pinned.map((pin) => ({ ...paneChoice(pin), ...pinState(pin, brief) })),
    never: choices.never.map(paneChoice),
    given: listed.map(paneGiven),
    ...(earlier && { shown: { ...paneGiven(earlier), text: earlier.text, references: earlier.items } }),
    editable: workspace.isTrusted,
    ...texts(),
  };
}

/** Returns the pane's content if no brief can be created. */
const briefFailure = (shown: ShownBrief, error: unknown): BriefPaneFailure =>
  paneFailure(resourceOf(shown), error, texts());

const resourceOf = ({ project, purpose, session }: ShownBrief): BriefResource => ({
  folder: project.root,
  purpose,
  ...defined({ session }),
});

/** Returns the key of a statement. */
const keyOfItem = ({ reference, whole }: BriefItem): string => statementKey({ reference, text: whole });

const paneStatement = (item: BriefItem): PaneStatement => {
  const { section, time, reference, pinned = false } = item;
  return { key: keyOfItem(item), section, text: marked(item), time, reference, pinned };
};

type Chosen = BriefChoices['pinned'][number];

const paneChoice = (chosen: Chosen): PaneChoice => {
  const { section, text, time, reference, at } = chosen;
  return { key: statementKey(chosen), section, text, time, reference, at };
};

function pinState(pin: Chosen, { left, outdated }: Brief): PinState {
  const key = statementKey(pin);
  const replaced = outdated.find(({ statement }) => statementKey(statement) === key);
  if (replaced) return replaced.by ? { state: 'replaced', by: replaced.by.whole } : { state: 'deleted' };
  return { state: left.some((item) => keyOfItem(item) === key) ? 'noRoom' : 'told' };
}

/** Unique, since no one receives two briefs of the same kind within a millisecond. */
const givenId = ({ at, by, purpose, session = '' }: GivenBrief): string =>
  [at, by, purpose, session].join(' ');

const paneGiven = (given: GivenBrief): PaneGiven => {
  const { at, agent = '', purpose, by, tokens } = given;
  return { id: givenId(given), at, agent, purpose, by, tokens };
};
