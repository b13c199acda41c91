import type { SessionInfo, SessionSource } from '../../store/sessions/types.ts';
import { byStretch, handful, type InStretch } from '../tree/stretches.ts';

/** What becomes of a session. */
export const sessionStates = ['kept', 'goingSoon', 'archived'] as const;
export type SessionState = (typeof sessionStates)[number];

/** Which sessions are shown; both must hold. */
export interface SessionFilter {
  readonly source?: SessionSource;
  readonly state?: SessionState;
}

export const isFilteringSessions = ({ source, state }: SessionFilter): boolean =>
  source !== undefined || state !== undefined;

/** What is known of a session. */
export interface OrderedSession {
  readonly info: SessionInfo;
  /** Its archives have all of it, or only they have it. */
  readonly isKept: boolean;
  /** Its agent will delete it soon, and no archive has it. */
  readonly isGoingSoon: boolean;
}

/** The sessions as the tree shows them, the most recently active first, whichever agent they are of. */
export interface ArrangedSessions {
  /** All of them, or by day where they are many. */
  readonly sessions: readonly SessionInfo[] | readonly InStretch<SessionInfo>[];
  readonly isGrouped: boolean;
  /** Those that a person put aside. */
  readonly archived: readonly SessionInfo[];
  readonly shown: number;
  readonly total: number;
}

/** Which sessions are shown, and where. `now` in milliseconds. */
export function arrangeSessions(
  all: readonly OrderedSession[],
  filter: SessionFilter,
  now: number,
): ArrangedSessions {
  const matching = all.filter((facts) => matches(facts, filter)).map(({ info }) => info);
  matching.sort((a, b) => b.activeAt - a.activeAt);
  const present = matching.filter((info) => !isArchived(info));
  const isGrouped = present.length > handful;
  return {
    sessions: isGrouped ? byStretch(present, ({ activeAt }) => activeAt, now, 'days') : present,
    isGrouped,
    archived: matching.filter(isArchived),
    ...{ shown: matching.length, total: all.length },
  };
}

const isArchived = ({ labels }: SessionInfo): boolean => labels?.archived === true;

function matches({ info, isKept, isGoingSoon }: OrderedSession, { source, state }: SessionFilter): boolean {
  const states = { kept: isKept, goingSoon: isGoingSoon, archived: isArchived(info) };
  return (source === undefined || info.source === source) && (state === undefined || states[state]);
}
