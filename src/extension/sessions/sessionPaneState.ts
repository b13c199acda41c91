import { defined } from '../../disk/base/core.ts';
import { basename } from 'node:path';
import { workspace } from 'vscode';
import type { Filtered } from '../../protocol/messageKinds.ts';
import type { SessionPaneHeader, SessionPaneState, SessionWindow } from '../../protocol/sessionPane.ts';
import { sessionPaneStrings, type SessionPaneStrings } from '../../protocol/sessionPaneStrings.ts';
import type { SessionIdentity } from '../../history/sessions/types.ts';
import { asText } from '../../history/summaries/asText.ts';
import type { WantedWindow } from '../panes/showing.ts';
import { paneTexts } from '../panes/paneTexts.ts';
import { sourceName } from './agents.ts';
import { findIn, type SessionContent, type ShownSession } from './sessionReading.ts';
import type { ShownRows } from './shownRows.ts';
import type { WindowSessions } from './sessionLists.ts';
import { archivedOf, type Archived, type SourceTarget } from './types.ts';
import { sayHere } from '../base/settings.ts';
import { recoveredTexts } from '../../history/capture/recoveredTexts.ts';

const texts = paneTexts<SessionPaneStrings>(sessionPaneStrings);

/** What a state depends on in addition to the session. */
export interface StateQuery {
  readonly wanted: WantedWindow;
  /** From this position on, messages may differ from those the page has. */
  readonly changedFrom: number;
  /** Search text; empty for none. */
  readonly find: string;
  readonly shown: ShownRows;
  /** Tokens and cost as text. */
  readonly usage: string | undefined;
  /** Position of the message to start at after a filter change. */
  readonly start?: number | undefined;
}

/** Returns the current state of a session with the wanted messages. */
export async function sessionPaneState(
  target: SourceTarget,
  live: ShownSession,
  lists: WindowSessions,
  query: StateQuery,
): Promise<SessionPaneState> {
  const { reading, subagents, open } = live;
  const summary = reading && (await summaryOf(target, reading.facts.session));
  const { archived, ...labels } = await listed(target, lists);
  return {
    type: 'state',
    resource: { folder: target.project.root, kind: target.kind, id: target.id },
    header: {
      ...header(target, live, archived),
      ...(reading && labels),
      ...(summary && { summary }),
      ...defined({ usage: query.usage }),
    },
    window: windowOf(target, live, query),
    subagents,
    open,
    runs: query.shown.runs(reading),
    filter: filterOf(reading, query),
    ...(query.find !== '' && {
      find: { query: query.find, matches: matchesOf(reading, query) },
    }),
    ...texts(),
  };
}

/** Returns the rows with matches. */
function matchesOf(reading: SessionContent | undefined, { find, shown }: StateQuery): readonly number[] {
  const rows = shown.rows(reading);
  const found = reading ? findIn(reading, find) : [];
  return [...new Set(found.flatMap((place) => rows.rowOf(place) ?? []))];
}

function filterOf(reading: SessionContent | undefined, { shown, start: at }: StateQuery): Filtered {
  const start = at === undefined ? undefined : shown.rows(reading).rowFrom(at);
  return { kinds: shown.kinds, ...defined({ start }) };
}

function windowOf(target: SourceTarget, { reading }: ShownSession, query: StateQuery): SessionWindow {
  const { wanted, shown } = query;
  const rows = shown.rows(reading);
  const { total } = rows;
  const offset = 'offset' in wanted ? Math.min(wanted.offset, total) : Math.max(0, total - wanted.newest);
  const limit = 'offset' in wanted ? wanted.limit : wanted.newest;
  return {
    epoch: `${target.kind} ${target.id} ${shown.kinds.join()}`,
    offset,
    total,
    // The first changed message may share a row with the one before it.
    changedFrom: query.changedFrom === Infinity ? total : Math.max(0, rows.rowFrom(query.changedFrom) - 1),
    messages: rows.window(offset, limit),
  };
}

function header(target: SourceTarget, live: ShownSession, archived: Archived): SessionPaneHeader {
  const { reading, problem } = live;
  const editable = workspace.isTrusted;
  const failure = problem === undefined ? {} : { problem };
  if (!reading)
    return {
      title: basename(target.id),
      agent: '',
      models: [],
      commands: [],
      file: target.id,
      archived,
      messages: 0,
      tools: 0,
      rewound: 0,
      unreadable: 0,
      unknown: [],
      reading: problem === undefined,
      recorded: false,
      editable,
      ...failure,
    };
  const { facts, models, messages, tools } = reading;
  const {
    title,
    source,
    file,
    startTs,
    lastTs,
    branch,
    cwd,
    rewound,
    unreadable,
    commands,
    part,
    recovered,
    fetchedFrom,
  } = facts;
  const unknown = Object.entries(facts.unknown ?? {}).map(([kind, count]) => ({ kind, count }));
  return {
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
    agent: source === undefined ? '' : sourceName(source),
    messages: messages.length,
    recorded: source === 'history',
    ...(recovered && { recovered: sayHere(recoveredTexts[recovered]) }),
    ...defined({ branch, cwd, part, fetchedFrom }),
    reading: false,
    ...failure,
  };
}

/** Empty without one. */
async function summaryOf({ project }: SourceTarget, session: SessionIdentity): Promise<string> {
  const kept = await project.sessions.summary(session);
  return kept ? asText(kept.summary) : '';
}

/**
 * Returns what the list knows of the session that may change at any time: its archived state, and people's labels.
 */
async function listed(
  { project, kind, id }: SourceTarget,
  lists: WindowSessions,
): Promise<{ readonly archived: Archived } & Partial<Pick<SessionPaneHeader, 'title' | 'note' | 'tags'>>> {
  if (kind === 'archive') return { archived: 'wholly' };
  const info = (await lists.of(project).sessions()).find(({ path }) => path === id);
  const { title, note, tags } = info?.labels ?? {};
  return { archived: info ? archivedOf(info) : 'no', ...defined({ title, note, tags }) };
}
