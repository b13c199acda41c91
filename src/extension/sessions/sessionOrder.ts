import type { SessionInfo, SessionSource } from '../../history/sessions/types.ts';
import { byStretch, handful, type InStretch } from '../tree/stretches.ts';

/** States of a session. */
export const sessionStates = ['kept', 'goingSoon', 'archived', 'automated', 'typed'] as const;
export type SessionState = (typeof sessionStates)[number];

/** Filters of sessions; both must match. */
export interface SessionFilter {
  readonly source?: SessionSource;
  readonly state?: SessionState;
}

export const isFilteringSessions = ({ source, state }: SessionFilter): boolean =>
  source !== undefined || state !== undefined;

/** A session with its state. */
export interface OrderedSession {
  readonly info: SessionInfo;
  /** Whether the archives contain all of it, or only they have it. */
  readonly isKept: boolean;
  /** Whether its agent will delete it soon and no archive has it. */
  readonly isGoingSoon: boolean;
}

/** The sessions of all agents as the tree shows them, most recently active first. */
export interface ArrangedSessions {
  /** All of them, grouped by day if there are many and none are left out. */
  readonly sessions: readonly SessionInfo[] | readonly InStretch<SessionInfo>[];
  readonly isGrouped: boolean;
  /** Those a person archived. */
  readonly archived: readonly SessionInfo[];
  readonly shown: number;
  readonly total: number;
}

/** Filters and groups the sessions. `now` in milliseconds. */
export function arrangeSessions(
  all: readonly OrderedSession[],
  filter: SessionFilter,
  now: number,
): ArrangedSessions {
  const matching = all.filter((facts) => matches(facts, filter)).map(({ info }) => info);
  matching.sort((a, b) => b.activeAt - a.activeAt);
  const present = matching.filter((info) => !isArchived(info));
  const isGrouped = present.length > handful && !isFilteringSessions(filter);
  return {
    sessions: isGrouped ? byStretch(present, ({ activeAt }) => activeAt, now, 'days') : present,
    isGrouped,
    archived: matching.filter(isArchived),
    shown: matching.length,
    total: all.length,
  };
}

const isArchived = ({ labels }: SessionInfo): boolean => labels?.archived === true;

function matches({ info, isKept, isGoingSoon }: OrderedSession, { source, state }: SessionFilter): boolean {
  const { isAutomated = false } = info;
  const states = {
    kept: isKept,
    goingSoon: isGoingSoon,
    archived: isArchived(info),
    automated: isAutomated,
    typed: !isAutomated,
  };
  return (source === undefined || info.source === source) && (state === undefined || states[state]);
}
