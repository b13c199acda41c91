import type { SearchHit } from '../../store/search/types.ts';
import type { Project } from '../base/project.ts';

/** Something found, and the project it was found in. */
export interface Finding {
  readonly project: Project;
  readonly hit: SearchHit;
}

export interface Findings {
  /** Best first. */
  readonly findings: readonly Finding[];
  /** How many there are, also beyond these; the same message in several sources counts as often. */
  readonly total: number;
  /** Whether there are more than these. */
  readonly more: boolean;
  /** What could not take part in the search, as sentences. */
  readonly notes: readonly string[];
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
    notes: [...new Set(pages.flatMap(({ page }) => page.notes))],
  };
}

/**
 * Those that only stand beside a match come after all that match, since a person looks for the words in them. Those
 * without a score, which only filters found, newest first.
 */
const byScore = (a: Finding, b: Finding): number =>
  Number(b.hit.ranges.length > 0) - Number(a.hit.ranges.length > 0) ||
  b.hit.score - a.hit.score ||
  b.hit.ts - a.hit.ts;

/** Whether there is anything to search. */
export async function isEmpty(projects: readonly Project[]): Promise<boolean> {
  const health = await Promise.all(projects.map((project) => project.search.health()));
  return health.every(({ entries }) => entries === 0);
}
