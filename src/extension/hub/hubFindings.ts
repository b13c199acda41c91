import type { Language } from '../../disk/base/core.ts';
import type { When } from '../../find/search/filters.ts';
import type { Project } from '../base/project.ts';
import type { HubAddress, HubClient, HubHit } from './hubTypes.ts';

/** The command that copies a colleague's dialog to this machine. */
export const fetchCommand = 'historyStore.fetchFromHub';

/** A connected hub. */
export interface AskedHub {
  readonly client: HubClient;
  readonly address: Pick<HubAddress, 'user'>;
}

/** The hubs of a window's projects, as used by searches. */
export interface AskedHubs {
  /** The projects with a hub. */
  readonly used: readonly Project[];
  /** Runs work with a project's hub. Throws a `StoreError` that explains why it is unavailable. */
  use<T>(project: Project, work: (hub: AskedHub) => Promise<T>): Promise<T>;
}

/** A record found in a project's hub, and whether this person sent it. */
export interface HubFinding {
  readonly project: Project;
  readonly hit: HubHit;
  readonly isMine: boolean;
}

/** Searches a project's hub, in the database. Throws `invalid_argument` for an invalid query. */
export async function findInHub(
  hubs: AskedHubs,
  project: Project,
  request: {
    readonly query: string;
    readonly limit: number;
    readonly when: When;
    readonly language: Language;
  },
): Promise<HubFindings> {
  return hubs.use(project, async ({ client, address }) => {
    const { hits, notes } = await client.search(request, project.embeddings);
    return {
      findings: hits.map((hit) => ({ project, hit, isMine: hit.owner === address.user })),
      notes,
    };
  });
}

/** Hits of a search in a hub, and as sentences what could not be searched. */
export interface HubFindings {
  readonly findings: readonly HubFinding[];
  readonly notes: readonly string[];
}

/** Possible values of filters in hub searches. */
export interface HubValues {
  /** People in the projects. */
  readonly authors: readonly string[];
  /** Dialogs of colleagues. */
  readonly dialogs: readonly string[];
}

/** Returns values of filters from all hubs that respond. */
export async function hubValues(hubs: AskedHubs): Promise<HubValues> {
  const all = await Promise.all(hubs.used.map((project) => valuesOf(hubs, project).catch(() => undefined)));
  const merged = (key: keyof HubValues): string[] => [
    ...new Set(all.flatMap((values) => values?.[key] ?? [])),
  ];
  return { authors: merged('authors'), dialogs: merged('dialogs') };
}

async function valuesOf(hubs: AskedHubs, project: Project): Promise<HubValues> {
  return hubs.use(project, async ({ client }) => {
    const { members } = await client.members();
    const dialogs = await client.dialogs();
    return {
      authors: members.map(({ person }) => person),
      dialogs: dialogs.map(({ dialog }) => dialog),
    };
  });
}
