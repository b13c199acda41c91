// A thread that plays a process: the real store on real files, paused before its n-th operation on a file until it may go on. To others it is one of another container, whose number says nothing: they pass it once it is silent.
import fs from 'node:fs';
import os from 'node:os';
import { sep } from 'node:path';
import timers from 'node:timers/promises';
import { inspect } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { isObject, StoreError } from '../../../../src/disk/base/core.ts';
import { openStore } from '../../../../src/store/store.ts';
import { cases } from '../faults/cases.ts';
import { TestClock } from '../withStore.ts';
import { goesOn, stops, unsure, type Answer, type Order } from './player.ts';

const { index, buffer } = workerData as { readonly index: number; readonly buffer: SharedArrayBuffer };
const shared = new Int32Array(buffer);
const clock = new TestClock();

type Call = (...args: unknown[]) => unknown;

let root = '';

/** Whether it has made the file of a lock since its order: before that it changes nothing. */
let locked = false;

/** What is done with a lock is the lock's own model's. */
const isOfLock = (path: string): boolean => path.includes(`${sep}.lock`);

/** Pattern of the operation to pause before instead, once. */
let form: RegExp | undefined;

/** Pauses where it was ordered to. */
function operate(what = ''): void {
  if (!locked) return;
  const isMeant = form?.test(what) === true;
  if (isMeant) form = undefined;
  if (Atomics.sub(shared, stops, 1) !== 1 && !isMeant) return;
  Atomics.store(shared, goesOn, 0);
  answer({ still: true });
  Atomics.wait(shared, goesOn, 0);
}

function patch(target: object, name: string, call: (original: Call) => Call): void {
  const original = Reflect.get(target, name) as Call;
  const patched = call(function (this: unknown, ...args) {
    return original.apply(this, args);
  });
  for (const key of Object.keys(original)) Reflect.set(patched, key, Reflect.get(original, key));
  Reflect.set(target, name, patched);
}

const byPath = [
  ...['open', 'mkdir', 'rm', 'unlink', 'rename', 'link', 'copyFile', 'writeFile', 'appendFile', 'utimes'],
  ...['truncate', 'readdir', 'readFile', 'lstat', 'stat'],
];

/** What is written through a descriptor follows its opening, but for what waits for the disk. */
async function patchFiles(): Promise<void> {
  const stopping =
    (name: string) =>
    (original: Call): Call =>
    (...args) => {
      const [path] = args;
      if (typeof path !== 'string' || !path.startsWith(root)) return original(...args);
      if (!isOfLock(path)) operate(`${name} ${args.slice(0, 2).join(' ')}`);
      else if (typeof args[1] === 'number' && (args[1] & fs.constants.O_CREAT) !== 0) locked = true;
      return original(...args);
    };
  for (const name of byPath) {
    patch(fs, `${name}Sync`, stopping(name));
    patch(fs.promises, name, stopping(name));
  }
  patch(fs, 'fsync', () => (_, done) => {
    operate();
    setImmediate(done as () => void);
  });
  const handle = await fs.promises.open(__filename, 'r');
  const handles = Object.getPrototypeOf(handle) as object;
  await handle.close();
  for (const name of ['write', 'writeFile', 'read', 'readFile', 'truncate'])
    patch(
      handles,
      name,
      (original) =>
        function (this: unknown, ...args) {
          operate();
          return original.apply(this, args);
        },
    );
  patch(handles, 'sync', () => () => {
    operate();
    return Promise.resolve();
  });
}

/** Only one process runs at a time, so that time passes as they wait for each other. */
function patchTime(): void {
  let waited = 0;
  const now = performance.now.bind(performance);
  Reflect.set(performance, 'now', () => now() + waited);
  Reflect.set(timers, 'setTimeout', async (ms: number) => {
    waited += 50 * ms;
    await new Promise((done) => setImmediate(done));
  });
}

function answer(what: Answer): void {
  parentPort?.postMessage(what);
}

async function follow({ number, what }: Order): Promise<void> {
  const one = cases[number];
  if (one === undefined) throw new Error(`There is no case ${number}.`);
  const store = openStore(root, { clock });
  try {
    const result = await one[what]?.(store, root);
    // A compaction that finds that something was added does nothing.
    const isNothing = isObject(result) && result.state === 'added';
    answer({ outcome: isNothing ? 'busy' : 'done', text: JSON.stringify(result) });
  } catch (error) {
    answer({ outcome: codeOf(error), text: inspect(error) });
  }
}

function codeOf(error: unknown): string {
  // What was added to a file may have been read before that was written anew.
  if (String(error).includes('was written anew')) return unsure;
  if (String(error).includes('was taken over')) return 'busy';
  return error instanceof StoreError ? error.code : 'failed';
}

async function live(): Promise<void> {
  Reflect.set(os, 'hostname', () => `machine ${index}`);
  patchTime();
  await patchFiles();
  parentPort?.on('message', (order: Order) => {
    root = order.root;
    locked = false;
    form = order.before === undefined ? undefined : new RegExp(order.before);
    void follow(order);
  });
  answer({ outcome: 'done' });
}

void live();
