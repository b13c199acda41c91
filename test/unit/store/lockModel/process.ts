// A thread that plays one process after the other: it runs the real lock on real files, but for when its operations happen,
// what time it is, and what it sees of other processes.
import realFs from 'node:fs';
import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { compileFunction } from 'node:vm';
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import type { withLock as WithLock } from '../../../../src/disk/files/lock.ts';
import * as model from './shared.ts';

interface Given {
  /** The lock, in one text. */
  readonly program: string;
  readonly buffers: readonly SharedArrayBuffer[];
  readonly index: number;
  readonly traces: MessagePort;
}
const { program, buffers, index, traces } = workerData as Given;
const shared = new model.Shared(buffers);
const { state, times, counts } = shared;
const nodeRequire = createRequire(__filename);

/** What happened here, each with the number of its step. */
let trace: [number, string][] = [];
const note = (what: string): void => void trace.push([counts[model.step]!, `process ${index}: ${what}`]);

const failure = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code });

interface Timer {
  due: number;
  readonly every: number | undefined;
  readonly run: () => void;
}

/** One process from its beginning to its end. */
class Process {
  readonly #begin: model.Begin;
  readonly #timers = new Set<Timer>();
  #random: number;
  #ended = false;
  #made = 0;
  #descriptors = new Map<number, string>();

  constructor(begin: model.Begin) {
    this.#begin = begin;
    this.#random = begin.seed;
    this.#tellNext();
  }

