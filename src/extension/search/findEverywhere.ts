import type { SearchHit, SearchValue, SearchValues } from '../../store/search/types.ts';
import type { HubHit } from '../../store/hub/searchRecords.ts';
import type { Project } from '../base/project.ts';

/** Something found, and the project it was found in. */
export interface FoundInProject {
  readonly project: Project;
  readonly hit: SearchHit;
  /** What it is in the hub, where it was found there. */
  readonly inHub?: FoundInHub;
}

/** A record of a hub. */
export interface FoundInHub extends Pick<HubHit, 'owner' | 'kind' | 'id' | 'session'> {
  /** Whether this person sent it. */
  readonly isMine: boolean;
}

/** The same for the same result of any search. */
export const findingKey = ({ project, hit: { reference, position }, inHub }: FoundInProject): string =>
  JSON.stringify([project.root, ...(inHub ? [inHub.owner, inHub.kind, inHub.id] : [reference, position])]);

export interface Findings {
  /** Best first. */
  readonly findings: readonly FoundInProject[];
  /** How many there are, also beyond these; the same message in several sources counts as often. */
  readonly total: number;
  /** Whether there are more than these. */
  readonly more: boolean;
  /** What could not take part in the search, as sentences. */
  readonly notes: readonly string[];
  /** How many sessions are still being read. */
  readonly pending: number;
}

/** Searches all projects of the window. Throws `invalid_argument` for a query that cannot be read. */
export async function findEverywhere(
  projects: readonly Project[],
  { query, limit, signal }: { readonly query: string; readonly limit: number; readonly signal: AbortSignal },
): Promise<Findings> {
  const request = { query, limit, signal, zone: 'local' } as const;
  const pages = await Promise.all(
    projects.map(async (project) => ({ project, page: await project.search.find(request) })),
  );
  const all = pages.flatMap(({ project, page }) => page.hits.map((hit) => ({ project, hit })));
  return {
    findings: all.sort(byScore).slice(0, limit),
    more: all.length > limit || pages.some(({ page }) => page.cursor !== undefined),
    total: pages.reduce((sum, { page }) => sum + page.total, 0),
    pending: pages.reduce((sum, { page }) => sum + (page.pending ?? 0), 0),
    notes: [...new Set(pages.flatMap(({ page }) => page.notes))],
  };
}

/** The best first; those without a score, which only filters found, newest first. */
const byScore = (a: FoundInProject, b: FoundInProject): number =>
  b.hit.score - a.hit.score || b.hit.ts - a.hit.ts;

/** What filters can be given in any of the projects. What fails gives nothing. */
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

/** Whether there is anything to search. */
export async function isEmpty(projects: readonly Project[]): Promise<boolean> {
  const health = await Promise.all(projects.map((project) => project.search.health()));
  return health.every(({ entries }) => entries === 0);
}
