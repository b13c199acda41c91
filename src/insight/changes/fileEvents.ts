import { anywhere, concerns, type ProjectPaths } from './eventPaths.ts';
import type { ChangeEvent, IndexedSession } from './sessionChanges.ts';

/** An event and its session. */
export interface SessionEvent {
  readonly event: ChangeEvent;
  readonly session: IndexedSession;
}

/** A former name of a file and its period. */
interface FormerName {
  readonly name: string;
  /** Start of the period; earlier events of the name belong to another file. */
  readonly from: number;
  readonly until: number;
}

/** Lists the events of a file under all its names, oldest first. Copies of a session add no duplicates. */
export function eventsOf(
  names: readonly string[],
  sessions: readonly IndexedSession[],
  paths: ProjectPaths,
): readonly SessionEvent[] {
  const all = eachOnce(sessions).flatMap(({ event, session }) => {
    const below = event.path === '' ? '' : paths.below(event.path);
    const to = event.to === undefined ? undefined : paths.below(event.to);
    return below === undefined && to === undefined ? [] : [{ event, session, below, to }];
  });
  const moves = all.filter(({ event }) => event.kind === 'move').sort((a, b) => b.event.at - a.event.at);
  const known = names.flatMap((name) => formerNames(name, moves));
  return all
    .filter(({ event, below }) =>
      known.some(
        ({ name, from, until }) =>
          below !== undefined && event.at > from && event.at < until && concerns(below, name),
      ),
    )
    .sort((a, b) => a.event.at - b.event.at);
}

function formerNames(
  name: string,
  moves: readonly {
    readonly event: ChangeEvent;
    readonly below?: string | undefined;
    readonly to?: string | undefined;
  }[],
): FormerName[] {
  const found: FormerName[] = [];
  let [current, until] = [name, Infinity];
  for (const { event, below, to } of moves) {
    const isHere =
      to !== undefined && !to.startsWith(anywhere) && (current === to || current.startsWith(`${to}/`));
    if (!isHere || event.at >= until) continue;
    found.push({ name: current, from: event.at, until });
    if (below === undefined || below.startsWith(anywhere)) return found;
    [current, until] = [below + current.slice(to.length), event.at];
  }
  return [...found, { name: current, from: -Infinity, until }];
}

/** Results for lists already seen. */
const known = new WeakMap<readonly IndexedSession[], readonly SessionEvent[]>();

/** Lists each event once: a copied or resumed session contains the same calls. */
export function eachOnce(sessions: readonly IndexedSession[]): readonly SessionEvent[] {
  const events = known.get(sessions) ?? firstOnly(sessions);
  known.set(sessions, events);
  return events;
}

function firstOnly(sessions: readonly IndexedSession[]): SessionEvent[] {
  const owners = new Map<string, IndexedSession>();
  return sessions.flatMap((session) =>
    session.changes.events.flatMap((event) => {
      const owner = event.call === '' ? session : (owners.get(event.call) ?? session);
      if (event.call !== '') owners.set(event.call, owner);
      return owner === session ? [{ event, session }] : [];
    }),
  );
}
