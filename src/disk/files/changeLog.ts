import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { errno, type Log, errorMessage } from '../base/core.ts';
import { indexFolder, makeIndexFolder } from './ignored.ts';
import { fingerprintOf } from './fingerprint.ts';
import { appendNow, createNow, useNow } from './open.ts';
import { fileAt } from './way.ts';

/** A log longer than this starts anew. Bytes. */
const longestLog = 65_536;

/** Name in `.index/`. */
export const changeLogName = 'changes.log';

const logFile = (history: string): string => join(indexFolder(history), changeLogName);

/** The last name requested: a process mostly writes to one dialog. */
let last: { readonly base?: string; readonly mark: string } = { mark: '' };

/** Represents the name of a folder in the log: names of dialogs may contain text that is masked elsewhere. */
export function changeMark(base: string): string {
  if (last.base !== base) last = { base, mark: createHash('sha256').update(base).digest('hex').slice(0, 16) };
  return last.mark;
}

const anywhere = '*';

/**
 * Notifies other processes of a change in the folder of a dialog, or, without a name, anywhere. Call it after the
 * change. If it fails, they check all files the next time.
 */
export function noteChange(history: string, base: string | undefined, log: Log): void {
  const file = logFile(history);
  const line = `${base === undefined ? anywhere : changeMark(base)}\n`;
  const append = (): number => appendNow(file, (size) => (size === 0 ? `${firstLine()}${line}` : line));
  try {
    if (appendThere(append, file) > longestLog) fs.rmSync(file, { force: true });
  } catch (error) {
    log.warn(`cannot note a change in ${file}: ${errorMessage(error)}`);
    beginAnew(file);
  }
}

/** An empty log counts as a new one: its readers know that something changed, but not what. */
function beginAnew(file: string): void {
  try {
    fs.rmSync(file, { force: true });
    createNow(file, () => undefined);
  } catch {
    // the disk accepts no writes: others find the change once the next one is noted
  }
}

/** Creates the folder if it is missing. */
function appendThere(append: () => number, file: string): number {
  try {
    return append();
  } catch (error) {
    if (errno(error) !== 'ENOENT') throw error;
    makeIndexFolder(file);
    return append();
  }
}

/** Distinguishes a log from earlier ones: a file may get the inode number of a deleted one. */
const firstLine = (): string => `${randomBytes(8).toString('hex')}\n`;
const firstLength = 17;

/** Reads what was noted since the last call, or since a stored position. */
export class ChangeReader {
  readonly #file: string;
  /** Of the log when it was last read, `missing` if there was none. */
  #fingerprint: string | undefined;
  #position: LogPosition | undefined;

  constructor(history: string, from?: LogPosition) {
    this.#file = logFile(history);
    this.#position = from;
  }

  /** Position up to which the log has been read; before the first read, the start of a missing log. */
  get position(): LogPosition {
    return this.#position ?? { begins: '', read: 0 };
  }

  /** Marks of the folders of dialogs in which something changed; `all` if that is unknown, as on the first call. */
  changed(): ReadonlySet<string> | 'all' {
    try {
      return this.#read();
    } catch {
      this.#fingerprint = this.#position = undefined; // a process that notes a change there reports the problem
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

/** Current position in the log of a history. */
export function positionNow(history: string): LogPosition {
  const reader = new ChangeReader(history);
  reader.changed();
  return reader.position;
}

const nothing: ReadonlySet<string> = new Set();

function marksIn(lines: string): ReadonlySet<string> | 'all' {
  const marks = lines.split('\n').slice(0, -1);
  return marks.every((mark) => /^[0-9a-f]{16}$/.test(mark)) ? new Set(marks) : 'all'; // torn, or a change anywhere
}

/** A position in a log of changes: its first line, empty if there is no log, and the number of bytes read. */
export interface LogPosition {
  readonly begins: string;
  readonly read: number;
}
