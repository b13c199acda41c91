import { isObject } from '../disk/base/core.ts';
import type { HubHit, ReadRecord } from './clientTypes.ts';
import { decodeBody } from './recordBodies.ts';
import type { HubConnection, HubRow } from './types.ts';

/** Number of messages read before and after one. */
const around = 3;

/**
 * Reads a record, and for a message its neighbors in the dialog; empty if it is gone or not visible to this person.
 */
export async function surroundingRecords(
  connection: HubConnection,
  project: string,
  { owner, kind, id }: Pick<HubHit, 'owner' | 'kind' | 'id'>,
): Promise<readonly ReadRecord[]> {
  const columns = 'n.id, n.kind, n."time", n.seq, n.body, n."text"';
  const beside = `history_hub.records n, it
    where n.project = $1 and n.owner = $2 and n.dialog_hash = it.dialog_hash and n.kind = 'message' and it.kind = 'message'
      and not n.deleted and n.body ->> 'dialog' = it.body ->> 'dialog'`;
  const sql = `
    with it as (select * from history_hub.records
      where project = $1 and owner = $2 and kind = $3 and id = $4 and not deleted)
    select * from (
      (select ${columns} from it n)
      union all (select ${columns} from ${beside} and n.seq < it.seq order by n.seq desc limit ${around})
      union all (select ${columns} from ${beside} and n.seq > it.seq order by n.seq limit ${around})) found
    order by seq`;
  const rows = await connection.query(sql, [project, owner, kind, id]);
  return rows.map((row) => ({ ...saidIn(row), time: Number(row.time), isRequested: String(row.id) === id }));
}

/** Prefers the body: the text for searching lacks what the database cannot store and includes a memory's tags. */
function saidIn({ kind, body, text }: HubRow): Pick<ReadRecord, 'text' | 'role'> {
  const decoded = decodeBody(body);
  const message = isObject(decoded) && isObject(decoded.message) ? decoded.message : {};
  const content = isObject(decoded) && kind === 'memory' ? decoded.content : undefined;
  const own = { text: typeof content === 'string' ? content : String(text), role: String(kind) };
  return {
    text: typeof message.text === 'string' ? message.text : own.text,
    role: typeof message.role === 'string' ? message.role : own.role,
  };
}
