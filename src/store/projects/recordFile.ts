import { updateJson } from '../files/smallFile.ts';
import { join } from 'node:path';
import type { Clock } from '../base/context.ts';
import { type Log, StoreError } from '../base/core.ts';
import { projectsState, type Machine } from '../base/stateFolder.ts';
import { filesIn, makeOutermost, removeFile, sweep } from '../files/folders.ts';
import { quarantine, readSmallJson } from '../files/json.ts';
import { withLock } from '../files/lock.ts';
import { tidy } from '../files/tidy.ts';
import { fileAt, peek } from '../files/way.ts';
import { formatRecord, parseRecord, type ProjectRecord } from './record.ts';

/** What is known of projects on a machine is kept and looked at with these. */
export interface RecordContext {
  readonly machine: Machine;
  readonly clock: Clock;
  readonly log: Log;
}

/** No record that was written is larger. Bytes. */
const maxBytes = 8 * 1024 * 1024;
/** So many projects are remembered; beyond, those whose record changed least recently are forgotten. */
const maxProjects = 2_000;
const ending = '.json';

/** What the machine knows of a project; undefined where that is nothing or damaged. What the disk refuses is thrown. */
export function readRecord(machine: Machine, id: string): ProjectRecord | undefined {
  const file = fileOf(machine, id);
  const there = peek(file);
  if (!there?.isFile() || there.size > maxBytes) return undefined; // put aside when it is to be changed
  const read = readSmallJson(file, parseRecord(id));
  return read.state === 'read' ? read.value : undefined;
}

/**
 * Changes what the machine knows of a project, while no other process does. `change` gets undefined where that is nothing,
 * and gives undefined to leave it as it is. A record that is damaged is put aside first.
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
      await sweep(folder);
      await putAsideForeign(file, { clock, log });
      const known = readRecord(machine, id);
      const changed = await change(known);
      if (changed === undefined) return;
      const aside = await updateJson(file, parseRecord(id), () => formatRecord(id, changed), {
        lease,
        clock,
      });
      if (aside) log.warn(`${file} was damaged (${aside.reason}) and is kept as ${aside.keptAs}`);
      if (known === undefined) await tidy(log, 'forget the projects of long ago', () => forgetOldest(folder));
    },
    log,
  );
}

const fileOf = (machine: Machine, id: string): string => join(projectsState(machine), `${id}${ending}`);

/** A link, a folder or a file far too large has the name of a record. */
async function putAsideForeign(file: string, around: Pick<RecordContext, 'clock' | 'log'>): Promise<void> {
  const there = peek(file);
  if (there && (!there.isFile() || there.size > maxBytes)) await quarantine(file, 'no record', around);
}

async function forgetOldest(folder: string): Promise<void> {
  const names = (await filesIn(folder)).filter((name) => name.endsWith(ending));
  if (names.length <= maxProjects) return;
  const files = names.map((name) => join(folder, name));
  const changed = new Map(files.map((file) => [file, fileAt(file)?.mtimeMs ?? 0]));
  const oldest = files.sort((a, b) => (changed.get(a) ?? 0) - (changed.get(b) ?? 0));
  for (const file of oldest.slice(0, names.length - maxProjects)) await removeFile(file);
}

/** Refuses what a person named as a folder of a project. */
export const refuseFolder = (path: string, why: string): StoreError =>
  new StoreError('invalid_argument', `${JSON.stringify(path.slice(0, 200))} ${why}`, { path });
