import { quarantine, updateJson } from '../files/smallFile.ts';
import { join } from 'node:path';
import type { Clock } from '../base/context.ts';
import { type Lease, type Log, StoreError } from '../base/core.ts';
import { projectsState, type Machine } from '../base/stateFolder.ts';
import { removeHeld } from '../files/atomic.ts';
import { filesIn, makeOutermost, sweep } from '../files/folders.ts';
import { readSmallJson } from '../files/json.ts';
import { withLock } from '../files/lock.ts';
import { tidy } from '../files/failure.ts';
import { fileAt, lstatOwn } from '../files/way.ts';
import { formatRecord, parseRecord, type ProjectRecord } from './record.ts';

/** What reading and writing records requires. */
export interface RecordContext {
  readonly machine: Machine;
  readonly clock: Clock;
  readonly log: Log;
}

/** Maximum size of a record. Bytes. */
const maxBytes = 8 * 1024 * 1024;
/** Maximum number of projects; the least recently changed are dropped. */
const maxProjects = 2_000;
const ending = '.json';

/** Reads a project's record; undefined if missing or damaged. Throws disk errors. */
export function readRecord(machine: Machine, id: string): ProjectRecord | undefined {
  const file = fileOf(machine, id);
  const there = lstatOwn(file);
  if (!there?.isFile() || there.size > maxBytes) return undefined; // set aside on the next change
  const read = readSmallJson(file, parseRecord(id));
  return read.state === 'read' ? read.value : undefined;
}

/**
 * Changes a project's record while no other process does, setting a damaged one aside first. `change` receives
 * undefined for a missing record, and returns undefined to change nothing.
 */
export async function changeRecord(
  { machine, clock, log }: RecordContext,
  id: string,
  change: (
    record: ProjectRecord | undefined,
  ) => Promise<ProjectRecord | undefined> | ProjectRecord | undefined,
): Promise<void> {
  const folder = projectsState(machine);
  const file = fileOf(machine, id);
  await makeOutermost(folder);
  await withLock(
    join(folder, '.lock'),
    async (lease) => {
      await sweep(folder, lease);
      await setAsideForeign(file, { clock, lease });
      const known = readRecord(machine, id);
      const changed = await change(known);
      if (changed === undefined) return;
      const aside = await updateJson(file, parseRecord(id), () => formatRecord(id, changed), {
        lease,
        clock,
      });
      if (aside) log.warn(`${file} was damaged (${aside.reason}) and is kept as ${aside.keptAs}`);
      if (known === undefined)
        await tidy(log, 'forget the projects of long ago', () => forgetOldest(folder, lease));
    },
    log,
  );
}

const fileOf = (machine: Machine, id: string): string => join(projectsState(machine), `${id}${ending}`);

/** Sets aside a link, folder or oversized file in place of a record. */
async function setAsideForeign(
  file: string,
  context: { readonly clock: Clock; readonly lease: Lease },
): Promise<void> {
  const there = lstatOwn(file);
  if (there && (!there.isFile() || there.size > maxBytes)) await quarantine(file, 'no record', context);
}

async function forgetOldest(folder: string, lease: Lease): Promise<void> {
  const names = (await filesIn(folder)).filter((name) => name.endsWith(ending));
  if (names.length <= maxProjects) return;
  const files = names.map((name) => join(folder, name));
  const changed = new Map(files.map((file) => [file, fileAt(file)?.mtimeMs ?? 0]));
  const oldest = files.sort((a, b) => (changed.get(a) ?? 0) - (changed.get(b) ?? 0));
  await removeHeld(oldest.slice(0, names.length - maxProjects), lease);
}

/** Creates the error for an unsuitable folder of a project. */
export const refuseFolder = (path: string, why: string): StoreError =>
  new StoreError('invalid_argument', `${JSON.stringify(path.slice(0, 200))} ${why}`, { path });
