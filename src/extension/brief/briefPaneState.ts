import { defined } from '../../disk/base/core.ts';
import { workspace } from 'vscode';
import type {
  BriefPaneFailure,
  BriefPaneState,
  BriefResource,
  PaneChoice,
  PaneGiven,
  PanePurpose,
  PaneStatement,
  PinState,
} from '../../protocol/briefPane.ts';
import { briefPaneStrings, type BriefPaneStrings } from '../../protocol/briefPaneStrings.ts';
import { statementKey } from '../../insight/brief/identity.ts';
import type { BriefSettings } from '../../insight/brief/settings.ts';
import type { Brief, BriefChoices, BriefItem, GivenBrief } from '../../insight/brief/types.ts';
import type { SessionInfo } from '../../history/sessions/types.ts';
import type { Project } from '../base/project.ts';
import { paneFailure, paneTexts } from '../panes/paneTexts.ts';

/** Number of newest given briefs a pane lists. */
const mostGiven = 100;

const texts = paneTexts<BriefPaneStrings>(briefPaneStrings);

/** What to show. */
export interface ShownBrief {
  readonly project: Project;
  readonly purpose: PanePurpose;
  /** Id of the chosen session. */
  readonly session?: string;
  /** Id of a given brief to show instead of the current one. */
  readonly given?: string;
}

/** The data of a state, in which actions look up what they refer to. */
export interface ReadBrief {
  readonly brief: Brief;
  readonly choices: BriefChoices;
  readonly given: readonly GivenBrief[];
  /** The session the brief describes after its compaction. */
  readonly session: SessionInfo | undefined;
}

/** Reads the current brief, people's decisions and given briefs. */
export async function readBrief(
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
export function briefPaneState(shown: ShownBrief, settings: BriefSettings, read: ReadBrief): BriefPaneState {
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
export const briefFailure = (shown: ShownBrief, error: unknown): BriefPaneFailure =>
  paneFailure(resourceOf(shown), error, texts());

const resourceOf = ({ project, purpose, session }: ShownBrief): BriefResource => ({
  folder: project.root,
  purpose,
  ...defined({ session }),
});

/** Returns the key of a statement. */
export const keyOfItem = ({ reference, whole }: BriefItem): string =>
  statementKey({ reference, text: whole });

const paneStatement = (item: BriefItem): PaneStatement => {
  const { section, text, time, reference, pinned = false } = item;
  return { key: keyOfItem(item), section, text, time, reference, pinned };
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
