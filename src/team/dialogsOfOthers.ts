import type { HubConnection } from './types.ts';

/** A colleague's dialog in the hub. */
export interface DialogOfOthers {
  /** A role of the database. */
  readonly owner: string;
  readonly dialog: string;
  readonly messages: number;
  /** Time of the newest message, milliseconds. */
  readonly time: number;
}

/** Maximum number of dialogs returned. */
const most = 1_000;

/** Returns the dialogs other people sent to a project, newest message first; at most 1,000. */
export async function dialogsOfOthers(
  connection: HubConnection,
  project: string,
): Promise<readonly DialogOfOthers[]> {
  const sql = `
    select owner, body ->> 'dialog' as dialog, count(*) as messages, max("time") as "time" from history_hub.records
    where project = $1 and owner <> session_user and kind = 'message' and not deleted and body ->> 'dialog' is not null
    group by 1, 2 order by 4 desc, 1, 2 limit ${most}`;
  const rows = await connection.query(sql, [project]);
  return rows.map(({ owner, dialog, messages, time }) => ({
    owner: String(owner),
    dialog: String(dialog),
    messages: Number(messages),
    time: Number(time),
  }));
}
