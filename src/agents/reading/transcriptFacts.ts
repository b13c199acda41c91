import { basename } from 'node:path';
import { jsonOf } from '../../disk/base/core.ts';
import { foreignEndsNow } from '../../disk/files/foreign.ts';

/** Enough for the first lines of a transcript, some of which hold the instructions of its agent. Bytes. */
const endBytes = 256 * 1024;

/** What the beginning and the end of a transcript's file say, whichever agent wrote it. */
export interface TranscriptFacts {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Time of its last line, else of its last change. Milliseconds. */
  readonly activeAt: number;
  /** The first folder in it. */
  readonly folder?: string;
  /** Whether it holds a session, by any writing of its id; undefined where it names none. */
  readonly holds: (session: string) => boolean | undefined;
}

/** Reads the facts of a transcript's file; undefined if it is no regular file, or cannot be read. Synchronous. */
export function transcriptFacts(path: string): TranscriptFacts | undefined {
  const ends = foreignEndsNow(path, endBytes);
  if (ends === undefined) return undefined;
  const { head, tail, stat } = ends;
  const folder = folderIn(head);
  return {
    path,
    size: stat.size,
    activeAt: lastTimeIn(tail === '' ? head : tail) ?? stat.mtimeMs,
    ...(folder !== undefined && { folder }),
    holds: (session) => holds(`${head}\n${tail}`, path, session.toLowerCase()),
  };
}

// A quotation mark behind a backslash is part of a text.
const folderField = /(?<!\\)"cwd"\s*:\s*("(?:[^"\\]|\\.)+")/;
const timeField = /(?<!\\)"timestamp"\s*:\s*"(\d{4}-[^"\\]+)"/g;
const idField = /(?<!\\)"(?:session|conversation)_?id"\s*:\s*"([^"\\]+)"/gi;
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

function folderIn(head: string): string | undefined {
  const folder = jsonOf(folderField.exec(head)?.[1] ?? '');
  return typeof folder === 'string' ? folder : undefined;
}

function lastTimeIn(text: string): number | undefined {
  const times = [...text.matchAll(timeField)].map(([, time = '']) => Date.parse(time));
  const last = times.filter(Number.isFinite).reduce((a, b) => Math.max(a, b), -Infinity);
  return Number.isFinite(last) ? last : undefined;
}

function holds(text: string, path: string, session: string): boolean | undefined {
  const name = basename(path).toLowerCase();
  if (name.includes(session)) return true;
  const ids = new Set([...text.matchAll(idField)].map(([, id = '']) => id.toLowerCase()));
  const named = name.match(uuid) ?? [];
  if (named.some((id) => ids.has(id))) return false; // lines of other sessions are copies
  if (ids.has(session) || text.toLowerCase().includes(`"${session}"`)) return true;
  return ids.size > 0 || named.length > 0 ? false : undefined;
}
