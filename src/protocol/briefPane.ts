// Messages between the extension and the brief pane, which shows what agents receive at start. The extension sends
// complete states, the pane sends actions:
// - The pane sends `ready` when its page starts; the extension answers with a state.
// - When the history, a session, the settings or the log of given briefs change, the extension sends a new state.
// - `choose` refers to a statement by its key in the newest state.
// - `showGiven` shows a brief given earlier instead of the current one; without an id, the current one again.
// - If no brief can be created, a failure replaces the state, until a later state replaces the failure.
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
  /** Identifies it in actions. */
  readonly key: string;
  readonly section: PaneSection;
  /** As included in the brief; complete if it is not included. */
  readonly text: string;
  /** Milliseconds since 1970-01-01 UTC, like all times. */
  readonly time: number;
  /** `history://…` */
  readonly reference: string;
  readonly pinned: boolean;
}

/** Why a pinned statement is not included. */
export type PinState =
  | { readonly state: 'told' | 'noRoom' | 'deleted' }
  /** A later statement replaces it. */
  | { readonly state: 'replaced'; readonly by: string };

/** A statement that someone pinned or excluded forever. */
export interface PaneChoice extends Omit<PaneStatement, 'pinned'> {
  /** When that was decided. */
  readonly at: number;
}

export type PanePin = PaneChoice & PinState;

/** A brief that was given to an agent. */
export interface PaneGiven {
  readonly id: string;
  readonly at: number;
  /** Empty if unknown. */
  readonly agent: string;
  readonly purpose: PanePurpose;
  readonly by: 'hook' | 'tool' | 'prompt' | 'resource' | 'terminal';
  readonly tokens: number;
}

/** A given brief with its text. */
export interface ShownGiven extends PaneGiven {
  readonly text: string;
  readonly references: readonly string[];
}

/** The brief an agent would receive now. */
export interface PaneBrief {
  /** The exact text; empty if there is nothing to report. */
  readonly text: string;
  readonly tokens: number;
  readonly items: readonly PaneStatement[];
  /** Statements that did not fit. */
  readonly left: readonly PaneStatement[];
}

/** When agents receive briefs without asking. */
export const givingModes = ['off', 'afterCompaction', 'always'] as const;
export type GivingMode = (typeof givingModes)[number];

/** What a pane shows; it saves this in the webview's state to reopen it after a reload. */
export interface BriefResource {
  /** The project's folder, in the form the extension uses to find its store. */
  readonly folder: string;
  readonly purpose: PanePurpose;
  /** Id of the session chosen for `afterCompaction`; absent for the latest. */
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
  /** Title of the session summarized after its compaction; absent without one, and for other purposes. */
  readonly session?: string;
  readonly brief: PaneBrief;
  /** Newest first, like the next two. */
  readonly pins: readonly PanePin[];
  readonly never: readonly PaneChoice[];
  readonly given: readonly PaneGiven[];
  /** The given brief to show, if any. */
  readonly shown?: ShownGiven;
  /** False in an untrusted workspace, where everything that writes is hidden. */
  readonly editable: boolean;
}

/** Extension → pane, instead of a state. */
export type BriefPaneFailure = PaneFailure<BriefResource, BriefPaneStrings>;

/** Extension → pane. */
export type BriefPaneContent = BriefPaneState | BriefPaneFailure;

/** Decisions about a statement; `none` reverts the previous one. */
const statementChoices = ['pinned', 'never', 'none'] as const;
export type StatementChoice = (typeof statementChoices)[number];

/** Pane → extension. */
export type BriefPaneAction =
  | CommonAction
  | { readonly type: 'purpose'; readonly purpose: PanePurpose }
  | { readonly type: 'choose'; readonly key: string; readonly choice: StatementChoice }
  | { readonly type: 'showGiven'; readonly id?: string }
  | { readonly type: 'command'; readonly command: BriefCommand };

const briefCommands = ['chooseSession', 'openSettings'] as const;
export type BriefCommand = (typeof briefCommands)[number];

/** Parses an action of the pane, dropping extra fields; undefined if the message is not one. */
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

/** Parses what a pane saved in its webview's state; undefined if malformed. */
export function parseBriefPaneMemory(value: unknown): BriefResource | undefined {
  if (!isRecord(value) || typeof value.folder !== 'string') return undefined;
  const { folder, session } = value;
  return { folder, purpose: purposeOf(value.purpose) ?? 'start', ...(isName(session) && { session }) };
}

/** Reports whether a message is a state or a failure. */
export const isBriefPaneContent = (message: unknown): message is BriefPaneContent =>
  isPaneContent(message, ['brief'], ['pins', 'never', 'given']);

const purposeOf = (value: unknown): PanePurpose | undefined => panePurposes.find((known) => known === value);

/** Maximum characters of a key or id: references may be long. */
const longestName = 10_000;

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= longestName;
