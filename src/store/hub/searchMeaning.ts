import type { EmbeddingProvider } from '../embeddings/embeddings.ts';
import type { Vectors } from '../embeddings/vectors.ts';
import { StoreError } from '../base/core.ts';
import { byMeaning, fuseScores } from '../search/fuseScores.ts';
import { hubModel, nameless, vectorText } from './hubModel.ts';
import { readHubQuery, type HubQuery } from './hubQuery.ts';
import { storable } from './members.ts';
import {
  beginning,
  columnsOfHit,
  conditionsOf,
  rankedOf,
  within,
  withSessions,
  wordHits,
  type HubHit,
  type HubSearch,
  type RankedHit,
} from './searchRecords.ts';
import type { HubConnection } from './types.ts';
import { vectorsPlace, type VectorsPlace } from './vectorsPlace.ts';

/** What searches by meaning: whose vectors compare, and what makes one of a query. */
export interface HubMeaning {
  readonly provider: EmbeddingProvider;
  readonly vectors: Pick<Vectors, 'ofQuery'>;
}

/** What a search found, and what could not take part in it, as sentences. */
export interface HubFound {
  readonly hits: readonly HubHit[];
  readonly notes: readonly string[];
}

/**
 * As `searchRecords`, with what means the same as the query and has none of its words, ranked together as the search of the
 * history does. Where the hub keeps no vectors it is the same; whatever fails of the meaning is told, and the words stand.
 */
export async function searchByMeaning(
  connection: HubConnection,
  project: string,
  { query, limit, when }: HubSearch,
  { provider, vectors }: HubMeaning,
): Promise<HubFound> {
  const wanted = readHubQuery(storable(query), when);
  const place = wanted.needles.length > 0 ? await vectorsPlace(connection) : undefined;
  const model = hubModel(provider);
  const asked = place && model !== undefined ? vectors.ofQuery(wanted.needles.join(' ')) : undefined;
  const words = await wordHits(connection, project, wanted, limit);
  const found = (notes: readonly string[]): HubFound => ({ hits: words.map(({ hit }) => hit), notes });
  if (place === undefined) return found([]);
  if (model === undefined) return found([nameless]);
  const { vector, notes = [] } = (await asked) ?? {};
  if (vector === undefined) return found(notes);
  const near = { project, model, vector, place, wanted, words };
  try {
    const nearest = await nearestHits(connection, near);
    if (nearest.length === 0) return found(await whyNone(connection, near));
    return { hits: fused(words, nearest).slice(0, Math.max(0, limit)), notes: [] };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return found([`Found by words only: ${error.message}`]);
  }
}

interface Near {
  readonly project: string;
  readonly model: string;
  readonly vector: Float32Array;
  readonly place: VectorsPlace;
  readonly wanted: HubQuery;
  readonly words: readonly RankedHit[];
}

/**
 * The nearest of all records of the project, and of those that words found how near they are. Every vector of the project is
 * looked at: an index of them gives the nearest of all projects, of which policies leave any number, be it none.
 */
async function nearestHits(
  connection: HubConnection,
  { project, model, vector, place: { schema }, wanted, words }: Near,
): Promise<readonly RankedHit[]> {
  const values: unknown[] = [project, model, vector.length, vectorText(vector)];
  const put = (value: unknown): string => `$${values.push(value)}`;
  const { phrases, excluded } = wanted;
  const conditions = [
    ...conditionsOf(wanted, put),
    ...(phrases.length > 0 ? [`n.folded like all (${folded(put(phrases.map(within)))})`] : []),
    ...(excluded.length > 0 ? [`n.folded not like all (${folded(put(excluded.map(within)))})`] : []),
  ];
  const isRecord = 'n.project = $1 and n.owner = v.owner and n.kind = v.kind and n.id = v.id';
  const ofModel = 'v.project = $1 and v.model = $2 and v.dims = $3';
  const distance = `v.vector operator(${schema}.<=>) $4::${schema}.vector as distance`;
  const column = (name: 'owner' | 'kind' | 'id'): string => put(words.map(({ hit }) => hit[name]));
  const sql = withSessions(`
    select ${columnsOfHit}, ${beginning} as headline, 1 - v.distance as score
    from (
      (select v.owner, v.kind, v.id, ${distance} from history_hub.vectors v
        where ${ofModel} ${conditions.length > 0 ? `and exists (select from history_hub.records n where ${[isRecord, ...conditions].join(' and ')})` : ''}
        order by distance limit ${byMeaning})
      union
      select v.owner, v.kind, v.id, ${distance}
      from unnest(${column('owner')}::text[], ${column('kind')}::text[], ${column('id')}::text[]) w (owner, kind, id)
      join history_hub.vectors v on v.owner = w.owner and v.kind = w.kind and v.id = w.id and ${ofModel}) v
    join history_hub.records n on ${isRecord} where not n.deleted`);
  const rows = await connection.query(sql, values);
  return rows.flatMap((row) => rankedOf(row, wanted.needles));
}

const folded = (patterns: string): string =>
  `array(select lower(pattern) from unnest(${patterns}::text[]) pattern)`;

/** Both as one, the best first, the newer of equals. */
function fused(words: readonly RankedHit[], nearest: readonly RankedHit[]): readonly HubHit[] {
  const scored = ({ hit: { owner, kind, id }, score }: RankedHit) =>
    [`${kind} ${id} ${owner}`, score] as const;
  const hits = new Map([
    ...nearest.map((ranked) => [scored(ranked)[0], { ...ranked.hit, meant: [] as const }] as const),
    ...words.map((ranked) => [scored(ranked)[0], ranked.hit] as const),
  ]);
  const scores = fuseScores(new Map(words.map(scored)), new Map(nearest.map(scored)));
  return [...scores]
    .flatMap(([key, score]) => {
      const hit = hits.get(key);
      return hit ? [{ hit, score }] : [];
    })
    .sort((a, b) => b.score - a.score || b.hit.time - a.hit.time || (a.hit.id < b.hit.id ? -1 : 1))
    .map(({ hit }) => hit);
}

/** Nothing near is nothing with a vector of this model that the filters let pass; told where there is none at all. */
async function whyNone(
  connection: HubConnection,
  { project, model, vector: { length } }: Near,
): Promise<readonly string[]> {
  const sql = 'select distinct model, dims from history_hub.vectors where project = $1';
  const rows = await connection.query(sql, [project]);
  const sizes = rows.filter((row) => row.model === model).map(({ dims }) => Number(dims));
  if (sizes.includes(length)) return [];
  if (sizes.length > 0)
    return [
      `Found by words only: vectors of ${model} have ${length} numbers here and ${sizes.join(', ')} in the hub; use the same model.`,
    ];
  const models = [...new Set(rows.map((row) => String(row.model)))];
  const others = models.length > 0 ? `; it has those of ${models.join(', ')}` : '';
  return [`Found by words only: the hub has no vectors of ${model} yet${others}.`];
}
