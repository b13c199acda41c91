import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { MessageChannel, receiveMessageOnPort, Worker, type MessagePort } from 'node:worker_threads';
import { patience } from '../../../eventually.ts';
import * as model from './shared.ts';
import type { Event, Story } from './story.ts';

const all = Array.from({ length: model.processCount }, (_, who) => who);

/** How long one look waits for a process. Milliseconds. */
const lookMs = 5_000;
/** What a story needs to end, many times over, also where one silence after the other must be waited for. Operations. */
const longest = 100_000;
/** How long a new process waits for the lock after all of this, and then works, at most. Milliseconds. */
const longestWaits = { all: 2_000, numbers: 13_000, nothing: 13_000 } as const;

/** Runs three threads that play processes, one operation of one of them at a time. */
export class Scheduler {
  readonly #folder: string;
  readonly #shared = new model.Shared();
  readonly #threads: readonly Worker[];
  readonly #traces: readonly MessagePort[];
  #stories = 0;
  #story: Story = { sight: 'all', seed: 0, reuse: false, events: [] };
  #failing: { code: number; after: number; count: number; torn: boolean }[] = [];
  #begun = 0;
  /** Until when a process stands still; it has to do something before it does so again. */
  #still: (number | undefined)[] = [];

  constructor(folder: string, program: string) {
    this.#folder = folder;
    const channels = Array.from({ length: model.processCount }, () => new MessageChannel());
    this.#traces = channels.map(({ port1 }) => port1);
    for (const port of this.#traces) port.unref();
    this.#threads = channels.map(
      ({ port2 }, index) =>
        new Worker(join(__dirname, 'process.ts'), {
          execArgv: ['--require', 'tsx/cjs'],
          workerData: { program, buffers: this.#shared.buffers, index, traces: port2 },
          transferList: [port2],
        }),
    );
  }

  async end(): Promise<void> {
    for (const thread of this.#threads) await thread.terminate();
    for (const port of this.#traces) port.close();
  }

  /** Plays a story and tells what happened; throws with that where it should not have happened. */
  play(story: Story): string {
    const { times, counts, pid } = this.#shared;
    this.#story = story;
    for (const array of [counts, pid, this.#shared.inside, this.#shared.writing]) array.fill(0);
    times.fill(Infinity);
    times[model.now] = 1_000;
    times[model.wall] = 0;
    this.#failing = [];
    this.#still = [];
    this.#begun = 0;
    const folder = this.#lockFolder(++this.#stories);
    mkdirSync(folder, { recursive: true });
    try {
      for (let who = 0; who < model.processCount; who++) this.#begin(who);
      for (const event of story.events) if (counts[model.wrong] === 0) this.#happen(event);
      this.#heal();
    } catch (error) {
      throw new Error(`${String(error)}\n${this.#trace()}`, { cause: error });
    } finally {
      rmSync(join(this.#folder, String(this.#stories)), { recursive: true });
    }
    const trace = this.#trace();
    if (counts[model.wrong] !== 0) throw new Error(`\n${trace}`);
    return trace;
  }

  #lockFolder(n: number): string {
    return join(this.#folder, String(n), '.chat-history', '.locks', 'x');
  }

  #happen(event: Event): void {
    const { times } = this.#shared;
    if (event.what === 'runs') {
      if (this.#shared.pid[event.who] === 0) this.#begin(event.who);
      for (let n = 0; n < event.operations; n++) if (!this.#step(event.who)) break;
    } else if (event.what === 'comes to') this.#comeTo(event.who, event.verb);
    else if (event.what === 'stands still') this.#stop(event.who, event.ms);
    else if (event.what === 'is killed') this.#kill(event.who);
    else if (event.what === 'fails') this.#failing[event.who] = { ...event };
    else if (event.what === 'the clock is set') times[model.wall]! += event.ms;
    // Nobody can do anything about a process that stands still for long between its last look and its writing.
    else if (this.#story.sight === 'all' || !this.#shared.writing.includes(1)) times[model.now]! += event.ms;
  }

  /** Lets a process go on until it stands at such an operation. */
  #comeTo(who: number, verb: model.Verb): void {
    const { state, verb: verbs } = this.#shared;
    const isThere = () => state[who] === model.atOperation && model.verbs[verbs[who]!] === verb;
    for (let n = 0; !isThere() && n < longest; n++) if (!this.#step(who)) break;
  }

  /** A process that others cannot see must show life again and again. */
  #stop(who: number, ms: number): void {
    if (this.#still[who] !== undefined) return;
    this.#still[who] =
      this.#shared.times[model.now]! + (this.#story.sight === 'all' ? ms : Math.min(ms, 2_000));
  }

  /** The disk works again, all come to their end, and a new process gets the lock soon. */
  #heal(): void {
    const { counts, finished, pid, times } = this.#shared;
    this.#failing = [];
    this.#still = [];
    counts[model.enough] = 1;
    const isDone = () =>
      pid.every((number, who) => number === 0 || finished[who] === 1) || counts[model.wrong] !== 0;
    this.#runUntil(isDone);
    this.#kill(0);
    this.#begin(0);
    const begun = times[model.now]!;
    this.#runUntil(isDone);
    if (times[model.now]! - begun > longestWaits[this.#story.sight])
      throw new Error(`A new process waited ${times[model.now]! - begun} ms.`);
  }

  #runUntil(isDone: () => boolean): void {
    for (let n = 0; !isDone(); n++) {
      if (n > longest) throw new Error('They come to no end.');
      this.#step(n % model.processCount);
    }
  }

  #begin(who: number): void {
    const { pid, start, finished } = this.#shared;
    this.#begun++;
    pid[who] = 1_000 + who + (this.#story.reuse ? 0 : 10 * this.#begun);
    start[who] = this.#begun;
    finished[who] = 0;
    const { sight, seed } = this.#story;
    this.#order(who, { begin: { folder: this.#lockFolder(this.#stories), sight, seed: seed + this.#begun } });
  }

  #kill(who: number): void {
    const { pid, state, inside, writing } = this.#shared;
    if (pid[who] === 0) return;
    pid[who] = 0;
    if (state[who] === model.atOperation) this.#go(who, model.killed);
    else this.#order(who, { order: 'kill' });
    inside[who] = 0;
    writing[who] = 0;
  }

  /** Lets a process go on to its next operation or rest; where all rest, time goes on. False where it rests and others do not. */
  #step(who: number): boolean {
    const { state, times } = this.#shared;
    this.#shared.counts[model.step]!++;
    if (!this.#isReady(who)) {
      const next = Math.min(...all.map((each) => this.#readyAt(each)));
      if (next === Infinity) return false;
      times[model.now] = Math.max(next, times[model.now]!);
    }
    if (!this.#isReady(who)) return false;
    this.#still[who] = undefined;
    if (state[who] === model.atOperation) this.#go(who, this.#outcome(who));
    else this.#order(who, { order: 'timer' });
    return true;
  }

  #isReady(who: number): boolean {
    return this.#readyAt(who) <= this.#shared.times[model.now]!;
  }

  #readyAt(who: number): number {
    const { state, times } = this.#shared;
    const ready = state[who] === model.atOperation ? 0 : times[model.nextTimer + who]!;
    return Math.max(ready, this.#still[who] ?? 0);
  }

  #outcome(who: number): number {
    const failing = this.#failing[who];
    if (failing === undefined || failing.after-- > 0 || failing.count-- <= 0) return model.done;
    this.#shared.code[who] = failing.code;
    return failing.torn ? model.torn : model.refused;
  }

  #go(who: number, answer: number): void {
    const { state } = this.#shared;
    this.#shared.answer[who] = answer;
    Atomics.store(state, who, model.running);
    Atomics.notify(state, who);
    this.#waitFor(who);
  }

  #order(who: number, order: model.Order): void {
    Atomics.store(this.#shared.state, who, model.running);
    this.#threads[who]!.postMessage(order);
    this.#waitFor(who);
  }

  /** Looks again when it is woken: a process that was slow between changing its state and saying so wakes for the state before. */
  #waitFor(who: number): void {
    const { state } = this.#shared;
    for (let inVain = 0; Atomics.load(state, who) === model.running;) {
      if (Atomics.wait(state, who, model.running, lookMs) === 'timed-out') inVain++;
      if (inVain * lookMs > patience) throw new Error(`Process ${who} is stuck.`);
    }
  }

  /** What happened, in order; the processes are gone then. */
  #trace(): string {
    for (let who = 0; who < model.processCount; who++) this.#kill(who);
    const traces = this.#traces.map((port, who) => {
      this.#order(who, { order: 'trace' });
      for (;;) {
        const received = receiveMessageOnPort(port);
        if (received) return received.message as [number, string][];
      }
    });
    return traces
      .flat()
      .sort(([a], [b]) => a - b)
      .slice(-120)
      .map(([step, what]) => `${step} ${what}`)
      .join('\n');
  }
}
