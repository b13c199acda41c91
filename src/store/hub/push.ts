import { isObject, StoreError } from '../base/core.ts';
import { tellListeners } from './listen.ts';
import { storable } from './members.ts';
import { back, encodeBody, wrapped } from './recordBodies.ts';
import type { HubConnection, HubRecord } from './types.ts';
import { keyOf, takesPlace } from './versions.ts';

/** What one transaction takes at the most: the others of the project wait for it, and client and engine hold it several times. */
const batchRecords = 1_000;
const batchCharacters = 2_000_000;

/**
 * Sends records of a project to the hub, in transactions of their own, and says after each how many of them are there. What
 * the hub knows, or knows a later version of, changes nothing, so that everything may be sent again after a failure.
 * Throws `disabled` where the person who is connected may not write.
 */
export async function pushRecords(
  connection: HubConnection,
  project: string,
  records: Iterable<HubRecord> | AsyncIterable<HubRecord>,
  sent: (batch: readonly HubRecord[]) => Promise<void> | void = () => undefined,
): Promise<void> {
  for await (const batch of batchesOf(records)) {
    await pushBatch(connection, project, batch);
    await tellListeners(connection, project);
    await sent(batch);
  }
}

async function pushBatch(
  connection: HubConnection,
  project: string,
  batch: readonly HubRecord[],
): Promise<void> {
  const records = lastOfEach(batch);
  const values = [project, records.length, `[${records.map(rowOf).join(',')}]`];
  const [row] = await connection.query(pushSql, values);
  if (row?.counted === true) return;
  throw new StoreError(
    'disabled',
    `You may not write to the project ${project} in the hub. Ask an owner of it for the access of a writer.`,
    { project },
  );
}

/** A record as JSON, its text only where that is not in its body. */
function rowOf({ body, text, ...record }: HubRecord): string {
  const said = encodeBody(body);
  const message = isObject(body) ? body.message : undefined;
  const isInBody = isObject(message) && message.text === text && !said.startsWith(`{"${wrapped}"`);
  const rest = JSON.stringify({ ...record, ...(!isInBody && { text: storable(text) }) });
  return `{"body":${said},${rest.slice(1)}`;
}

/**
 * One statement is one transaction, and one way to a hub that may be far. Counting the records of a project holds its row
 * until that has ended: what is numbered later is seen later, and who has read up to a number has read all before it.
 * One text has all records: an array for each column takes a client and the engine twice the time and memory.
 */
const pushSql = `
with counted as (
  update history_hub.projects set seq = seq + $2 where id = $1 returning seq - $2 as before),
added as (
  insert into history_hub.records as known (project, seq, kind, id, "time", author, body, "text", deleted)
  select $1, counted.before + n, kind, id, "time", author, coalesce(body, 'null'),
    coalesce("text", body #>> '{message,text}'), deleted
  from counted, rows from (jsonb_to_recordset($3::jsonb) as
      (kind text, id text, "time" bigint, author text, body jsonb, "text" text, deleted boolean))
    with ordinality as given (kind, id, "time", author, body, "text", deleted, n)
  on conflict (project, owner, kind, id) do update set
    seq = excluded.seq, "time" = excluded."time", author = excluded.author,
    body = excluded.body, "text" = excluded."text", deleted = excluded.deleted
  where case when known.kind = 'message'
    then known."time" < excluded."time" and (excluded.deleted or excluded.body ? '${back}')
    else known."time" < excluded."time"
      or known."time" = excluded."time" and known.author collate "C" < excluded.author collate "C" end)
select exists (select from counted) as counted`;

/** Of records with one key the one that counts: a statement changes a row once. */
function lastOfEach(batch: readonly HubRecord[]): readonly HubRecord[] {
  const last = new Map<string, HubRecord>();
  for (const record of batch) {
    const key = keyOf(record);
    if (takesPlace(record, last.get(key))) last.set(key, record);
  }
  return [...last.values()];
}

async function* batchesOf(
  records: Iterable<HubRecord> | AsyncIterable<HubRecord>,
): AsyncGenerator<readonly HubRecord[]> {
  let batch: HubRecord[] = [];
  let characters = 0;
  for await (const record of records) {
    batch.push(record);
    characters += charactersOf(record);
    if (batch.length < batchRecords && characters < batchCharacters) continue;
    yield batch;
    [batch, characters] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

/** The engine has the text once more beside the body, but that of an archive, which is packed. */
function charactersOf({ text, body }: HubRecord): number {
  const data = isObject(body) && typeof body.data === 'string' ? body.data : text;
  return text.length + data.length;
}
