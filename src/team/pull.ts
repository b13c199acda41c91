import { storable } from './members.ts';
import { decodeBody, encodedMember } from './recordBodies.ts';
import { recordKinds, type HubConnection, type HubRow, type PulledRecord } from './types.ts';

/** Limits of a page. Bytes are as compressed by the database and expand several times. */
const pageRecords = 1_000;
/**
 * Range of numbers a page searches: without it, a database without statistics sorts all remaining records for each
 * page.
 */
const pageNumbers = 5_000;
/** How much wider the range gets after each empty page: a gap of any size costs a few pages. */
const widening = 10;
const lastNumber = '9223372036854775807';
const pageBytes = 2_000_000;
/** Number of a dialog's records read at a time. */
const dialogPage = 200;

/** Selects records of a project. */
export interface RecordQuery {
  readonly project: string;
  /** Position after the last record read; 0 for none. */
  readonly cursor: number;
  /** Owners: the connected person, all others, or everyone. */
  readonly of: 'me' | 'others' | 'all';
  /** Excludes records changed in this folder, which are known already. */
  readonly except?: string;
}

/** A record with its owner. */
export interface OwnedRecord extends PulledRecord {
  readonly owner: string;
}

/** Records in the hub's order, each in its newest version. */
export interface RecordPage {
  readonly records: readonly OwnedRecord[];
  /** Position after these records. */
  readonly cursor: number;
  readonly more: boolean;
}

/**
 * Reads one page of records from a range of numbers. It may be empty even if there are more. All records numbered up
 * to the project's number are committed, so slow transactions are not missed. A single statement reads both, so the
 * cursor never skips records that become invisible.
 */
export async function recordsAfter(
  connection: HubConnection,
  { project, cursor, of, except }: RecordQuery,
  numbers = pageNumbers,
): Promise<RecordPage> {
  const last = cursor + numbers;
  const sql = `
    select p.seq as newest, page.* from history_hub.projects p left join lateral (
      select owner, kind, id, "time", author, seq, body, deleted from (
        select *, sum(pg_column_size(body)) over (order by seq) as bytes from (
          select * from history_hub.records
          where project = $1 and seq > $2 and seq <= least($4::bigint, p.seq)
            and ${ofWhom[of]} and author <> $3
            and (kind <> 'archive' or position('.' in id) = 0) -- pieces are read with their archive
          order by seq limit ${pageRecords}) first) sized
      where bytes - pg_column_size(body) < ${pageBytes}) page on true
    where p.id = $1 order by page.seq`;
  const upTo = Number.isSafeInteger(last) ? last : lastNumber;
  const rows = await connection.query(sql, [project, cursor, except ?? '', upTo]);
  const newest = Number(rows[0]?.newest ?? 0);
  const end = Math.min(last, newest);
  if (end <= cursor) return { records: [], cursor, more: false };
  const reached = Number(rows.at(-1)?.seq ?? end);
  return { records: rows.flatMap(recordOf), cursor: reached, more: reached < newest };
}

const ofWhom = { me: 'owner = session_user', others: 'owner <> session_user', all: 'true' } as const;

/** Returns the project's last number; 0 if it does not exist or is not visible to this person. */
export async function newestNumber(connection: HubConnection, project: string): Promise<number> {
  const [last] = await connection.query('select seq from history_hub.projects where id = $1', [project]);
  return Number(last?.seq ?? 0);
}

/** Returns the project's last number and when it was made, as far as this person sees it. */
export async function projectNow(
  connection: HubConnection,
  project: string,
): Promise<{ readonly newest: number; readonly made?: string }> {
  const sql = `select seq, extract(epoch from created_at)::text as made from history_hub.projects where id = $1`;
  const [row] = await connection.query(sql, [project]);
  return { newest: Number(row?.seq ?? 0), ...(typeof row?.made === 'string' && { made: row.made }) };
}

/** Reads all records after a cursor, page by page; `take` should save each page's cursor after processing it. */
export async function pullRecords(
  connection: HubConnection,
  query: RecordQuery,
  take: (page: RecordPage) => Promise<void> | void,
): Promise<void> {
  let numbers = pageNumbers;
  for (let cursor = query.cursor, more = true; more;) {
    const page = await recordsAfter(connection, { ...query, cursor }, numbers);
    numbers = page.records.length === 0 ? numbers * widening : pageNumbers;
    if (page.cursor > cursor) await take(page);
    ({ cursor, more } = page);
  }
}

/**
 * Yields pages of messages, summary and context snapshots of a person's dialog, in the hub's order. May include
 * records of other dialogs: names are compared by hash, and not at all in bodies the database cannot read.
 */
export async function* dialogRecords(
  connection: HubConnection,
  { project, owner, dialog }: { readonly project: string; readonly owner: string; readonly dialog: string },
): AsyncGenerator<readonly OwnedRecord[]> {
  const sql = `
    select owner, kind, id, "time", author, seq, body, deleted from history_hub.records
    where project = $1 and owner = $2 and seq > $4 and kind in ('message', 'summary', 'context')
      and (dialog_hash = hashtextextended($3, 0) or dialog_hash is null and body ? '${encodedMember}')
    order by seq limit ${dialogPage}`;
  for (let cursor = 0; ;) {
    const rows = await connection.query(sql, [project, owner, storable(dialog), cursor]);
    if (rows.length === 0) return;
    yield rows.flatMap(recordOf);
    cursor = Number(rows.at(-1)?.seq);
  }
}

/** Returns nothing for a kind introduced by a newer client. */
export function recordOf(row: HubRow): readonly OwnedRecord[] {
  const kind = recordKinds.find((known) => known === row.kind);
  if (kind === undefined) return [];
  return [
    {
      kind,
      owner: String(row.owner),
      id: String(row.id),
      time: Number(row.time),
      author: String(row.author),
      body: decodeBody(row.body),
      deleted: row.deleted === true,
    },
  ];
}
