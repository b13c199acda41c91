import { isObject, StoreError, type Language } from '../disk/base/core.ts';
import { sayIn, type Say } from '../disk/base/texts.ts';
import { EmbeddingsError, type EmbeddingProvider } from '../history/embeddings/embeddings.ts';
import { VectorFile } from '../history/embeddings/vectorFile.ts';
import { Vectors } from '../history/embeddings/vectors.ts';
import { searchedText } from '../history/memory/memory.ts';
import { parseMemory } from '../history/memory/records.ts';
import type { PushedVectors } from './clientTypes.ts';
import type { HubSync } from './hubSync.ts';
import { decodeBody } from './recordBodies.ts';
import type { HubRow } from './types.ts';
import { vectorStorage, type VectorStorage, hubModel, unnamedModel, vectorText } from './vectorStorage.ts';

/** Limits of a page, for each of which the cached vectors are read again, and maximum numbers per statement. */
const pageRecords = 1_000;
const pageBytes = 4_000_000;
const maxNumbers = 400_000;

interface Pushing {
  readonly sync: HubSync;
  readonly storage: VectorStorage;
  readonly model: string;
  readonly vectors: Vectors;
}

/**
 * Adds vectors to this person's records in the hub that have none of the model, for at most `withinMs`; the next call
 * continues. Only masked text is embedded, and cached vectors are reused. Failures are reported, not thrown, since
 * the records themselves are there.
 */
export async function pushVectors(
  sync: HubSync,
  embeddings: EmbeddingProvider,
  { withinMs = Infinity, language = 'en' }: { readonly withinMs?: number; readonly language?: Language } = {},
): Promise<PushedVectors> {
  const say = sayIn(language);
  const storage = await vectorStorage(sync.connection);
  if (storage === undefined) return { sent: 0 };
  const model = hubModel(embeddings);
  if (model === undefined) return { sent: 0, problem: unnamedModel(say) };
  const { folder, isReadOnly } = sync.local.context;
  const file = isReadOnly() ? undefined : new VectorFile(folder, embeddings.id);
  const vectors = new Vectors(embeddings, file, (text) => sync.local.masked.document(text));
  const started = performance.now();
  let sent = 0;
  for (let more = true; more && performance.now() - started < withinMs;) {
    try {
      const page = await pushPage({ sync, storage, model, vectors });
      sent += page.sent;
      more = page.more;
      sync.onBatch?.({});
    } catch (error) {
      const reason = reasonOf(error, embeddings, say);
      const problem =
        sent === 0
          ? say('No vectors were sent to the hub: {0}', reason)
          : say('Not all vectors were sent to the hub: {0}', reason);
      return { sent, problem };
    }
  }
  return { sent };
}

/** Rethrows aborts and bugs; only failures of embeddings and the hub become text. */
function reasonOf(error: unknown, { id }: EmbeddingProvider, say: Say): string {
  if (error instanceof EmbeddingsError) return say('the embeddings of {0} failed: {1}.', id, error.note(say));
  if (error instanceof StoreError) return error.message;
  throw error;
}

/** Processes the page after the last one; a page whose vectors are incomplete is repeated. */
async function pushPage(pushing: Pushing): Promise<{ readonly sent: number; readonly more: boolean }> {
  const { sync, storage, model, vectors } = pushing;
  const { table } = storage;
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
  const made = await vectors.ofTexts([...new Set(texts)], known.dims > 0 ? known.dims : undefined);
  const given = rows.flatMap((row, n) => {
    const vector = made.get(texts[n] ?? '');
    return vector ? [{ row, vector }] : [];
  });
  await addVectors(pushing, given);
  const { seq } = (given.length < rows.length ? undefined : rows.at(-1)) ?? { seq: known.number };
  const dims = given.at(-1)?.vector.length ?? known.dims;
  await sync.journal.keep({ vectors: { model, table, dims, number: Number(seq) } });
  return { sent: given.length, more: given.length > 0 }; // a service that returns nothing would be asked forever
}

/** Selects this person's searchable records without a vector of the model, and the project's newest number. */
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

/** Returns a memory's text as the local search embeds it, so that a cached vector can be reused. */
function embeddedText({ kind, text, body }: HubRow): string {
  const decoded = kind === 'memory' ? decodeBody(body) : undefined;
  const memory = isObject(decoded) ? parseMemory(decoded) : undefined;
  return memory ? searchedText(memory) : String(text);
}

interface GivenVector {
  readonly row: HubRow;
  readonly vector: Float32Array;
}

/** Inserts vectors, skipping records changed since: they have new numbers and are processed later. */
async function addVectors(
  { sync, storage: { schema }, model }: Pushing,
  given: readonly GivenVector[],
): Promise<void> {
  const sql = `
    insert into history_hub.vectors (project, kind, id, model, dims, vector)
    select r.project, r.kind, r.id, $2, ${schema}.vector_dims(g.vector::${schema}.vector), g.vector::${schema}.vector
    from jsonb_to_recordset($3::jsonb) as g (kind text, id text, "time" bigint, author text, vector text)
    join history_hub.records r on r.project = $1 and r.owner = session_user and r.kind = g.kind and r.id = g.id
    where r."time" = g."time" and r.author = g.author and not r.deleted
    for share of r on conflict do nothing`;
  const some = Math.max(1, Math.floor(maxNumbers / (given[0]?.vector.length ?? 1)));
  for (let n = 0; n < given.length; n += some) {
    const rows = given.slice(n, n + some).map(({ row: { kind, id, time, author }, vector }) => ({
      kind,
      id,
      time: Number(time),
      author,
      vector: vectorText(vector),
    }));
    await sync.connection.query(sql, [sync.project, model, JSON.stringify(rows)]);
  }
}
