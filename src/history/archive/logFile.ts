import { separated } from '../../disk/text/gluedRecords.ts';
import { isObject, jsonOf, type Lease } from '../../disk/base/core.ts';
import { appendBounded } from '../../disk/files/appendLines.ts';
import { lastBytesOf } from '../../disk/files/open.ts';
import { agents } from '../../agents/agents.ts';
import type { ArchiveLog, ArchiveLogEntry } from './types.ts';

/** Size above which a log is cut to its newer half before a line is added. Bytes. */
const maxBytes = 512 * 1024;
/** Amount of a log that is read; no entry exceeds its limit. Bytes. */
const readBytes = 2 * maxBytes;

/** Appends a line to the log and waits for the disk; drops older lines of a long log. Requires the lock. */
export const appendEntry = (file: string, entry: ArchiveLogEntry, lease: Lease): Promise<void> =>
  appendBounded(file, JSON.stringify(entry), { maxBytes, lease });

/** Reads the log, or its end if it grew too long; a missing one is empty, invalid lines are counted. */
export async function readLog(file: string): Promise<ArchiveLog> {
  const text = (await lastBytesOf(file, readBytes))?.toString('utf8') ?? '';
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .flatMap(separated);
  const entries = lines.flatMap((line) => parseEntry(line) ?? []);
  return { entries, unreadable: lines.length - entries.length };
}

function parseEntry(line: string): ArchiveLogEntry | undefined {
  const value = jsonOf(line);
  if (!isObject(value) || typeof value.time !== 'string') return undefined;
  const outcome = (['archived', 'failed', 'noted'] as const).find((known) => known === value.outcome);
  return outcome && { time: value.time, outcome, ...aboutOf(value), ...resultOf(value) };
}

function aboutOf({ event, trigger, agent, session, transcript }: Readonly<Record<string, unknown>>) {
  const known = [...agents, 'history' as const].find((name) => name === agent);
  return {
    ...(typeof event === 'string' && { event }),
    ...(typeof trigger === 'string' && { trigger }),
    ...(known && { agent: known }),
    ...(typeof session === 'string' && { session }),
    ...(typeof transcript === 'string' && { transcript }),
  };
}

function resultOf({ name, messages, error, note, damaged }: Readonly<Record<string, unknown>>) {
  const failure = isObject(error) ? { code: String(error.code), message: String(error.message) } : undefined;
  const names = Array.isArray(damaged) ? damaged.filter((item) => typeof item === 'string') : [];
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof messages === 'number' && { messages }),
    ...(failure && { error: failure }),
    ...(typeof note === 'string' && { note }),
    ...(names.length > 0 && { damaged: names }),
  };
}
