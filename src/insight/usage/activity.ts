import type { LocalTime } from './days.ts';
import { quarterMs, type OwnRequests } from './figures.ts';
import type { Activity, InsightQuery } from './types.ts';

interface Cell {
  messages: number;
  readonly sessions: Set<string>;
}

/** Counts messages by day, weekday and hour, without those a session copied from another. */
export function activityOf(
  sessions: readonly OwnRequests[],
  { since = -Infinity, until = Infinity }: InsightQuery,
  time: LocalTime,
): Activity {
  const hours = new Map<string, Cell & { readonly weekday: number; readonly hour: number }>();
  const days = new Map<string, Cell & { readonly agents: Record<string, number> }>();
  for (const { info, figures, copiedUntil } of sessions)
    for (const [quarter, messages] of figures.active) {
      const begin = quarter * quarterMs;
      if (begin + quarterMs <= since || begin > until || begin <= copiedUntil) continue;
      const { day, weekday, hour } = time.quarter(quarter);
      const name = `${weekday} ${hour}`;
      const ofHour = hours.get(name) ?? { weekday, hour, messages: 0, sessions: new Set() };
      const ofDay = days.get(day) ?? { messages: 0, sessions: new Set(), agents: {} };
      hours.set(name, ofHour);
      days.set(day, ofDay);
      count(ofHour, info.sessionId, messages);
      count(ofDay, info.sessionId, messages);
      ofDay.agents[info.source] = (ofDay.agents[info.source] ?? 0) + messages;
    }
  return {
    hours: [...hours.values()].map((cell) => ({ ...cell, sessions: cell.sessions.size })),
    days: [...days]
      .map(([day, cell]) => ({ day, ...cell, sessions: cell.sessions.size }))
      .sort((a, b) => (a.day < b.day ? -1 : 1)),
  };
}

function count(cell: Cell, session: string, messages: number): void {
  cell.messages += messages;
  cell.sessions.add(session);
}
