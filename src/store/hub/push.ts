import { isObject, StoreError } from '../base/core.ts';
import { tellListeners } from './listen.ts';
import { storable } from './members.ts';
import { encodeBody } from './recordBodies.ts';
import type { HubConnection, HubRecord } from './types.ts';
import { keyOf, takesPlace } from './versions.ts';

/** What one transaction takes at the most: the others of the project wait for it. */
const batchRecords = 1_000;
const batchCharacters = 4_000_000;

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
    await connection.transaction(() => pushBatch(connection, project, batch));
    await sent(batch);
    await tellListeners(connection, project);
  }
}

/**
 * Counting the records of a project holds its row until the transaction has ended: what is numbered later is seen later,
 * and who has read up to a number has read all before it.
 */
async function pushBatch(
  connection: HubConnection,
  project: string,
  batch: readonly HubRecord[],
): Promise<void> {
  const records = lastOfEach(batch);
  const count = 'update history_hub.projects set seq = seq + $2 where id = $1 returning seq';
  const [row] = await connection.query(count, [project, records.length]);
  if (row === undefined)
    throw new StoreError(
      'disabled',
      `You may not write to the project ${project} in the hub. Ask an owner of it for the access of a writer.`,
      { project },
    );
  const before = Number(row.seq) - records.length;
  await connection.query(insertRecords, [
    ...[project, before],
    records.map(({ kind }) => kind),
    records.map(({ id }) => id),
    records.map(({ time }) => time),
    records.map(({ author }) => author),
    records.map(({ body }) => encodeBody(body)),
    records.map(({ text }) => storable(text)),
    records.map(({ deleted }) => deleted),
  ]);
}

const insertRecords = `
insert into history_hub.records as known (project, seq, kind, id, "time", author, body, "text", deleted)
select $1, $2::bigint + n, kind, id, "time", author, body::jsonb, "text", deleted
from unnest($3::text[], $4::text[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::boolean[])
  with ordinality as given (kind, id, "time", author, body, "text", deleted, n)
on conflict (project, owner, kind, id) do update set
  seq = excluded.seq, "time" = excluded."time", author = excluded.author,
  body = excluded.body, "text" = excluded."text", deleted = excluded.deleted
where known.kind <> 'message' and (known."time" < excluded."time"
  or known."time" = excluded."time" and known.author collate "C" < excluded.author collate "C")`;

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

/** The body says the text once more, but that of an archive, which is packed. */
function charactersOf({ text, body }: HubRecord): number {
  const data = isObject(body) && typeof body.data === 'string' ? body.data : text;
  return text.length + data.length;
}
