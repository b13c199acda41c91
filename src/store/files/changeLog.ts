import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { errno, type Log } from '../base/core.ts';
import { indexFolder, makeIndexFolder } from './derived.ts';
import { fingerprintOf } from './fileCache.ts';
import { appendNow, createNow, useNow } from './open.ts';
import type { LogPosition } from './logPosition.ts';
import { fileAt } from './way.ts';

/** A log longer than this begins anew. Bytes. */
const longestLog = 65_536;

const logFile = (history: string): string => join(indexFolder(history), 'changes.log');

/** The name that was asked for last: a process mostly writes in one dialog. */
let last: { readonly base?: string; readonly mark: string } = { mark: '' };

/** What stands for the name of a folder in the log: names of dialogs may hold what is masked elsewhere. */
export function changeMark(base: string): string {
  if (last.base !== base) last = { base, mark: createHash('sha256').update(base).digest('hex').slice(0, 16) };
  return last.mark;
}

const anywhere = '*';

/**
 * Tells other processes that something changed in the folder of a dialog, or, without a name, anywhere. Call it after the change.
 * Where it fails they look at all files the next time.
 */
export function noteChange(history: string, base: string | undefined, log: Log): void {
  const file = logFile(history);
  const line = `${base === undefined ? anywhere : changeMark(base)}\n`;
  const append = (): number => appendNow(file, (size) => (size === 0 ? `${firstLine()}${line}` : line));
  try {
    if (appendThere(append, file) > longestLog) fs.rmSync(file, { force: true });
  } catch (error) {
    log.warn(`cannot note a change in ${file}: ${String(error)}`);
    beginAnew(file);
  }
}

/** An empty log is another one: who reads it knows that something changed, and not what. */
function beginAnew(file: string): void {
  try {
    fs.rmSync(file, { force: true });
    createNow(file, () => undefined);
  } catch {
    // a disk that takes nothing: others find the change once the next one is noted
  }
}

/** Makes the folder where it is missing. */
function appendThere(append: () => number, file: string): number {
  try {
    return append();
  } catch (error) {
    if (errno(error) !== 'ENOENT') throw error;
    makeIndexFolder(file);
    return append();
  }
}

/** Tells a log from those before it: a file may get the number of one that was deleted. */
const firstLine = (): string => `${randomBytes(8).toString('hex')}\n`;
const firstLength = 17;

/** Reads what was noted since it was asked last, or since a position that somebody kept. */
export class ChangeReader {
  readonly #file: string;
  /** Of the log as it was read last, `missing` where there was none. */
  #fingerprint: string | undefined;
  #position: LogPosition | undefined;

  constructor(history: string, from?: LogPosition) {
    this.#file = logFile(history);
    this.#position = from;
  }

  /** Where it has read to; the beginning of no log before it was asked. */
  get position(): LogPosition {
    return this.#position ?? { begins: '', read: 0 };
  }

  /** Marks of the dialogs' folders in which something changed; `all` where that is not known, as it is the first time. */
  changed(): ReadonlySet<string> | 'all' {
    try {
      return this.#read();
    } catch {
      this.#fingerprint = this.#position = undefined; // whoever notes a change there says what is wrong with it
      return 'all';
    }
  }

  #read(): ReadonlySet<string> | 'all' {
    const stat = fileAt(this.#file);
    const fingerprint = stat ? fingerprintOf(stat) : 'missing';
    if (fingerprint === this.#fingerprint) return nothing;
    this.#fingerprint = fingerprint;
    const text = useNow(this.#file, 'read', (descriptor) => fs.readFileSync(descriptor, 'latin1')) ?? '';
    const before = this.#position;
    this.#position = { begins: text.slice(0, firstLength), read: text.lastIndexOf('\n') + 1 };
    const { begins, read } = this.#position;
    if (begins === '' || before?.begins !== begins || before.read > read) return 'all';
    return marksIn(text.slice(before.read, read));
  }
}

/** Where the log of a history stands. */
export function positionNow(history: string): LogPosition {
  const reader = new ChangeReader(history);
  reader.changed();
  return reader.position;
}

const nothing: ReadonlySet<string> = new Set();

function marksIn(lines: string): ReadonlySet<string> | 'all' {
  const marks = lines.split('\n').slice(0, -1);
  return marks.every((mark) => /^[0-9a-f]{16}$/.test(mark)) ? new Set(marks) : 'all'; // torn, or anywhere
}
