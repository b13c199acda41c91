import type { ReadSession } from './figures.ts';
import type { Counted, FailingCommand, Health, Work } from './types.ts';

/** Maximum number of entries per list. */
const maxEntries = 50;

interface Tally {
  count: number;
  runs: number;
  readonly sessions: string[];
}

/** Returns the work done in sessions, newest first. */
export function workOf(sessions: readonly ReadSession[]): Work {
  const files = new Map<string, Tally>();
  const commands = new Map<string, Tally>();
  for (const { info, figures } of sessions) {
    for (const [path, times] of figures.files) add(files, path, info.sessionId, times, times);
    for (const [kind, runs, failed] of figures.commands) add(commands, kind, info.sessionId, failed, runs);
  }
  const sum = (of: (session: ReadSession) => number) => sessions.reduce((all, each) => all + of(each), 0);
  return {
    files: counted(files).map(({ name, count, sessions: of }) => ({ name, count, sessions: of })),
    commands: counted(commands),
    interrupted: sum(({ figures }) => figures.interrupted),
    compacted: sum(({ figures }) => figures.compactions),
    rewound: sum(({ figures }) => figures.rewound),
    longest: longest(sessions),
    plans: sessions
      .filter(({ figures }) => figures.open.length > 0)
      .map(({ info, figures }) => ({ session: info.sessionId, title: info.title, open: figures.open })),
  };
}

function add(tallies: Map<string, Tally>, name: string, session: string, count: number, runs: number): void {
  const tally = tallies.get(name) ?? { count: 0, runs: 0, sessions: [] };
  tallies.set(name, tally);
  tally.count += count;
  tally.runs += runs;
  if (count > 0) tally.sessions.push(session);
}

function counted(tallies: ReadonlyMap<string, Tally>): readonly (Counted & FailingCommand)[] {
  return [...tallies]
    .filter(([, { count }]) => count > 0)
    .map(([name, tally]) => ({ name, ...tally }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, maxEntries);
}

function longest(sessions: readonly ReadSession[]): Work['longest'] {
  return sessions
    .map(({ info, figures: { active, duration } }) => {
      const messages = active.reduce((all, [, count]) => all + count, 0);
      return { session: info.sessionId, title: info.title, messages, duration };
    })
    .sort((a, b) => b.messages - a.messages)
    .slice(0, maxEntries);
}

/** Returns the problems of sessions, without sessions that had none. */
export function healthOf(sessions: readonly ReadSession[]): readonly Health[] {
  return sessions
    .map(healthOfSession)
    .filter(
      ({ errors, retries, compactions, interrupted, rewound, mostEdited }) =>
        [errors, retries, compactions, interrupted, rewound].some((count) => count > 0) ||
        (mostEdited?.times ?? 0) > 1,
    );
}

function healthOfSession({ info, figures }: ReadSession): Health {
  const { errors, retries, compactions, interrupted, rewound, files } = figures;
  const [first] = files;
  return {
    session: info.sessionId,
    errors,
    retries,
    compactions,
    interrupted,
    rewound,
    edits: files.reduce((all, [, times]) => all + times, 0),
    files: files.length,
    ...(first && { mostEdited: { path: first[0], times: first[1] } }),
  };
}
