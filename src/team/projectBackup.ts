import { errno, isObject, jsonOf, StoreError } from '../disk/base/core.ts';
import { writePrivate } from '../disk/files/chosenFile.ts';
import { openForeign } from '../disk/files/foreign.ts';
import { LineSplitter } from '../disk/files/lines.ts';
import { isUuid } from '../disk/files/projectId.ts';
import { readGzip, writeGzip } from '../history/archive/gzip.ts';
import type { RestoredProject } from './clientTypes.ts';
import {
  addProject,
  ensurePerson,
  hubMembers,
  hubProjects,
  setMember,
  type HubMember,
  type HubProject,
} from './members.ts';
import { hubAccesses, type HubConnection } from './types.ts';

/*
 * A backup is a text of lines of JSON, packed by gzip: which project it is and who is in it, then each record, and last
 * how many there are, without which it was cut off.
 */

/** Limits of a page that is read, and of a statement that restores. */
const pageRecords = 1_000;
const pageBytes = 2_000_000;
const batchCharacters = 2_000_000;

/** The first line of a backup. */
interface BackupHead {
  readonly project: HubProject;
  readonly members: readonly HubMember[];
}

/** Writes all that everybody sent to a project into a new file, and returns the number of records. */
export async function backUpProject(connection: HubConnection, id: string, file: string): Promise<number> {
  const project = (await hubProjects(connection)).find((known) => known.id === id);
  if (project === undefined)
    throw new StoreError('outside', `You are no member of the project ${id} in the hub.`, { project: id });
  const { members } = await hubMembers(connection, id);
  let records = 0;
  async function* lines(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${JSON.stringify({ backup: 1, project, members })}\n`);
    for await (const page of recordLines(connection, id)) {
      records += page.length;
      yield Buffer.from(`${page.join('\n')}\n`);
    }
    yield Buffer.from(`${JSON.stringify({ records })}\n`);
  }
  await writePrivate(file, (handle) => writeGzip(lines(), handle));
  return records;
}

/** Yields the records of a project as JSON, in the hub's order. A text that the body holds is left out. */
async function* recordLines(connection: HubConnection, project: string): AsyncGenerator<readonly string[]> {
  const sql = `
    select seq, owner, kind, id, jsonb_build_object('owner', owner, 'kind', kind, 'id', id, 'time', "time",
      'author', author, 'deleted', deleted, 'body', body,
      'text', case when body #>> '{message,text}' = "text" then null else "text" end)::text as line
    from (select *, sum(pg_column_size(body)) over (order by seq, owner, kind, id) as bytes from (
      select * from history_hub.records
      where project = $1 and (seq, owner, kind, id) > ($2, $3, $4, $5)
      order by seq, owner, kind, id limit ${pageRecords}) first) sized
    where bytes - pg_column_size(body) < ${pageBytes} order by seq, owner, kind, id`;
  for (let after: readonly unknown[] = [-1, '', '', '']; ;) {
    const rows = await connection.query(sql, [project, ...after]);
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows.map(({ line }) => String(line));
    after = [last.seq, last.owner, last.kind, last.id];
  }
}

/**
 * Brings the records of a backup back into a hub, and the people of the project; makes the project if it is not there.
 * What the hub has in a later version stays, and the same backup restores nothing twice. For whoever set the hub up.
 */
export async function restoreProject(connection: HubConnection, file: string): Promise<RestoredProject> {
  const { project, members } = await checkedHead(file);
  if ((await addProject(connection, project)) !== 'owner')
    throw new StoreError('disabled', `Only owners of the project ${project.id} restore it.`, {
      project: project.id,
    });
  let records = 0;
  for await (const batch of batches(file)) {
    const sql = 'select history_hub.restore_records($1, $2::jsonb) as restored';
    const [row] = await connection.query(sql, [project.id, `[${batch.join(',')}]`]);
    records += Number(row?.restored);
  }
  return { project, records, missing: await bringBack(connection, project.id, members) };
}

/** Lets the people in who have a user there, and returns the others. */
async function bringBack(
  connection: HubConnection,
  project: string,
  members: readonly HubMember[],
): Promise<readonly string[]> {
  const there = new Set((await hubMembers(connection, project)).members.map(({ person }) => person));
  const missing: string[] = [];
  for (const { person, access } of members.filter((member) => !there.has(member.person))) {
    const known = 'select from pg_catalog.pg_roles where rolname = $1';
    if ((await connection.query(known, [person])).length === 0) missing.push(person);
    else {
      await ensurePerson(connection, person);
      await setMember(connection, project, { person, access });
    }
  }
  return missing;
}

/** Reads a backup to its end before anything of it is used. */
async function checkedHead(file: string): Promise<BackupHead> {
  let head: BackupHead | undefined;
  let [lines, last] = [0, ''];
  try {
    for await (const line of linesOf(file)) {
      if (lines++ === 0) head = parseHead(line);
      last = line;
    }
  } catch (error) {
    if (error instanceof StoreError) throw error;
    if (errno(error) === 'ENOENT') throw new StoreError('not_found', `There is no file ${file}.`, { file });
    head = undefined; // cut off, or not packed
  }
  const end: unknown = jsonOf(last);
  if (head && isObject(end) && end.records === lines - 2) return head;
  throw new StoreError('damaged', `${file} is no backup of a project of a hub, or it was cut off.`, { file });
}

/** Yields the records of a backup, as JSON, so many that a statement can take them. */
async function* batches(file: string): AsyncGenerator<readonly string[]> {
  let [batch, characters]: [string[], number] = [[], 0];
  for await (const line of linesOf(file)) {
    if (!line.includes('"owner"') || line.startsWith('{"backup"')) continue;
    batch.push(line);
    characters += line.length;
    if (batch.length < pageRecords && characters < batchCharacters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await openForeign(file);
  try {
    const lines = new LineSplitter();
    for await (const chunk of readGzip(handle.createReadStream({ autoClose: false })))
      for (const line of lines.push(chunk)) if (typeof line === 'string') yield line;
  } finally {
    await handle.close();
  }
}

function parseHead(line: string): BackupHead | undefined {
  const value: unknown = jsonOf(line);
  const { backup, project, members } = isObject(value) ? value : {};
  if (backup !== 1 || !isObject(project) || !isUuid(project.id) || !Array.isArray(members)) return undefined;
  const { id, name, remote } = project;
  const listed: readonly unknown[] = members;
  return {
    project: { id, name: String(name), ...(typeof remote === 'string' && { remote }) },
    members: listed.flatMap((member): readonly HubMember[] => {
      const { person, access: given } = isObject(member) ? member : {};
      const access = hubAccesses.find((known) => known === given);
      return typeof person === 'string' && access ? [{ person, access }] : [];
    }),
  };
}
