import { isObject, StoreError } from '../disk/base/core.ts';
import { notifyListeners } from './listen.ts';
import { storable } from './members.ts';
import { restoredMember, encodeBody, encodedMember, placeMember } from './recordBodies.ts';
import type { HubConnection, HubRecord } from './types.ts';
import { keyOf, replaces } from './versions.ts';

/**
 * Limits of a transaction: other members of the project wait for it, and client and server hold several copies of it.
 */
const batchRecords = 1_000;
const batchCharacters = 2_000_000;

/**
 * Sends records to a project in separate transactions and reports after each how many were sent. Throws `disabled` if
 * the connected person may not write. Records the hub has in this or a later version change nothing, so everything
 * can be sent again after a failure.
 */
export async function pushRecords(
  connection: HubConnection,
  project: string,
  records: Iterable<HubRecord> | AsyncIterable<HubRecord>,
  sent: (batch: readonly HubRecord[]) => Promise<void> | void = () => undefined,
): Promise<void> {
  for await (const batch of batchesOf(records)) {
    await pushBatch(connection, project, batch);
    await notifyListeners(connection, project);
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

/** Encodes a record as JSON, with its text only if the body does not contain it. */
function rowOf({ body, text, ...record }: HubRecord): string {
  const said = encodeBody(body);
  const message = isObject(body) ? body.message : undefined;
  const isInBody = isObject(message) && message.text === text && !said.startsWith(`{"${encodedMember}"`);
  const rest = JSON.stringify({ ...record, ...(!isInBody && { text: storable(text) }) });
  return `{"body":${said},${rest.slice(1)}`;
}

/**
 * Sends a batch in one statement: one transaction and one round trip. Counting locks the project's row until the
 * commit, so a reader up to a number has seen all records before it. A message keeps the number it had first as its
 * place. One JSON text takes half the time and memory of
 * an array per column.
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
    body = case when known.kind = 'message' and not excluded.body ? '${encodedMember}'
        and jsonb_typeof(excluded.body) = 'object'
      then excluded.body || jsonb_build_object('${placeMember}', coalesce(known.body -> '${placeMember}', to_jsonb(known.seq)))
      else excluded.body end,
    "text" = excluded."text", deleted = excluded.deleted
  where case when known.kind = 'message'
    then known."time" < excluded."time" and (excluded.deleted or excluded.body ? '${restoredMember}')
    else known."time" < excluded."time"
      or known."time" = excluded."time" and known.author collate "C" < excluded.author collate "C" end)
select exists (select from counted) as counted`;

/** Keeps the last record per key: a statement may change a row only once. */
function lastOfEach(batch: readonly HubRecord[]): readonly HubRecord[] {
  const last = new Map<string, HubRecord>();
  for (const record of batch) {
    const key = keyOf(record);
    if (replaces(record, last.get(key))) last.set(key, record);
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

/** Counts characters. The server stores the text again beside the body, except for an archive's compressed data. */
function charactersOf({ text, body }: HubRecord): number {
  const data = isObject(body) && typeof body.data === 'string' ? body.data : text;
  return text.length + data.length;
}
