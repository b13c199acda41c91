import { basename, dirname, join } from 'node:path';
import type { Clock } from '../base/context.ts';
import { defined, isObject, silentLog, timeOfNumber } from '../base/core.ts';
import { sweepUnfinished, writeDerived } from '../files/indexFolder.ts';
import { withStoreErrors, tidy } from '../files/failure.ts';
import { filesIn } from '../files/folders.ts';
import { isChangeable } from '../files/historyFormat.ts';
import { readJson, WrongContent } from '../files/json.ts';
import { ownProjectName } from '../files/projectId.ts';
import { lstatOwn } from '../files/way.ts';

/** A program that called the server, by the name it reported. */
export interface CallerName {
  readonly client: string;
  readonly version?: string;
}

/** A caller and the time of its last call. */
export interface KnownCaller extends CallerName {
  /** Milliseconds. */
  readonly calledAt: number;
}

/** Minimum time between two notes of a caller. Milliseconds. */
export const noteIntervalMs = 60_000;
/** Maximum number of callers: a program that keeps changing its name is no longer noted. */
const maxCallers = 50;
const ending = '.json';

/** Machine-local folder, in no clone, with one file per caller. */
const callersFolder = (history: string): string => join(history, '.machine', 'callers');

/**
 * Notes a call to the server in an existing history, at most once a minute. Returns false without a history, and for one that a later version
 * wrote. Each
 * caller has a file of its own, so that none waits for another. Files are not synced: the next call replaces what a
 * power failure loses.
 */
export const noteCaller = (history: string, caller: CallerName, clock: Clock): Promise<boolean> =>
  withStoreErrors(() => note(history, caller, clock));

async function note(history: string, { client, version }: CallerName, clock: Clock): Promise<boolean> {
  const now = clock.now();
  const file = join(callersFolder(history), `${slugOf(client)}${ending}`);
  if (Math.abs(now - (lstatOwn(file)?.mtimeMs ?? -Infinity)) < noteIntervalMs) return true;
  if (ownProjectName(history) === undefined || !isChangeable(history)) return false;
  const names = await filesIn(dirname(file));
  if (!names.includes(basename(file)) && names.length >= maxCallers) return true;
  const content = { v: 1, client: client.slice(0, 200), ...defined({ version: version?.slice(0, 100) }) };
  await writeDerived(file, `${JSON.stringify({ ...content, calledAt: now })}\n`);
  await tidy(silentLog, 'remove what was left', () => sweepUnfinished(dirname(file), now));
  return true;
}

/** Returns the programs that called a project's server on this machine, most recent first. Skips unreadable files. */
export async function callersOf(history: string): Promise<readonly KnownCaller[]> {
  const folder = callersFolder(history);
  const names = (await filesIn(folder)).filter((name) => name.endsWith(ending));
  const read = await Promise.all(names.map((name) => readJson(join(folder, name), parseCaller)));
  const known = read.flatMap((each) => (each.state === 'read' ? [each.value] : []));
  return known.sort((a, b) => b.calledAt - a.calledAt);
}

function parseCaller(value: unknown): KnownCaller {
  const { client, version, calledAt } = isObject(value) ? value : {};
  const time = timeOfNumber(calledAt);
  if (typeof client !== 'string' || time === undefined) throw new WrongContent('no caller');
  return { client, calledAt: time, ...(typeof version === 'string' && { version }) };
}

/** Derives a file name from any client name. */
const slugOf = (client: string): string =>
  client
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'unnamed';
