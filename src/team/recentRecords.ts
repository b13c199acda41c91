import { hubMembers, type HubMember } from './members.ts';
import { newestNumber } from './pull.ts';
import { recordKinds, type HubConnection, type RecordKind } from './types.ts';

/** How many of a project's newest numbers are searched. */
const numbers = 20_000;
const maxRows = 500;

/** Recent records of another person in one dialog, or of one kind outside dialogs. */
export interface RecentOfPerson {
  /** A role of the database. */
  readonly person: string;
  /** Name of the dialog; undefined outside dialogs. */
  readonly dialog?: string;
  /** Kind of records outside dialogs; `message` for a dialog. */
  readonly kind: RecordKind;
  /** Number of records; in a dialog, of messages. */
  readonly count: number;
  /** Time of the newest version, milliseconds. */
  readonly time: number;
  /** Number of the newest record. */
  readonly number: number;
}

/** Members of a hub project, and what others recently sent. */
export interface HubTeam {
  /** Role of the current person. */
  readonly me: string;
  readonly members: readonly HubMember[];
  /** Newest first. */
  readonly recent: readonly RecentOfPerson[];
  /** The project's newest number, which increases with everything sent. */
  readonly number: number;
}

/** Returns the team of a project, reading what others sent only if it may differ from `before`. */
export async function teamOf(
  connection: HubConnection,
  project: string,
  { me, before }: { readonly me: string; readonly before: HubTeam | undefined },
): Promise<HubTeam> {
  const number = await newestNumber(connection, project);
  const { members } = await hubMembers(connection, project);
  const isSame =
    before !== undefined &&
    JSON.stringify(before.members) === JSON.stringify(members) &&
    !(await haveOthersSent(connection, project, before.number));
  const recent = isSame ? before.recent : await recentOfOthers(connection, project);
  return { me, members, recent, number };
}

/** Returns what others recently sent to a project, newest first. */
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
    order by max(seq) desc limit ${maxRows}`;
  const rows = await connection.query(sql, [project]);
  return rows.flatMap((row): RecentOfPerson[] => {
    const isOfDialog = typeof row.dialog === 'string';
    const kind = isOfDialog ? 'message' : recordKinds.find((known) => known === row.kind);
    if (kind === undefined) return [];
    return [
      {
        person: String(row.owner),
        kind,
        count: Number(row.number),
        time: Number(row.time),
        ...(typeof row.dialog === 'string' && { dialog: row.dialog }),
        number: Number(row.seq),
      },
    ];
  });
}

/** Reports whether others sent anything to a project after a number. */
export async function haveOthersSent(
  connection: HubConnection,
  project: string,
  number: number,
): Promise<boolean> {
  const sql = `select 1 from history_hub.records
    where project = $1 and seq > $2 and owner <> session_user limit 1`;
  return (await connection.query(sql, [project, number])).length > 0;
}