  get #now(): number {
    return times[model.now]!;
  }

  /** 0 to `below` - 1. */
  #any(below: number): number {
    this.#random = (Math.imul(this.#random, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (this.#random >> 8) % below;
  }

  /** The looks at a lock are as quick as they are in one process only, so that there are not too many to play. */
  readonly #randomInt = (from: number, to: number): number =>
    (index === 0 ? 6 : 80) * (from + this.#any(to - from));

  end(): void {
    this.#ended = true;
    this.#timers.clear();
    this.#tellNext();
    note('killed');
  }

  runTimer(): void {
    const [next] = [...this.#timers].sort((a, b) => a.due - b.due);
    if (next === undefined) return;
    if (next.every === undefined) this.#timers.delete(next);
    else next.due = this.#now + next.every;
    this.#tellNext();
    next.run();
  }

  #tellNext(): void {
    times[model.nextTimer + index] = Math.min(Infinity, ...[...this.#timers].map(({ due }) => due));
  }

  #addTimer(run: () => void, ms: number, every?: number): Timer {
    const timer = { due: this.#now + ms, every, run };
    if (!this.#ended) this.#timers.add(timer);
    this.#tellNext();
    return timer;
  }

  readonly #sleep = (ms: number): Promise<void> => new Promise((done) => this.#addTimer(done, ms));

  /** Waits for its turn, and then does, or fails as it is told. */
  #operate<T>(what: string, run: () => T, half: () => void = () => undefined): T {
    if (this.#ended) throw failure('ENOENT');
    shared.verb[index] = model.verbs.findIndex((verb) => what.startsWith(verb));
    Atomics.store(state, index, model.atOperation);
    Atomics.notify(state, index);
    // A wake may be late, and of the operation before.
    while (Atomics.load(state, index) === model.atOperation) Atomics.wait(state, index, model.atOperation);
    const answer = shared.answer[index]!;
    const code = model.codes[shared.code[index]!]!;
    const dies = answer === model.killed;
    if (dies) this.end();
    if (dies || answer === model.torn) half();
    if (answer === model.done) return this.#told(what, run);
    note(`${what}: ${dies ? 'killed' : code}`);
    throw failure(dies ? 'ENOENT' : code);
  }

  #told<T>(what: string, run: () => T): T {
    try {
      const result = run();
      note(`${what}${Array.isArray(result) ? `: ${result.map(Number).join()}` : ''}`);
      return result;
    } catch (error) {
      note(`${what}: ${String(error).slice(0, 60)}`);
      throw error;
    }
  }

  /** What is made or deleted while a folder is listed may be missing. */
  readonly #readdir = (folder: string): string[] => {
    const before = this.#operate('begins to list', () => realFs.readdirSync(folder));
    return this.#operate('lists', () => {
      const after = realFs.readdirSync(folder);
      const changed = [
        ...before.filter((name) => !after.includes(name)),
        ...after.filter((name) => !before.includes(name)),
      ];
      return [
        ...before.filter((name) => after.includes(name)),
        ...changed.filter(() => this.#any(2) === 0),
      ].sort();
    });
  };

  readonly #open = (path: string, flags: number, mode?: number): number => {
    const makes = (flags & realFs.constants.O_CREAT) !== 0;
    return this.#operate(`${makes ? 'makes' : 'opens'} ${basename(path)}`, () => {
      const descriptor = realFs.openSync(path, flags, mode);
      if (makes) this.#made = Number(basename(path));
      this.#descriptors.set(descriptor, basename(path));
      return descriptor;
    });
  };

  #fs(): object {
    const name = (descriptor: number) => this.#descriptors.get(descriptor);
    return {
      ...realFs,
      readdirSync: this.#readdir,
      openSync: this.#open,
      readSync: (descriptor: number, ...rest: [Buffer, number, number, number]) =>
        this.#operate(`reads ${name(descriptor)}`, () => realFs.readSync(descriptor, ...rest)),
      writeSync: (descriptor: number, text: string, at?: number) =>
        this.#operate(
          `writes ${text.slice(0, 4)} into ${name(descriptor)}`,
          () => realFs.writeSync(descriptor, text, at),
          // Four bytes are never half written.
          () => text.length > 4 && realFs.writeSync(descriptor, text.slice(0, text.length / 2), at),
        ),
      closeSync: (descriptor: number) => {
        realFs.closeSync(descriptor);
        this.#operate(`closes ${name(descriptor)}`, () => undefined);
      },
      utimesSync: (path: string, ...both: [Date | number, Date | number]) =>
        this.#operate(`touches ${basename(path)}`, () => realFs.utimesSync(path, ...both)),
      unlinkSync: (path: string) => this.#operate(`deletes ${basename(path)}`, () => realFs.unlinkSync(path)),
      readFileSync: (path: string) => this.#readProc(path),
      readlinkSync: () => {
        if (this.#begin.sight === 'all') return 'pid:[1]';
        throw failure('ENOENT');
      },
    };
  }

  #readProc(path: string): string {
    const found = this.#begin.sight === 'all' && /^\/proc\/(\d+)\/stat$/.exec(path);
    if (!found) throw failure('ENOENT');
    const pid = Number(found[1]);
    return this.#operate(`looks at process ${pid}`, () => {
      const at = shared.pid.indexOf(pid);
      if (at === -1) throw failure('ENOENT');
      return `${pid} (node) S ${'0 '.repeat(18)}${shared.start[at]} 0`;
    });
  }

  readonly #kill = (pid: number): void =>
    this.#operate(`asks for process ${pid}`, () => {
      if (!shared.pid.includes(pid)) throw failure('ESRCH');
    });

  /** The lock as this process has it: with nothing in its memory. */
  load(): typeof WithLock {
    const fakes: Record<string, object> = {
      'node:fs': this.#fs(),
      'node:os': { hostname: () => (this.#begin.sight === 'nothing' ? `machine ${index}` : 'machine') },
      'node:timers/promises': { setTimeout: this.#sleep },
      'node:crypto': { randomInt: this.#randomInt },
    };
    const now = () => this.#now;
    const surroundings = {
      require: (name: string): unknown => fakes[name] ?? nodeRequire(name),
      process: { pid: shared.pid[index], kill: this.#kill, platform: 'linux' },
      performance: { now },
      setInterval: (run: () => void, ms: number) => ({
        unref: () => undefined,
        timer: this.#addTimer(run, ms, ms),
      }),
      clearInterval: ({ timer }: { timer: Timer }) => {
        this.#timers.delete(timer);
        this.#tellNext();
      },
      Date: class extends Date {
        constructor() {
          super(Date.UTC(2026, 1, 5) + now() + times[model.wall]!);
        }
      },
    };
    const module = { exports: {} as { withLock: typeof WithLock } };
    const names = ['module', 'exports', ...Object.keys(surroundings)];
    const run = compileFunction(program, names) as (...given: unknown[]) => void;
    run(module, module.exports, ...Object.values(surroundings));
    return module.exports.withLock;
  }

  async live(): Promise<void> {
    const withLock = this.load();
    do {
      await this.#round(withLock, counts[model.enough] !== 0);
      await this.#sleep(this.#any(3) === 0 ? this.#any(300) : 0);
    } while (counts[model.enough] === 0);
    shared.finished[index] = 1;
  }

  async #round(withLock: typeof WithLock, sound: boolean): Promise<void> {
    const work = { done: false };
    note('wants the lock');
    try {
      await withLock(this.#begin.folder, async (lease) => {
        try {
          this.#enter();
          const seen = counts[model.written]!;
          if (this.#any(2) === 0) await this.#sleep(this.#any(600));
          shared.writing[index] = 1;
          lease.assertHeld();
          this.#operate('writes its number', () => {
            if (counts[model.written] !== seen) this.#wrong('what another process wrote is lost');
            counts[model.written] = seen + 1;
          });
          work.done = true;
        } finally {
          // Work that fails is over, too, before the lock is released. What was killed has nothing to leave any more.
          if (!this.#ended) this.#leave();
        }
      });
    } catch (error) {
      if (this.#ended) return;
      note(`fails: ${String(error)}`);
      if (work.done) this.#wrong('a release that failed fails the work');
      if (String(error).includes('taken over')) this.#wrong('a living holder lost the lock');
      if (!/injected|has held the lock/.test(String(error))) this.#wrong(String(error));
      if (sound) this.#wrong('no progress on a disk that works again');
    }
  }

  #enter(): void {
    note(`holds ${this.#made} at ${this.#now}`);
    const others = [...shared.inside.keys()].filter((other) => other !== index && shared.inside[other] !== 0);
    if (others.length > 0) this.#wrong(`process ${others.join()} is inside, too`);
    if (this.#made <= counts[model.entered]!)
      this.#wrong(`generation ${this.#made} after ${counts[model.entered]}`);
    counts[model.entered] = this.#made;
    shared.inside[index] = this.#made;
  }

  #leave(): void {
    shared.inside[index] = 0;
    shared.writing[index] = 0;
  }

  #wrong(what: string): void {
    if (this.#ended) return;
    note(`WRONG: ${what}`);
    counts[model.wrong] = 1;
  }
}

let played: Process | undefined;

function follow(order: model.Order): void {
  if ('begin' in order) {
    played = new Process(order.begin);
    void played.live().catch((error: unknown) => {
      note(`WRONG: ${String(error)}`);
      counts[model.wrong] = 1;
    });
  } else if (order.order === 'timer') played?.runTimer();
  else if (order.order === 'kill') played?.end();
  else {
    traces.postMessage(trace);
    trace = [];
    played = undefined;
  }
}

parentPort?.on('message', (order: model.Order) => {
  follow(order);
  // Whatever follows from it without waiting has happened by then.
  setImmediate(() => {
    Atomics.store(state, index, model.idle);
    Atomics.notify(state, index);
  });
});
