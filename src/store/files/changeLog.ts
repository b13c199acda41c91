import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { errno, type Log } from '../base/core.ts';
import { indexFolder, makeIndexFolder } from './derived.ts';
import { fingerprintOf } from './fileCache.ts';
import { appendNow, useNow } from './open.ts';
import { fileAt } from './way.ts';

/** A log longer than this begins anew. Bytes. */
const longestLog = 65_536;

const logFile = (history: string): string => join(indexFolder(history), 'changes.log');

/** What stands for the name of a folder in the log: names of dialogs may hold what is masked elsewhere. */
export const changeMark = (base: string): string =>
  createHash('sha256').update(base).digest('hex').slice(0, 16);

const anywhere = '*';

/**
 * Tells other processes that something changed in the folder of a dialog, or, without a name, anywhere. Call it after the change.
 * Where it fails they find the change all the same, when they look at all files the next time.
 */
export function noteChange(history: string, base: string | undefined, log: Log): void {
  const file = logFile(history);
  const line = `${base === undefined ? anywhere : changeMark(base)}\n`;
  const append = (): number => appendNow(file, (size) => (size === 0 ? `${firstLine()}${line}` : line));
  try {
    if (appendThere(append, file) > longestLog) fs.rmSync(file, { force: true });
  } catch (error) {
    log.warn(`cannot note a change in ${file}: ${String(error)}`);
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

/** Reads what was noted since it was asked last. */
export class ChangeReader {
  readonly #file: string;
  /** Of the log as it was read last, `missing` where there was none. */
  #fingerprint: string | undefined;
  #begins = '';
  #read = 0;

  constructor(history: string) {
    this.#file = logFile(history);
  }

  /** Marks of the dialogs' folders in which something changed; `all` where that is not known, as it is the first time. */
  changed(): ReadonlySet<string> | 'all' {
    const stat = fileAt(this.#file);
    const fingerprint = stat ? fingerprintOf(stat) : 'missing';
    if (fingerprint === this.#fingerprint) return nothing;
    this.#fingerprint = fingerprint;
    const text = useNow(this.#file, 'read', (descriptor) => fs.readFileSync(descriptor, 'latin1')) ?? '';
    const [begins, from] = [this.#begins, this.#read];
    this.#begins = text.slice(0, firstLength);
    this.#read = text.lastIndexOf('\n') + 1;
    return begins !== '' && begins === this.#begins ? marksIn(text.slice(from, this.#read)) : 'all';
  }
}

const nothing: ReadonlySet<string> = new Set();

function marksIn(lines: string): ReadonlySet<string> | 'all' {
  const marks = lines.split('\n').slice(0, -1);
  return marks.every((mark) => /^[0-9a-f]{16}$/.test(mark)) ? new Set(marks) : 'all'; // torn, or anywhere
}
