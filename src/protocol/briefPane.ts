// What crosses between the extension and the pane of briefs: what agents receive at start. The extension sends whole
// states, the pane sends actions:
//
// - The pane sends `ready` whenever its page begins; the extension answers with a state.
// - When the history, a session, the settings or the log of what was given change, the extension sends a new state.
// - `choose` names a statement by its key, as the newest state has it.
// - `showGiven` shows what was given then in the place of what would be given now; without an id the latter again.
// - Where no brief can be made, a failure comes in the place of the state; a later state takes its place.
import { isRecord } from './json.ts';
import type { BriefPaneStrings } from './briefPaneStrings.ts';
import {
  actionParser,
  commandParser,
  isPaneContent,
  type CommonAction,
  type Localised,
  type PaneFailure,
} from './paneMessages.ts';

export const panePurposes = ['start', 'afterCompaction', 'handOver'] as const;
export type PanePurpose = (typeof panePurposes)[number];

export type PaneSection =
  | 'requests'
  | 'plan'
  | 'decisions'
  | 'constraints'
  | 'issues'
  | 'commands'
  | 'files'
  | 'memories';

/** A statement of a brief. */
export interface PaneStatement {
  /** Names it in actions. */
  readonly key: string;
  readonly section: PaneSection;
  /** As it is told; whole where it is not. */
  readonly text: string;
  /** Milliseconds since 1970-01-01 UTC, as all times. */
  readonly time: number;
  /** `history://…` */
  readonly reference: string;
  readonly pinned: boolean;
}

/** Why a pinned statement is not told. */
export type PinState =
  | { readonly state: 'told' | 'noRoom' | 'deleted' }
  /** A later one is told in its place. */
  | { readonly state: 'replaced'; readonly by: string };

/** A statement that somebody pinned, or that is never to be told. */
export interface PaneChoice extends Omit<PaneStatement, 'pinned'> {
  /** When that was decided. */
  readonly at: number;
}

export type PanePin = PaneChoice & PinState;

/** What somebody was given. */
export interface PaneGiven {
  readonly id: string;
  readonly at: number;
  /** Empty where it is not known. */
  readonly agent: string;
  readonly purpose: PanePurpose;
  readonly by: 'hook' | 'tool' | 'prompt' | 'resource' | 'terminal';
  readonly tokens: number;
}

/** The same, whole. */
export interface ShownGiven extends PaneGiven {
  readonly text: string;
  readonly references: readonly string[];
}

/** What an agent would be given now. */
export interface PaneBrief {
  /** Exactly; empty where there is nothing to tell. */
  readonly text: string;
  readonly tokens: number;
  readonly items: readonly PaneStatement[];
  /** What there was no room for. */
  readonly left: readonly PaneStatement[];
}

/** When agents are given briefs without asking for them. */
export const givingModes = ['off', 'afterCompaction', 'always'] as const;
export type GivingMode = (typeof givingModes)[number];

/** What a pane shows. The pane keeps it in the webview's state, so a reload can open the same. */
export interface BriefResource {
  /** The folder of the project, in whatever form the extension needs to find its store again. */
  readonly folder: string;
  readonly purpose: PanePurpose;
  /** The id of the session that is chosen for `afterCompaction`; absent for the last one. */
  readonly session?: string;
}

/** Extension → pane. */
export interface BriefPaneState extends Localised<BriefPaneStrings> {
  readonly type: 'state';
  readonly resource: BriefResource;
  /** Name of the project. */
  readonly project: string;
  readonly mode: GivingMode;
  /** The budget. Tokens. */
  readonly maxTokens: number;
  /** Title of the session that is told after its compaction; absent where there is none, and for other purposes. */
  readonly session?: string;
  readonly brief: PaneBrief;
  /** Newest first, as the next two. */
  readonly pins: readonly PanePin[];
  readonly never: readonly PaneChoice[];
  readonly given: readonly PaneGiven[];
  /** What was given, where that is to be shown. */
  readonly shown?: ShownGiven;
  /** False in an untrusted workspace: everything that writes is hidden. */
  readonly editable: boolean;
}

/** Extension → pane, in the place of a state. */
export type BriefPaneFailure = PaneFailure<BriefResource, BriefPaneStrings>;

/** Extension → pane. */
export type BriefPaneContent = BriefPaneState | BriefPaneFailure;

/** What can be decided of a statement; `none` takes back what was. */
export const statementChoices = ['pinned', 'never', 'none'] as const;
export type StatementChoice = (typeof statementChoices)[number];

/** Pane → extension. */
export type BriefPaneAction =
  | CommonAction
  | { readonly type: 'purpose'; readonly purpose: PanePurpose }
  | { readonly type: 'choose'; readonly key: string; readonly choice: StatementChoice }
  | { readonly type: 'showGiven'; readonly id?: string }
  | { readonly type: 'command'; readonly command: BriefCommand };

export const briefCommands = ['chooseSession', 'openSettings'] as const;
export type BriefCommand = (typeof briefCommands)[number];

/** Reads the action a message from the pane stands for; undefined when it is not an action of the protocol. Extra fields are dropped. */
export const parseBriefPaneAction = actionParser<BriefPaneAction>({
  purpose: ({ purpose: wanted }) => {
    const purpose = purposeOf(wanted);
    return purpose && { type: 'purpose', purpose };
  },
  choose: ({ key, choice: wanted }) => {
    const choice = statementChoices.find((known) => known === wanted);
    return choice && isName(key) ? { type: 'choose', key, choice } : undefined;
  },
  showGiven: ({ id }) => {
    if (id === undefined) return { type: 'showGiven' };
    return isName(id) ? { type: 'showGiven', id } : undefined;
  },
  command: commandParser(briefCommands),
});

/** Reads what a pane left in its webview's state; undefined when it has another form. */
export function parseBriefPaneMemory(value: unknown): BriefResource | undefined {
  if (!isRecord(value) || typeof value.folder !== 'string') return undefined;
  const { folder, session } = value;
  return { folder, purpose: purposeOf(value.purpose) ?? 'start', ...(isName(session) && { session }) };
}

/** Whether a message is a state or a failure. */
export const isBriefPaneContent = (message: unknown): message is BriefPaneContent =>
  isPaneContent(message, ['brief'], ['pins', 'never', 'given']);

const purposeOf = (value: unknown): PanePurpose | undefined => panePurposes.find((known) => known === value);

/** The longest key or id, in characters: a reference may be long. */
const longestName = 10_000;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestName;
