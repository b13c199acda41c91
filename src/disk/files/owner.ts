import fs from 'node:fs';
import { hostname } from 'node:os';
import { errno, isObject, jsonOf } from '../base/core.ts';

/** Holder of a lock. */
export interface Owner {
  readonly pid: number;
  /**
   * Identifies the set of processes that `pid` belongs to: machine, boot and, in containers, the process namespace.
   */
  readonly host: string;
  /** Start time of the process, if the system provides it; it differs if the number was reused. */
  readonly start: string | undefined;
}

/** On any system; other values could name several processes at once. */
const largestPid = 2 ** 31 - 1;

let self: Owner | undefined;

/** This process. */
export function thisProcess(): Owner {
  self ??= { pid: process.pid, host: hostName(), start: processState(process.pid)?.start };
  return self;
}

/** Parses an owner's JSON; undefined if it is invalid. */
export function parseOwner(json = ''): Owner | undefined {
  const value = jsonOf(json); // undefined if it is torn or damaged
  if (!isObject(value) || typeof value.host !== 'string') return undefined;
  const { pid, host, start } = value;
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid < 1 || pid > largestPid) return undefined;
  return { pid, host, start: typeof start === 'string' ? start : undefined };
}

/**
 * Whether the process is still running; undefined if that cannot be determined here: it belongs to another machine or
 * container, or its number is in use, and only on Linux can it be determined whether by the same or by a later
 * process.
 */
export function isAlive(owner: Owner): boolean | undefined {
  if (owner.host !== thisProcess().host) return undefined;
  if (!exists(owner.pid)) return false;
  const state = processState(owner.pid);
  if (state === undefined || owner.start === undefined) return undefined;
  return state.start === owner.start && !state.ended;
}

/** Whether a process with this number runs on this machine. */
export function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errno(error) !== 'ESRCH'; // EPERM: it is running, as another user
  }
}

/** From Linux' `/proc/<pid>/stat` (proc(5)): field 3 is the state, field 22 the start time in clock ticks. */
function processState(pid: number): { start: string | undefined; ended: boolean } | undefined {
  const stat = readText(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { start: fields[19], ended: fields[0] === 'Z' || fields[0] === 'X' };
}

/** Identifies the set of processes whose numbers are valid here. */
export function hostName(): string {
  const boot = readText('/proc/sys/kernel/random/boot_id')?.trim();
  return [hostname(), boot, processNamespace()].filter(Boolean).join(' ');
}

function processNamespace(): string | undefined {
  try {
    return fs.readlinkSync('/proc/self/ns/pid');
  } catch {
    return undefined; // not Linux
  }
}

function readText(file: string): string | undefined {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return undefined; // not Linux, or the process has ended
  }
}
