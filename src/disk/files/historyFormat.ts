import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { defined, errno, isObject, jsonOf, StoreError } from '../base/core.ts';
import { fingerprintOf } from './fingerprint.ts';

/*
 * The format of a history, as its mark tells it: two numbers, as in the header of SQLite's files. A history with a
 * higher number for writing than this version knows is only read; with a higher one for reading it is not opened. Every
 * path of the store is checked here before it is used (see `way.ts`), so this reads the mark without any other module.
 */

/** Formats of this version. A number rises with each change of its format and never falls. */
export const formats = {
  /** Highest `v` of a history that is changed. */
  writing: 1,
  /** Highest `read` of a history that is opened. */
  reading: 1,
  /** Layout of files of derived values. */
  rows: 1,
  /** Results of masking: data derived from differently masked text is not reused. */
  masking: 6,
} as const;

/**
 * Name of the mark of a history: its format, and that the history was once excluded from git. It is visible to git, so
 * a history without its ignore file, also in a clone, is one that people decided to share.
 */
export const markFile = '.history.json';

/** Folder of a history's locks. */
export const locksFolder = '.locks';

/** Content of the mark. */
export interface HistoryMark {
  /** Format for writing. */
  readonly v: number;
  /** Format for reading. */
  readonly read: number;
  /** The first version of the product that knows both. */
  readonly needs?: string;
}

/** A format of a later version. */
interface NewerFormat {
  readonly state: 'newer';
  readonly isReadable: boolean;
  readonly needs?: string;
}

/** What the mark tells this version. */
export type HistoryFormat = { readonly state: 'missing' | 'known' | 'damaged' } | NewerFormat;

/** Parses a mark; undefined if it has a value that no version writes. */
export function parseMark(value: unknown): HistoryMark | undefined {
  if (!isObject(value)) return undefined;
  const { v, read = 1, needs } = value;
  if (!isFormat(v) || !isFormat(read)) return undefined;
  // It becomes part of a command that people run.
  const isVersion = typeof needs === 'string' && /^\d{1,5}(?:\.\d{1,5}){2}(?:-[\da-z.]{1,20})?$/.test(needs);
  return { v, read, ...(isVersion && { needs }) };
}

const isFormat = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 1;

/** A mark is far shorter. Bytes. */
const maxBytes = 4_096;
/** For reading, the mark is looked at again after this time. Milliseconds. */
const recentMs = 1_000;

/** The format of a history as last seen. */
interface Seen {
  readonly fingerprint: string;
  readonly format: HistoryFormat;
  /** On the monotonic clock. Milliseconds. */
  readonly at: number;
}

/** Marks by history, read again when they change. */
const marks = new Map<string, Seen>();

/** Returns the format of a history as it is now. Reads the mark only if it changed. */
export function formatNow(history: string): HistoryFormat {
  const file = join(history, markFile);
  const stat = lstat(file);
  const fingerprint = stat ? fingerprintOf(stat) : '';
  const known = marks.get(history);
  const format = known?.fingerprint === fingerprint ? known.format : read(file, stat);
  marks.set(history, { fingerprint, format, at: performance.now() });
  return format;
}

/** Whether this version may change a history. */
export const isChangeable = (history: string): boolean => formatNow(history).state !== 'newer';

/** Returns the format of a history as it was at most a second ago. */
export function recentFormat(history: string): HistoryFormat {
  const known = marks.get(history);
  return known && performance.now() - known.at < recentMs ? known.format : formatNow(history);
}

/** Throws `newer` if this version must not change a history; returns its format. */
export function assertChangeable(history: string, format = formatNow(history)): HistoryFormat {
  if (format.state === 'newer') throw newer(history, format);
  return format;
}

/** `assertChangeable` for the history that a lock protects; locks of the machine protect none. */
export function assertLockUsable(lock: string): void {
  const locks = dirname(lock);
  if (basename(locks) === locksFolder) assertChangeable(dirname(locks));
}

/** Throws `newer` if this version cannot read a history; notices within a second that it is so. */
export function assertReadable(history: string): void {
  if (!isClosed(recentFormat(history))) return;
  const format = formatNow(history);
  if (isClosed(format)) throw newer(history, format);
}

const isClosed = (format: HistoryFormat): format is NewerFormat =>
  format.state === 'newer' && !format.isReadable;

/** Error codes of what this user may not look at, or is no folder. */
const unusable = new Set(['ENOTDIR', 'EACCES', 'EPERM']);

function lstat(file: string): fs.Stats | undefined {
  try {
    return fs.lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (unusable.has(errno(error) ?? '')) return undefined; // what uses the history reports that
    throw error;
  }
}

function read(file: string, stat: fs.Stats | undefined): HistoryFormat {
  if (stat === undefined) return { state: 'missing' };
  const text = stat.isFile() && stat.size <= maxBytes ? textOf(file) : '';
  if (text === undefined) return { state: 'missing' };
  const mark = markIn(text);
  if (mark === undefined) return { state: 'damaged' };
  const isReadable = mark.read <= formats.reading;
  if (isReadable && mark.v <= formats.writing) return { state: 'known' };
  return { state: 'newer', isReadable, ...defined({ needs: mark.needs }) };
}

/** The mark in a text. Where a merge left those of both sides, a later one counts. */
function markIn(text: string): HistoryMark | undefined {
  const whole = parseMark(jsonOf(text));
  if (whole) return whole;
  const sides = text.split('\n').flatMap((line) => parseMark(jsonOf(line)) ?? []);
  return sides.find(({ v, read }) => v > formats.writing || read > formats.reading);
}

/** Text of the mark; empty if it was replaced since. Opens nothing through a link, and waits for nothing. */
function textOf(file: string): string | undefined {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
  let descriptor: number;
  try {
    descriptor = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    if (errno(error) === 'ENOENT' || errno(error) === 'ELOOP') return '';
    if (unusable.has(errno(error) ?? '')) return undefined;
    throw error;
  }
  try {
    const buffer = Buffer.alloc(maxBytes);
    return buffer.toString('utf8', 0, fs.readSync(descriptor, buffer, 0, maxBytes, 0));
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The error for a history of a later version, with how to get one that knows it. */
function newer(history: string, { isReadable, needs }: NewerFormat): StoreError {
  const what = isReadable ? 'can read it but not change it' : 'cannot open it';
  const version = needs === undefined ? 'the newest version' : `version ${needs} or newer`;
  return new StoreError(
    'newer',
    `A later version of MCP History Store wrote the history in ${history}; this one ${what}. Get ${version}: update the extension in VS Code or the command line, and start the agent again.`,
    { path: history, isReadable, ...defined({ needs }) },
  );
}
