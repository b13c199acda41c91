import { basename, dirname, join } from 'node:path';
import type { Clock } from '../base/context.ts';
import { defined, isObject, silentLog, timeOfNumber } from '../base/core.ts';
import { writeDerived } from '../files/derived.ts';
import { withStoreErrors } from '../files/failure.ts';
import { filesIn, removeFile, temporarySuffix } from '../files/folders.ts';
import { readJson, WrongContent } from '../files/json.ts';
import { ownProjectName } from '../files/projectId.ts';
import { tidy } from '../files/tidy.ts';
import { peek } from '../files/way.ts';

/** A program that called the server, by the name it gave itself. */
export interface CallerName {
  readonly client: string;
  readonly version?: string;
}

/** The same with when it last did. */
export interface KnownCaller extends CallerName {
  /** Milliseconds. */
  readonly calledAt: number;
}

/** A call is noted at most so often. Milliseconds. */
export const notedEveryMs = 60_000;
/** There are not so many agents: what gives itself ever new names is not noted any more. */
const maxCallers = 50;
const ending = '.json';

/** In no clone: which agents of this machine were heard from. */
const callersFolder = (history: string): string => join(history, '.machine', 'callers');

/**
 * Notes that a program called the server, on this machine and in a history that is there; at most once a minute. Each
 * has a file of its own, so that none waits for another. It is not synced: of what a power cut takes, the next call tells.
 * False where there is no history to note it in.
 */
export const noteCaller = (history: string, caller: CallerName, clock: Clock): Promise<boolean> =>
  withStoreErrors(() => note(history, caller, clock));

async function note(history: string, { client, version }: CallerName, clock: Clock): Promise<boolean> {
  const now = clock.now();
  const file = join(callersFolder(history), `${slugOf(client)}${ending}`);
  if (Math.abs(now - (peek(file)?.mtimeMs ?? -Infinity)) < notedEveryMs) return true;
  if (ownProjectName(history) === undefined) return false;
  const names = await filesIn(dirname(file));
  if (!names.includes(basename(file)) && names.length >= maxCallers) return true;
  const content = { v: 1, client: client.slice(0, 200), ...defined({ version: version?.slice(0, 100) }) };
  await writeDerived(file, `${JSON.stringify({ ...content, calledAt: now })}\n`);
  await tidy(silentLog, 'remove what was left', async () => {
    for (const name of names) if (name.endsWith(temporarySuffix)) await removeFile(join(dirname(file), name));
  });
  return true;
}

/** The programs that called the server of a project on this machine, the last one first. Files that say nothing are left out. */
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

/** A file name for whatever a program calls itself. */
const slugOf = (client: string): string =>
  client
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60) || 'unnamed';
