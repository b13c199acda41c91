import type { HubConnection } from './types.ts';

/** A dialog that a colleague sent. */
export interface ColleaguesDialog {
  /** A role of the database. */
  readonly owner: string;
  readonly dialog: string;
  readonly messages: number;
  /** Of the newest message, milliseconds. */
  readonly time: number;
}

/** No list is longer. */
const most = 1_000;

/** Dialogs that others than the person who is connected sent to a project, those with the newest messages first; at most 1,000. */
export async function colleaguesDialogs(
  connection: HubConnection,
  project: string,
): Promise<readonly ColleaguesDialog[]> {
  const sql = `
    select owner, body ->> 'dialog' as dialog, count(*) as messages, max("time") as "time" from history_hub.records
    where project = $1 and owner <> session_user and kind = 'message' and not deleted and body ->> 'dialog' is not null
    group by 1, 2 order by 4 desc, 1, 2 limit ${most}`;
  const rows = await connection.query(sql, [project]);
  return rows.map(({ owner, dialog, messages, time }) => ({
    ...{ owner: String(owner), dialog: String(dialog) },
    ...{ messages: Number(messages), time: Number(time) },
  }));
}
