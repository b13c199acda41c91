import { decodeBody } from './recordBodies.ts';
import { recordKinds, type HubConnection, type HubRecord, type HubRow } from './types.ts';

/** What one page holds at the most. Bytes of what was packed by the database. */
const pageRecords = 1_000;
const pageBytes = 8_000_000;

/** Which records of a project. */
export interface RecordQuery {
  readonly project: string;
  /** Up to where they were read before; 0 for none. */
  readonly cursor: number;
  /** Whose: those of the person who is connected, or of all others. */
  readonly of: 'me' | 'others';
  /** Left out is what was changed in this folder: it is known there. */
  readonly except?: string;
}

/** A record with the person whose it is. */
export interface OwnedRecord extends HubRecord {
  readonly owner: string;
}

/** Records in the order in which the hub got them, the newest version of each. */
export interface RecordPage {
  readonly records: readonly OwnedRecord[];
  /** Continues after them. */
  readonly cursor: number;
  readonly more: boolean;
}

/** One page of records. No transaction that was slow is left out by a cursor. */
export async function recordsAfter(
  connection: HubConnection,
  { project, cursor, of, except }: RecordQuery,
): Promise<RecordPage> {
  const sql = `
    select owner, kind, id, "time", author, seq, body, "text", deleted from (
      select *, sum(pg_column_size(body) + pg_column_size("text")) over (order by seq) as bytes from (
        select * from history_hub.records
        where project = $1 and seq > $2 and owner ${of === 'me' ? '=' : '<>'} session_user and author <> $3
        order by seq limit ${pageRecords}) first) page
    where bytes - pg_column_size(body) - pg_column_size("text") < ${pageBytes} order by seq`;
  const rows = await connection.query(sql, [project, cursor, except ?? '']);
  return {
    records: rows.flatMap(recordOf),
    cursor: Number(rows.at(-1)?.seq ?? cursor),
    more: rows.length > 0,
  };
}

/** All records after a cursor, page by page, each with the cursor behind it, which `take` keeps once it has the records. */
export async function pullRecords(
  connection: HubConnection,
  query: RecordQuery,
  take: (page: RecordPage) => Promise<void> | void,
): Promise<void> {
  for (let page = await recordsAfter(connection, query); page.more;) {
    await take(page);
    page = await recordsAfter(connection, { ...query, cursor: page.cursor });
  }
}

/** Nothing for a kind that a newer client brought up. */
function recordOf(row: HubRow): readonly OwnedRecord[] {
  const kind = recordKinds.find((known) => known === row.kind);
  if (kind === undefined) return [];
  return [
    {
      ...{ kind, owner: String(row.owner), id: String(row.id), time: Number(row.time) },
      ...{ author: String(row.author), body: decodeBody(row.body), text: String(row.text) },
      deleted: row.deleted === true,
    },
  ];
}
