import { isObject } from '../base/core.ts';
import type { HubHit } from './searchRecords.ts';
import { decodeBody } from './recordBodies.ts';
import type { HubConnection, HubRow } from './types.ts';

/** So many messages before and after one are read with it. */
const around = 3;

/** A record to be read. */
export interface ReadRecord {
  /** What it says, as it was written. */
  readonly text: string;
  /** Of a message; else what it is. */
  readonly role: string;
  /** Milliseconds. */
  readonly time: number;
  /** Whether it is the one that was asked for. */
  readonly isIt: boolean;
}

/** A record of a project, a message with those before and after it in its dialog; nothing where it is gone, or not for this person. */
export async function recordsAround(
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
  return rows.map((row) => ({ ...saidIn(row), time: Number(row.time), isIt: String(row.id) === id }));
}

/** The text for a search lacks what the database cannot hold, and holds the tags of a memory. */
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
