import type { At } from './at.ts';
import type { RanCommand } from './commands.ts';
import type { Ended } from './outcomes.ts';

/** A command line that was the last of some kinds. */
export interface CommandRuns extends Ended, At {
  /** The kinds that it was the last of, those that only look only where none does something. */
  readonly kinds: readonly string[];
  readonly isLook: boolean;
  /** How often a command of these kinds was run, the most of them. */
  readonly runs: number;
  /** The last problem that a later run no longer had, and the files that were changed between the two. */
  readonly solved?: Solved;
}

interface Solved {
  readonly problem: string;
  readonly files: readonly string[];
}

interface Run extends At {
  readonly command: string;
  readonly isHidden: boolean;
  end: Ended;
}

interface KindLog {
  readonly isLook: boolean;
  runs: number;
  last: Run;
  solved?: Solved;
  /** Of one that failed when it last ended: the problem, in which line, and what was changed since. */
  failing?: { readonly problem: string; readonly command: string; readonly files: Set<string> };
}

/** How the commands of each kind ended last. */
export class CommandLog {
  readonly #kinds = new Map<string, KindLog>();
  readonly #running = new Map<string, { readonly run: Run; readonly kinds: readonly string[] }>();

  /** The last run last. */
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
    const run: Run = { ...at, command, isHidden, end };
    // What looks beside something that acts is not why a line failed.
    const look: Run =
      doesSomething && end.outcome === 'failed' ? { ...run, end: { outcome: 'unknown' } } : run;
    for (const { kind, isLook } of kinds) this.#note(kind, isLook, isLook ? look : run);
    if (end.running !== undefined && end.running !== '')
      this.#running.set(end.running, { run, kinds: kinds.map(({ kind }) => kind) });
  }

  /** What ran behind has ended. */
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

  /** Whether a command runs behind under this id. */
  runsBehind(id: string): boolean {
    return this.#running.has(id);
  }

  /** A file was changed, which may be what solves a failure. */
  changed(path: string): void {
    for (const { failing } of this.#kinds.values()) failing?.files.add(path);
  }

  #note(kind: string, isLook: boolean, run: Run): void {
    const known = this.#kinds.get(kind);
    const log: KindLog = known ?? { isLook, runs: 0, last: run };
    if (run.time < log.last.time) {
      log.runs++; // what a subagent did before, told later
      return;
    }
    if (run.end.outcome === 'passed' && known?.last.end.outcome === 'failed') this.#absolve(kind, known.last);
    log.runs++;
    log.last = run;
    settle(log);
    this.#kinds.delete(kind); // to the end
    this.#kinds.set(kind, log);
  }

  /** Of a line that failed, one command did well by itself: that the others failed is not known any more. */
  #absolve(kind: string, run: Run): void {
    const others = [...this.#kinds].filter(([other, { last }]) => other !== kind && last === run);
    const unknown: Run = { ...run, end: { outcome: 'unknown' } };
    for (const [, log] of others) {
      log.last = unknown;
      delete log.failing;
    }
  }
}

/** Takes over how the last run of a kind ended. Where a line may hide a failure, it shows that one is solved only by the same line or by what was changed. */
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
    ...{ ...end, time: at.time, entry: at.entry },
    kinds: entries.map(([kind]) => kind),
    isLook: entries.every(([, { isLook }]) => isLook),
    runs: Math.max(...entries.map(([, { runs }]) => runs)),
    ...(solved && { solved }),
  };
}
