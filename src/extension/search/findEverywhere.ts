import type { Language } from '../../disk/base/core.ts';
import type { SearchHit, SearchValue, SearchValues } from '../../find/search/types.ts';
import type { Project } from '../base/project.ts';
import type { HubHit } from '../hub/hubTypes.ts';

/** A hit with its project. */
export interface FoundInProject {
  readonly project: Project;
  readonly hit: SearchHit;
  /** Its record, if found in the hub. */
  readonly inHub?: FoundInHub;
}

/** A record of a hub. */
export interface FoundInHub extends Pick<HubHit, 'owner' | 'kind' | 'id' | 'session'> {
  /** Whether this person sent it. */
  readonly isMine: boolean;
}

/** Returns the same key for the same result of any search. */
export const findingKey = ({ project, hit: { reference, position }, inHub }: FoundInProject): string =>
  JSON.stringify([project.root, ...(inHub ? [inHub.owner, inHub.kind, inHub.id] : [reference, position])]);

export interface Findings {
  /** Best first. */
  readonly findings: readonly FoundInProject[];
  /** Number of all results, not only these; a message in several sources counts for each. */
  readonly total: number;
  /** Number of them that contain no word of the query; once all are listed, of these. */
  readonly related: number;
  /** Whether there are more results. */
  readonly more: boolean;
  /** How the query was read and what could not be searched, as sentences. */
  readonly notes: readonly string[];
  /** Where nothing was found: what was looked into, as sentences. */
  readonly looked?: readonly string[];
  /** Number of sessions still being read. */
  readonly pending: number;
}

/** Searches all projects in the window. Throws `invalid_argument` for an invalid query. */
export async function findEverywhere(
  projects: readonly Project[],
  wanted: {
    readonly query: string;
    readonly limit: number;
    readonly signal: AbortSignal;
    /** Of the notes. */
    readonly language: Language;
  },
): Promise<Findings> {
  const { limit } = wanted;
  const request = { ...wanted, zone: 'local' } as const;
  const pages = await Promise.all(
    projects.map(async (project) => ({ project, page: await project.search.find(request) })),
  );
  const all = pages.flatMap(({ project, page }) => page.hits.map((hit) => ({ project, hit })));
  const findings = all.sort(byScore).slice(0, limit);
  const more = all.length > limit || pages.some(({ page }) => page.cursor !== undefined);
  const related = pages.reduce((sum, { page }) => sum + (page.related ?? 0), 0);
  return {
    findings,
    more,
    total: pages.reduce((sum, { page }) => sum + page.total, 0),
    related: more ? related : findings.filter(({ hit }) => hit.related).length,
    pending: pages.reduce((sum, { page }) => sum + (page.pending ?? 0), 0),
    notes: [...new Set(pages.flatMap(({ page: { reading = [], notes } }) => [...reading, ...notes]))],
    looked: [...new Set(pages.flatMap(({ page: { looked = [] } }) => looked))],
  };
}

/** Orders by score; those without one, found by filters only, newest first. */
const byScore = (a: FoundInProject, b: FoundInProject): number =>
  b.hit.score - a.hit.score || b.hit.ts - a.hit.ts;

/** Returns values of filters from all projects, skipping failures. */
export async function valuesEverywhere(
  projects: readonly Project[],
  signal: AbortSignal,
): Promise<SearchValues> {
  const all = await Promise.all(projects.map(({ search }) => search.values(signal).catch(() => undefined)));
  const merged = (key: keyof SearchValues): SearchValue[] => {
    const counts = new Map<string, number>();
    for (const { value, entries } of all.flatMap((values) => values?.[key] ?? []))
      counts.set(value, (counts.get(value) ?? 0) + entries);
    return [...counts].map(([value, entries]) => ({ value, entries })).sort((a, b) => b.entries - a.entries);
  };
  return { agents: merged('agents'), dialogs: merged('dialogs'), tags: merged('tags') };
}

/** Reports whether there is nothing to search. */
export async function isEmpty(projects: readonly Project[]): Promise<boolean> {
  const health = await Promise.all(projects.map((project) => project.search.health()));
  return health.every(({ entries }) => entries === 0);
}
