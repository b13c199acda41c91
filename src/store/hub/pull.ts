import { storable } from './members.ts';
import { decodeBody, wrapped } from './recordBodies.ts';
import { recordKinds, type HubConnection, type HubRow, type PulledRecord } from './types.ts';

/** What one page holds at the most. Bytes of what was packed by the database, which unpacks to several times that. */
const pageRecords = 1_000;
/** How many numbers a page looks through: without it a database that has no statistics yet sorts all that is left for each page. */
const pageNumbers = 5_000;
const pageBytes = 2_000_000;
/** Records of a dialog that are read at a time. */
const dialogPage = 200;

/** Which records of a project. */
export interface RecordQuery {
  readonly project: string;
  /** Up to where they were read before; 0 for none. */
  readonly cursor: number;
  /** Whose: those of the person who is connected, of all others, or of everybody. */
  readonly of: 'me' | 'others' | 'all';
  /** Left out is what was changed in this folder: it is known there. */
  readonly except?: string;
}

/** A record with the person whose it is. */
export interface OwnedRecord extends PulledRecord {
  readonly owner: string;
}

/** Records in the order in which the hub got them, the newest version of each. */
export interface RecordPage {
  readonly records: readonly OwnedRecord[];
  /** Continues after them. */
  readonly cursor: number;
  readonly more: boolean;
}

/**
 * One page of records, which may be empty though there is more. No transaction that was slow is left out by a cursor: what
 * has a number up to that of the project is all there. One statement says both, so that a cursor never moves over what a
 * person sees no more.
 */
export async function recordsAfter(
  connection: HubConnection,
  { project, cursor, of, except }: RecordQuery,
): Promise<RecordPage> {
  const sql = `
    select p.seq as newest, page.* from history_hub.projects p left join lateral (
      select owner, kind, id, "time", author, seq, body, deleted from (
        select *, sum(pg_column_size(body)) over (order by seq) as bytes from (
          select * from history_hub.records
          where project = $1 and seq > $2 and seq <= least($2 + ${pageNumbers}, p.seq)
            and ${ofWhom[of]} and author <> $3
            and (kind <> 'archive' or position('.' in id) = 0) -- pieces are read with their archive
          order by seq limit ${pageRecords}) first) sized
      where bytes - pg_column_size(body) < ${pageBytes}) page on true
    where p.id = $1 order by page.seq`;
  const rows = await connection.query(sql, [project, cursor, except ?? '']);
  const newest = Number(rows[0]?.newest ?? 0);
  const end = Math.min(cursor + pageNumbers, newest);
  if (end <= cursor) return { records: [], cursor, more: false };
  const reached = Number(rows.at(-1)?.seq ?? end);
  return { records: rows.flatMap(recordOf), cursor: reached, more: reached < newest };
}

const ofWhom = { me: 'owner = session_user', others: 'owner <> session_user', all: 'true' } as const;

/** The number that a project gave last; 0 where there is none, or not for this person. */
export async function newestNumber(connection: HubConnection, project: string): Promise<number> {
  const [last] = await connection.query('select seq from history_hub.projects where id = $1', [project]);
  return Number(last?.seq ?? 0);
}

/** All records after a cursor, page by page, each with the cursor behind it, which `take` keeps once it has the records. */
export async function pullRecords(
  connection: HubConnection,
  query: RecordQuery,
  take: (page: RecordPage) => Promise<void> | void,
): Promise<void> {
  for (let cursor = query.cursor, more = true; more;) {
    const page = await recordsAfter(connection, { ...query, cursor });
    if (page.cursor > cursor) await take(page);
    ({ cursor, more } = page);
  }
}

/**
 * Messages, summary and context snapshots of a dialog of a person, in the order in which the hub got them, page by page. Among them may be
 * records of other dialogs: their names are compared by a hash, and not where the database cannot read a body.
 */
export async function* dialogRecords(
  connection: HubConnection,
  { project, owner, dialog }: { readonly project: string; readonly owner: string; readonly dialog: string },
): AsyncGenerator<readonly OwnedRecord[]> {
  const sql = `
    select owner, kind, id, "time", author, seq, body, deleted from history_hub.records
    where project = $1 and owner = $2 and seq > $4 and kind in ('message', 'summary', 'context')
      and (dialog_hash = hashtextextended($3, 0) or dialog_hash is null and body ? '${wrapped}')
    order by seq limit ${dialogPage}`;
  for (let cursor = 0; ;) {
    const rows = await connection.query(sql, [project, owner, storable(dialog), cursor]);
    if (rows.length === 0) return;
    yield rows.flatMap(recordOf);
    cursor = Number(rows.at(-1)?.seq);
  }
}

/** Nothing for a kind that a newer client brought up. */
export function recordOf(row: HubRow): readonly OwnedRecord[] {
  const kind = recordKinds.find((known) => known === row.kind);
  if (kind === undefined) return [];
  return [
    {
      ...{ kind, owner: String(row.owner), id: String(row.id), time: Number(row.time) },
      ...{ author: String(row.author), body: decodeBody(row.body) },
      deleted: row.deleted === true,
    },
  ];
}
