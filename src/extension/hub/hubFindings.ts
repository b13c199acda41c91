import type { HubAddress } from '../../store/hub/hubUrl.ts';
import type { HubConnection } from '../../store/hub/types.ts';
import type { When } from '../../store/search/filters.ts';
import type { EmbeddingProvider } from '../../store/embeddings/embeddings.ts';
import type { HubFound, HubMeaning } from '../../store/hub/searchMeaning.ts';
import type { HubHit, HubSearch } from '../../store/hub/searchRecords.ts';
import type { Project } from '../base/project.ts';

/** The command that copies a dialog of a colleague to this machine. */
export const fetchCommand = 'historyStore.fetchFromHub';

/** A hub that is connected. */
export interface AskedHub {
  readonly connection: HubConnection;
  /** The UUID of the project there. */
  readonly inHub: string;
  readonly address: Pick<HubAddress, 'user'>;
}

/** The hubs of the projects of a window, as a search asks them. */
export interface AskedHubs {
  /** The projects that have a hub. */
  readonly used: readonly Project[];
  /** Runs work with the hub of a project. Throws a `StoreError` that says why it cannot be asked. */
  use<T>(project: Project, work: (hub: AskedHub) => Promise<T>): Promise<T>;
}

/** A record that a search in the hub of a project found, and whether this person sent it. */
export interface HubFinding {
  readonly project: Project;
  readonly hit: HubHit;
  readonly isMine: boolean;
}

/** Searches the hub of a project, in the database. Throws `invalid_argument` for a query that cannot be read. */
export async function findInHub(
  hubs: AskedHubs,
  project: Project,
  request: { readonly query: string; readonly limit: number; readonly when: When },
): Promise<HubFindings> {
  const search = await searcherOf(project);
  return hubs.use(project, async ({ connection, inHub, address }) => {
    const { hits, notes } = await search(connection, inHub, request);
    return {
      findings: hits.map((hit) => ({ project, hit, isMine: hit.owner === address.user })),
      notes,
    };
  });
}

type Searcher = (connection: HubConnection, project: string, search: HubSearch) => Promise<HubFound>;

/** What makes vectors of queries: those that failed are not asked again at once. */
const queries = new WeakMap<EmbeddingProvider, HubMeaning>();

/** By words, and by meaning where embeddings are set up. */
async function searcherOf({ embeddings: provider }: Project): Promise<Searcher> {
  if (provider === undefined) {
    const { searchRecords } = await import('../../store/hub/searchRecords.ts');
    return async (...asked) => ({ hits: await searchRecords(...asked), notes: [] });
  }
  const { Vectors } = await import('../../store/embeddings/vectors.ts');
  const { searchByMeaning } = await import('../../store/hub/searchMeaning.ts');
  const vectors = new Vectors(provider, undefined, (text) => text);
  const meaning = queries.get(provider) ?? { provider, vectors };
  queries.set(provider, meaning);
  return (...asked) => searchByMeaning(...asked, meaning);
}

/** What a search in a hub found, and what could not take part in it, as sentences. */
export interface HubFindings {
  readonly findings: readonly HubFinding[];
  readonly notes: readonly string[];
}

/** What filters of a search in hubs can be given. */
export interface HubValues {
  /** People of the projects. */
  readonly authors: readonly string[];
  /** Dialogs of colleagues. */
  readonly dialogs: readonly string[];
}

/** What filters can be given in any of the hubs. One that does not answer gives nothing. */
export async function hubValues(hubs: AskedHubs): Promise<HubValues> {
  const all = await Promise.all(hubs.used.map((project) => valuesOf(hubs, project).catch(() => undefined)));
  const merged = (key: keyof HubValues): string[] => [
    ...new Set(all.flatMap((values) => values?.[key] ?? [])),
  ];
  return { authors: merged('authors'), dialogs: merged('dialogs') };
}

async function valuesOf(hubs: AskedHubs, project: Project): Promise<HubValues> {
  const { hubMembers } = await import('../../store/hub/members.ts');
  const { colleaguesDialogs } = await import('../../store/hub/colleaguesDialogs.ts');
  return hubs.use(project, async ({ connection, inHub }) => {
    const members = await hubMembers(connection, inHub);
    const dialogs = await colleaguesDialogs(connection, inHub);
    return {
      authors: members.map(({ person }) => person),
      dialogs: dialogs.map(({ dialog }) => dialog),
    };
  });
}
