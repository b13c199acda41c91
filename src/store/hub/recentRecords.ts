import { recordKinds, type HubConnection, type RecordKind } from './types.ts';

/** Only so many numbers of a project are looked through, the newest. */
const numbers = 20_000;
const mostRows = 500;

/** What somebody else sent of one dialog, or of one kind that belongs to no dialog. */
export interface RecentOfPerson {
  /** A role of the database. */
  readonly person: string;
  /** The name of the dialog; undefined for what belongs to none. */
  readonly dialog?: string;
  /** Of what belongs to no dialog; for a dialog `message`. */
  readonly kind: RecordKind;
  /** How many records: of a dialog its messages. */
  readonly count: number;
  /** Of the newest version, milliseconds. */
  readonly time: number;
  /** Of the newest record. */
  readonly number: number;
}

/** What others sent to a project lately, the newest first. */
export async function recentOfOthers(
  connection: HubConnection,
  project: string,
): Promise<readonly RecentOfPerson[]> {
  const sql = `
    select owner, dialog, min(kind) as kind, max("time") as "time", max(seq) as seq,
      count(*) filter (where dialog is null or kind = 'message') as number
    from (
      select r.owner, r.kind, r."time", r.seq, r.body ->> 'dialog' as dialog from history_hub.records r
      where r.project = $1 and r.owner <> session_user and not r.deleted
        and (r.kind <> 'archive' or position('.' in r.id) = 0) -- not each piece of one
        and r.seq > (select p.seq - ${numbers} from history_hub.projects p where p.id = $1)) recent
    where dialog is not null or kind in ('memory', 'shared', 'session', 'archive')
    group by owner, dialog, case when dialog is null then kind end
    order by max(seq) desc limit ${mostRows}`;
  const rows = await connection.query(sql, [project]);
  return rows.flatMap((row): RecentOfPerson[] => {
    const isOfDialog = typeof row.dialog === 'string';
    const kind = isOfDialog ? 'message' : recordKinds.find((known) => known === row.kind);
    if (kind === undefined) return [];
    return [
      {
        ...{ person: String(row.owner), kind, count: Number(row.number), time: Number(row.time) },
        ...(typeof row.dialog === 'string' && { dialog: row.dialog }),
        number: Number(row.seq),
      },
    ];
  });
}

/** Whether others sent anything to a project after a number. */
export async function haveOthersSent(
  connection: HubConnection,
  project: string,
  number: number,
): Promise<boolean> {
  const sql = `select 1 from history_hub.records
    where project = $1 and seq > $2 and owner <> session_user limit 1`;
  return (await connection.query(sql, [project, number])).length > 0;
}
