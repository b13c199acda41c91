import { basename } from 'node:path';
import { workspace } from 'vscode';
import type { SessionPaneHeader, SessionPaneState, SessionWindow } from '../../protocol/sessionPane.ts';
import { sessionPaneStrings, type SessionPaneStrings } from '../../protocol/sessionPaneStrings.ts';
import type { SessionIdentity } from '../../store/sessions/types.ts';
import { asText } from '../../store/summaries/asText.ts';
import type { WantedWindow } from '../panes/showing.ts';
import { paneTexts } from '../panes/paneTexts.ts';
import { sourceName } from './agents.ts';
import { findIn, type ShownSession } from './sessionReading.ts';
import type { WindowSessions } from './sessionLists.ts';
import { archivedOf, type Archived, type SourceTarget } from './types.ts';

const texts = paneTexts<SessionPaneStrings>(sessionPaneStrings);

/** What a state depends on besides the session itself. */
export interface StateQuery {
  readonly wanted: WantedWindow;
  /** From here on messages may be others than those the page was sent. */
  readonly changedFrom: number;
  /** What is looked for; empty for nothing. */
  readonly find: string;
}

/** The present state of a session with the wanted messages. */
export async function sessionPaneState(
  target: SourceTarget,
  live: ShownSession,
  lists: WindowSessions,
  query: StateQuery,
): Promise<SessionPaneState> {
  const { reading, subagents, open } = live;
  const summary = reading && (await summaryOf(target, reading.facts.session));
  return {
    type: 'state',
    resource: { folder: target.project.root, kind: target.kind, id: target.id },
    header: { ...header(target, live, await keptOf(target, lists)), ...(summary && { summary }) },
    window: windowOf(target, live, query),
    ...{ subagents, open },
    ...(query.find !== '' && {
      find: { query: query.find, matches: reading ? findIn(reading, query.find) : [] },
    }),
    ...texts(),
  };
}

/** The title of a tab: that of the session once it is read. */
export function paneTitle({ id }: SourceTarget, live?: ShownSession): string {
  return live?.reading?.facts.title ?? basename(id);
}

function windowOf(target: SourceTarget, { reading }: ShownSession, query: StateQuery): SessionWindow {
  const messages = reading?.messages ?? [];
  const total = messages.length;
  const { wanted } = query;
  const offset = 'offset' in wanted ? Math.min(wanted.offset, total) : Math.max(0, total - wanted.newest);
  const limit = 'offset' in wanted ? wanted.limit : wanted.newest;
  return {
    epoch: `${target.kind} ${target.id}`,
    ...{ offset, total },
    changedFrom: Math.min(query.changedFrom, total),
    messages: messages.slice(offset, offset + limit),
  };
}

function header(target: SourceTarget, live: ShownSession, archived: Archived): SessionPaneHeader {
  const { reading, problem } = live;
  const editable = workspace.isTrusted;
  const failure = problem === undefined ? {} : { problem };
  if (!reading)
    return {
      ...{ title: paneTitle(target), agent: '', models: [], commands: [], file: target.id, archived },
      ...{ messages: 0, tools: 0, rewound: 0, unreadable: 0, unknown: [] },
      ...{ reading: problem === undefined, recorded: false, editable, ...failure },
    };
  const { facts, models, messages, tools } = reading;
  const { title, source, file, startTs, lastTs, branch, cwd, rewound, unreadable, commands, part } = facts;
  const unknown = Object.entries(facts.unknown ?? {}).map(([kind, count]) => ({ kind, count }));
  return {
    ...{
      title,
      models,
      file,
      startTs,
      lastTs,
      rewound,
      unreadable,
      unknown,
      commands,
      tools,
      archived,
      editable,
    },
    agent: source === undefined ? '' : sourceName(source),
    messages: messages.length,
    recorded: source === 'history',
    ...(branch !== undefined && { branch }),
    ...(cwd !== undefined && { cwd }),
    ...(part !== undefined && { part }),
    reading: false,
    ...failure,
  };
}

/** Empty where there is none. */
async function summaryOf({ project }: SourceTarget, session: SessionIdentity): Promise<string> {
  const kept = await project.sessions.summary(session);
  return kept ? asText(kept.summary) : '';
}

async function keptOf({ project, kind, id }: SourceTarget, lists: WindowSessions): Promise<Archived> {
  if (kind === 'archive') return 'wholly';
  const info = (await lists.of(project).sessions()).find(({ path }) => path === id);
  return info ? archivedOf(info) : 'no';
}
