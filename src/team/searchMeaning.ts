import type { EmbeddingProvider } from '../history/embeddings/embeddings.ts';
import { Vectors } from '../history/embeddings/vectors.ts';
import { StoreError } from '../disk/base/core.ts';
import { sayIn, type Note } from '../disk/base/texts.ts';
import { maxByMeaning, fuseScores } from '../find/search/fuseScores.ts';
import type { HubHit, HubSearch, HubSearchResult } from './clientTypes.ts';
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
  type RankedHit,
} from './searchRecords.ts';
import type { HubConnection } from './types.ts';
import { vectorStorage, type VectorStorage, hubModel, unnamedModel, vectorText } from './vectorStorage.ts';

/** What a search by meaning needs: the provider, whose vectors compare, and the vector of the query. */
export interface HubMeaning {
  readonly provider: EmbeddingProvider;
  readonly vectors: Pick<Vectors, 'ofQuery'>;
}

/** Vectors of queries; failed ones are not repeated immediately. */
const meanings = new WeakMap<EmbeddingProvider, HubMeaning>();

/** Returns what a search needs of embeddings, always the same for the same ones. */
export function meaningOf(provider: EmbeddingProvider): HubMeaning {
  const known = meanings.get(provider);
  const meaning = known ?? { provider, vectors: new Vectors(provider, undefined, (text) => text) };
  meanings.set(provider, meaning);
  return meaning;
}

/**
 * Extends `searchRecords` with matches by meaning, ranked together as in the history search. Without vectors in the
 * hub the result is the same; failures of this part become notes beside the matches by words.
 */
export async function searchByMeaning(
  connection: HubConnection,
  project: string,
  { query, limit, when, language = 'en' }: HubSearch,
  { provider, vectors }: HubMeaning,
): Promise<HubSearchResult> {
  const wanted = readHubQuery(storable(query), when);
  const storage = wanted.needles.length > 0 ? await vectorStorage(connection) : undefined;
  const model = hubModel(provider);
  const asked = storage && model !== undefined ? vectors.ofQuery(wanted.needles.join(' ')) : undefined;
  const words = await wordHits(connection, project, wanted, limit);
  const say = sayIn(language);
  const found = (notes: readonly Note[]): HubSearchResult => ({
    hits: words.map(({ hit }) => hit),
    notes: notes.map((note) => note(say)),
  });
  if (storage === undefined) return found([]);
  if (model === undefined) return found([unnamedModel]);
  const { vector, notes = [] } = (await asked) ?? {};
  if (vector === undefined) return found(notes);
  const near = { project, model, vector, storage, wanted, words };
  try {
    const nearest = await nearestHits(connection, near);
    if (nearest.length === 0) return found(await explainNoMatch(connection, near));
    return { hits: fused(words, nearest).slice(0, Math.max(0, limit)), notes: [] };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    return found([() => say('Found by words only: {0}', error.message)]);
  }
}

interface VectorQuery {
  readonly project: string;
  readonly model: string;
  readonly vector: Float32Array;
  readonly storage: VectorStorage;
  readonly wanted: HubQuery;
  readonly words: readonly RankedHit[];
}

/**
 * Finds the records nearest in meaning, and the distance of those found by words. Scans all vectors of the project:
 * an index would return the nearest of all projects, of which policies might leave none.
 */
async function nearestHits(
  connection: HubConnection,
  { project, model, vector, storage: { schema }, wanted, words }: VectorQuery,
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
        order by distance limit ${maxByMeaning})
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

/** Merges both rankings, best first, newest first among equals. */
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

/** Explains why no vectors matched, if the hub has none of this model and size. */
async function explainNoMatch(
  connection: HubConnection,
  { project, model, vector: { length } }: VectorQuery,
): Promise<readonly Note[]> {
  const sql = 'select distinct model, dims from history_hub.vectors where project = $1';
  const rows = await connection.query(sql, [project]);
  const sizes = rows.filter((row) => row.model === model).map(({ dims }) => Number(dims));
  if (sizes.includes(length)) return [];
  if (sizes.length > 0)
    return [
      (say) =>
        say(
          'Found by words only: vectors of {0} have {1} numbers here and {2} in the hub; use the same model.',
          model,
          length,
          sizes.join(', '),
        ),
    ];
  const models = [...new Set(rows.map((row) => String(row.model)))].join(', ');
  return [
    (say) =>
      models === ''
        ? say('Found by words only: the hub has no vectors of {0} yet.', model)
        : say('Found by words only: the hub has no vectors of {0} yet; it has those of {1}.', model, models),
  ];
}
