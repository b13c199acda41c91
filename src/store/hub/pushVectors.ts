import { isObject, StoreError } from '../base/core.ts';
import type { EmbeddingProvider } from '../embeddings/embeddings.ts';
import { VectorFile } from '../embeddings/vectorFile.ts';
import { Vectors } from '../embeddings/vectors.ts';
import { searchedText } from '../memory/memory.ts';
import { parseMemory } from '../memory/records.ts';
import { hubModel, nameless, vectorText } from './hubModel.ts';
import type { HubSync } from './openedHistory.ts';
import { decodeBody } from './recordBodies.ts';
import type { HubRow } from './types.ts';
import { vectorsPlace, type VectorsPlace } from './vectorsPlace.ts';

/** What is looked at at a time: the vectors that are kept are read for each. Numbers that one statement takes at the most. */
const pageRecords = 1_000;
const pageBytes = 4_000_000;
const mostNumbers = 400_000;

/** What was sent, and what kept more from being sent, as a sentence. */
export interface PushedVectors {
  readonly sent: number;
  readonly problem?: string;
}

interface Pushing {
  readonly sync: HubSync;
  readonly place: VectorsPlace;
  readonly model: string;
  readonly vectors: Vectors;
}

/**
 * Gives vectors to the records of this person in the hub that have none of the model yet. What the hub has is masked, and so
 * is what is sent to the embeddings; a text whose vector is kept here is not sent there. Ends after `withinMs`; the next one
 * goes on. What keeps it from that is told, as the records themselves are there.
 */
export async function pushVectors(
  sync: HubSync,
  embeddings: EmbeddingProvider,
  withinMs = Infinity,
): Promise<PushedVectors> {
  const place = await vectorsPlace(sync.connection);
  if (place === undefined) return { sent: 0 };
  const model = hubModel(embeddings);
  if (model === undefined) return { sent: 0, problem: nameless };
  const { folder, isReadOnly } = sync.local.context;
  const file = isReadOnly() ? undefined : new VectorFile(folder, embeddings.id);
  const vectors = new Vectors(embeddings, file, (text) => sync.local.masked.document(text));
  const started = performance.now();
  let sent = 0;
  for (let more = true; more && performance.now() - started < withinMs;) {
    try {
      const page = await pushPage({ sync, place, model, vectors });
      sent += page.sent;
      more = page.more;
      sync.onBatch?.({});
    } catch (error) {
      const what = sent === 0 ? 'No vectors were sent' : 'Not all vectors were sent';
      return { sent, problem: `${what} to the hub: ${reasonOf(error, embeddings)}` };
    }
  }
  return { sent };
}

class EmbeddingsFailed extends Error {}

/** Rethrows what is no failure of embeddings or of the hub: who stopped it, or a bug. */
function reasonOf(error: unknown, { id }: EmbeddingProvider): string {
  if (error instanceof EmbeddingsFailed) return `the embeddings of ${id} failed: ${error.message}.`;
  if (error instanceof StoreError) return error.message;
  throw error;
}

/** A page of records after where the last one ended; one of which not all have vectors yet is looked at once more. */
async function pushPage(pushing: Pushing): Promise<{ readonly sent: number; readonly more: boolean }> {
  const { sync, place, model, vectors } = pushing;
  const { table } = place;
  const before = sync.journal.state.vectors;
  const isSame = before?.model === model && before.table === table;
  const known = isSame ? before : { model, table, dims: 0, number: 0 };
  const { rows, newest } = await withoutVector(pushing, known.number);
  if (rows.length === 0) {
    if (newest !== known.number || before !== known)
      await sync.journal.keep({ vectors: { ...known, number: newest } });
    return { sent: 0, more: false };
  }
  const texts = rows.map(embeddedText);
  const made = await vectors
    .ofTexts([...new Set(texts)], known.dims > 0 ? known.dims : undefined)
    .catch((error: unknown) => {
      throw new EmbeddingsFailed(error instanceof Error ? error.message : String(error));
    });
  const given = rows.flatMap((row, n) => {
    const vector = made.get(texts[n] ?? '');
    return vector ? [{ row, vector }] : [];
  });
  await addVectors(pushing, given);
  const { seq } = (given.length < rows.length ? undefined : rows.at(-1)) ?? { seq: known.number };
  const dims = given.at(-1)?.vector.length ?? known.dims;
  await sync.journal.keep({ vectors: { model, table, dims, number: Number(seq) } });
  return { sent: given.length, more: given.length > 0 }; // embeddings that answer with nothing would be asked for ever
}

/** Records of this person that a search by meaning finds and that have no vector of the model, and the number of the project. */
async function withoutVector({ sync: { connection, project }, model }: Pushing, after: number) {
  const sql = `
    select p.seq as newest, page.* from history_hub.projects p left join lateral (
      select seq, kind, id, "time", author, "text", body from (
        select *, sum(octet_length("text")) over (order by seq) as bytes from (
          select r.seq, r.kind, r.id, r."time", r.author, r."text", case r.kind when 'memory' then r.body end as body
          from history_hub.records r
          where r.project = $1 and r.seq > $2 and r.owner = session_user and not r.deleted
            and r.kind <> 'archive' and r."text" <> '' and not exists (
              select from history_hub.vectors v where v.project = $1 and v.owner = r.owner
                and v.kind = r.kind and v.id = r.id and v.model = $3)
          order by r.seq limit ${pageRecords}) first) sized
      where bytes - octet_length("text") < ${pageBytes}) page on true
    where p.id = $1 order by page.seq`;
  const rows = await connection.query(sql, [project, after, model]);
  return { rows: rows.filter(({ seq }) => seq !== null), newest: Number(rows[0]?.newest ?? 0) };
}

/** A memory as the search here embeds it, so that its vector may be at hand. */
function embeddedText({ kind, text, body }: HubRow): string {
  const decoded = kind === 'memory' ? decodeBody(body) : undefined;
  const memory = isObject(decoded) ? parseMemory(decoded) : undefined;
  return memory ? searchedText(memory) : String(text);
}

interface GivenVector {
  readonly row: HubRow;
  readonly vector: Float32Array;
}

/** A record that was changed meanwhile gets none: it has another number, and its turn comes. */
async function addVectors(
  { sync, place: { schema }, model }: Pushing,
  given: readonly GivenVector[],
): Promise<void> {
  const sql = `
    insert into history_hub.vectors (project, kind, id, model, dims, vector)
    select r.project, r.kind, r.id, $2, ${schema}.vector_dims(g.vector::${schema}.vector), g.vector::${schema}.vector
    from jsonb_to_recordset($3::jsonb) as g (kind text, id text, "time" bigint, author text, vector text)
    join history_hub.records r on r.project = $1 and r.owner = session_user and r.kind = g.kind and r.id = g.id
    where r."time" = g."time" and r.author = g.author and not r.deleted
    for share of r on conflict do nothing`;
  const some = Math.max(1, Math.floor(mostNumbers / (given[0]?.vector.length ?? 1)));
  for (let n = 0; n < given.length; n += some) {
    const rows = given.slice(n, n + some).map(({ row: { kind, id, time, author }, vector }) => ({
      ...{ kind, id, time: Number(time), author, vector: vectorText(vector) },
    }));
    await sync.connection.query(sql, [sync.project, model, JSON.stringify(rows)]);
  }
}
