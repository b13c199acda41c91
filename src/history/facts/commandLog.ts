import { textHash } from '../../disk/text/textHash.ts';
import type { RanCommand } from './commands.ts';
import type { Ended } from './outcomes.ts';

/** Position of an event in a session. */
export interface At {
  /** ISO 8601, UTC. */
  readonly time: string;
  /** Message number in the session, from 1; if only the end was read, the message's time in milliseconds. */
  readonly entry: number;
}

/** A command line that was the latest of one or more kinds. */
export interface CommandRuns extends Ended, At {
  /** The kinds it was the latest of, either read-only ones or others. */
  readonly kinds: readonly string[];
  readonly isLook: boolean;
  /** Highest number of runs among these kinds. */
  readonly runs: number;
  /** The latest problem that a later run no longer had, and the files changed in between. */
  readonly solved?: Solved;
}

interface Solved {
  readonly problem: string;
  readonly files: readonly string[];
}

interface Run extends At {
  /** Hash of the command line. */
  readonly command: number;
  readonly isHidden: boolean;
  end: Ended;
}

interface KindLog {
  readonly isLook: boolean;
  runs: number;
  last: Run;
  solved?: Solved;
  /** After a failure: the problem, its command line, and the files changed since. */
  failing?: { readonly problem: string; readonly command: number; readonly files: Set<string> };
}

/** State of a log, for continuing it later; runs are given as positions in `runs`. */
export interface CommandLogState {
  readonly runs: readonly Run[];
  readonly kinds: readonly (readonly [kind: string, log: KindState])[];
  readonly running: readonly (readonly [id: string, run: number, kinds: readonly string[]])[];
}

interface KindState extends Pick<KindLog, 'isLook' | 'runs' | 'solved'> {
  readonly last: number;
  readonly failing?: {
    readonly problem: string;
    readonly command: number;
    readonly files: readonly string[];
  };
}

/** Latest outcome of the commands of each kind. */
export class CommandLog {
  readonly #kinds = new Map<string, KindLog>();
  readonly #running = new Map<string, { readonly run: Run; readonly kinds: readonly string[] }>();

  constructor(state?: CommandLogState) {
    const runs = state?.runs.map((run) => ({ ...run })) ?? [];
    const at = (number: number): Run => runs[number] ?? unknownRun;
    for (const [kind, { last, failing, ...log }] of state?.kinds ?? [])
      this.#kinds.set(kind, {
        ...log,
        last: at(last),
        ...(failing && { failing: { ...failing, files: new Set(failing.files) } }),
      });
    for (const [id, run, kinds] of state?.running ?? []) this.#running.set(id, { run: at(run), kinds });
  }

  get state(): CommandLogState {
    const runs = new Map<Run, number>();
    const numberOf = (run: Run): number => {
      const number = runs.get(run) ?? runs.size;
      runs.set(run, number);
      return number;
    };
    const kinds = [...this.#kinds].map(([kind, { last, failing, ...log }]) => {
      const failed = failing && { failing: { ...failing, files: [...failing.files] } };
      return [kind, { ...log, last: numberOf(last), ...failed }] as const;
    });
    const running = [...this.#running].map(([id, { run, kinds: of }]) => [id, numberOf(run), of] as const);
    return { kinds, running, runs: [...runs.keys()].map((run) => ({ ...run })) };
  }

  /** Latest run last. */
  get runs(): readonly CommandRuns[] {
    const lines = new Map<Run, [string, KindLog][]>();
    for (const entry of this.#kinds) lines.set(entry[1].last, [...(lines.get(entry[1].last) ?? []), entry]);
    return [...lines].flatMap(([run, entries]) => {
      const acts = entries.filter(([, { isLook }]) => !isLook);
      const looks = entries.filter(([, { isLook }]) => isLook);
      return [acts, looks].filter((some) => some.length > 0).map((some) => runsOf(run, some));
    });
  }

  ran({ kinds, command, isHidden, ...end }: RanCommand, at: At): void {
    const doesSomething = kinds.some(({ isLook }) => !isLook);
    const run: Run = { ...at, command: textHash(command), isHidden, end };
    // Read-only commands beside others are not the reason a line failed.
    const look: Run =
      doesSomething && end.outcome === 'failed' ? { ...run, end: { outcome: 'unknown' } } : run;
    for (const { kind, isLook } of kinds) this.#note(kind, isLook, isLook ? look : run);
    if (end.running !== undefined && end.running !== '')
      this.#running.set(end.running, { run, kinds: kinds.map(({ kind }) => kind) });
  }

  /** Records the end of a background command. */
  ended(id: string, end: Ended): void {
    const known = this.#running.get(id);
    if (!known) return;
    this.#running.delete(id);
    known.run.end = end;
    for (const kind of known.kinds) {
      const log = this.#kinds.get(kind);
      if (log?.last === known.run) settle(log);
    }
  }

  /** Whether a background command runs under this id. */
  isRunning(id: string): boolean {
    return this.#running.has(id);
  }

  /** Records a changed file, which may solve a failure. */
  changed(path: string): void {
    for (const { failing } of this.#kinds.values()) failing?.files.add(path);
  }

  #note(kind: string, isLook: boolean, run: Run): void {
    const known = this.#kinds.get(kind);
    const log: KindLog = known ?? { isLook, runs: 0, last: run };
    if (run.time < log.last.time) {
      log.runs++; // an earlier run of a subagent, reported late
      return;
    }
    if (run.end.outcome === 'passed' && known?.last.end.outcome === 'failed') this.#absolve(kind, known.last);
    log.runs++;
    log.last = run;
    settle(log);
    this.#kinds.delete(kind); // moves it to the end
    this.#kinds.set(kind, log);
  }

  /** Withdraws failures of a line's other commands after one of them passed by itself. */
  #absolve(kind: string, run: Run): void {
    const others = [...this.#kinds].filter(([other, { last }]) => other !== kind && last === run);
    const unknown: Run = { ...run, end: { outcome: 'unknown' } };
    for (const [, log] of others) {
      log.last = unknown;
      delete log.failing;
    }
  }
}

/** Replaces a run that is missing in a damaged state. */
const unknownRun: Run = { time: '', entry: 1, command: 0, isHidden: false, end: { outcome: 'unknown' } };

/**
 * Updates a kind with its latest run. A line that may hide failures proves a problem solved only if it is the same
 * line, or files were changed.
 */
function settle(log: KindLog): void {
  const { command, isHidden, end } = log.last;
  const { failing } = log;
  if (end.outcome === 'failed')
    log.failing = { problem: end.problem ?? '', command, files: failing?.files ?? new Set() };
  if (end.outcome !== 'passed' || !failing) return;
  const isShown = !isHidden || failing.files.size > 0 || failing.command === command;
  if (failing.problem !== '' && isShown) log.solved = { problem: failing.problem, files: [...failing.files] };
  delete log.failing;
}

function runsOf({ end, ...at }: Run, entries: readonly (readonly [string, KindLog])[]): CommandRuns {
  const solved = entries.map(([, log]) => log.solved).find((one) => one !== undefined);
  return {
    ...end,
    time: at.time,
    entry: at.entry,
    kinds: entries.map(([kind]) => kind),
    isLook: entries.every(([, { isLook }]) => isLook),
    runs: Math.max(...entries.map(([, { runs }]) => runs)),
    ...(solved && { solved }),
  };
}
