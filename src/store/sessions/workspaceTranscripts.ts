import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { DerivedTable } from '../files/derivedTable.ts';
import { formerFolders } from '../projects/projectFolders.ts';
import { discoverTranscripts, newestTranscripts } from '../transcripts/discover.ts';
import type { DiscoveryOptions } from '../transcripts/lookAt.ts';
import type { LoadAgents, Places } from '../transcripts/shared/agent.ts';
import { unreadDatabases } from '../transcripts/shared/stored.ts';
import type { DiscoveredTranscripts, NewestTranscripts } from '../transcripts/shared/types.ts';
import { knownTranscripts, type KnownTranscript } from '../transcripts/knownTranscripts.ts';
import type { TranscriptLists, Workspace } from './types.ts';

/** The transcripts of agents that belong to workspaces. What did not change since it was listed is not read again. */
export class WorkspaceTranscripts implements TranscriptLists {
  readonly #context: StoreContext;
  readonly #agents: LoadAgents;
  readonly #tables = new Map<string, DerivedTable<KnownTranscript>>();
  /** What the log was told of databases. */
  readonly #reported = new Set<string>();

  constructor(context: StoreContext, agents: LoadAgents) {
    this.#context = context;
    this.#agents = agents;
  }

  /** In no order, each once: folders of one repository have the same sessions. */
  async of({ folders, places }: Workspace): Promise<DiscoveredTranscripts> {
    const found: DiscoveredTranscripts[] = [];
    for (const folder of folders) found.push(await this.#in(places, folder));
    return {
      transcripts: eachOnce(found.flatMap(({ transcripts }) => transcripts)),
      silent: eachOnce(found.flatMap(({ silent }) => silent)),
    };
  }

  async newest({ folders, places }: Workspace, count: number): Promise<NewestTranscripts> {
    const found: NewestTranscripts[] = [];
    for (const folder of folders)
      found.push(await newestTranscripts(folder, await this.#looking(places, folder), count));
    return {
      transcripts: eachOnce(found.flatMap(({ transcripts }) => transcripts)),
      files: Math.max(0, ...found.map(({ files }) => files)),
    };
  }

  async #in(places: Places, folder: string): Promise<DiscoveredTranscripts> {
    const found = await discoverTranscripts(folder, await this.#looking(places, folder));
    this.#tellUnread();
    return found;
  }

  async #looking(places: Places, folder: string): Promise<DiscoveryOptions> {
    const known = this.#tables.get(folder) ?? new DerivedTable(this.#form(folder), this.#context);
    this.#tables.set(folder, known);
    const { folder: history, secrets } = this.#context;
    const former = await formerFolders(places, dirname(history));
    return { agents: await this.#agents(), places, former, known, secrets };
  }

  /** Each once: a list hides no other session for a database that cannot be read, but the log says why it is missing. */
  #tellUnread(): void {
    for (const problem of unreadDatabases())
      if (!this.#reported.has(problem)) {
        this.#reported.add(problem);
        this.#context.log.warn(`lists leave out sessions: ${problem}`);
      }
  }

  #form(folder: string) {
    const isProject = folder === dirname(this.#context.folder);
    const other = isProject ? '' : `-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`;
    return knownTranscripts(`transcripts${other}.json`);
  }
}

const eachOnce = <T extends { readonly path: string }>(found: readonly T[]): T[] => [
  ...new Map(found.map((one) => [one.path, one])).values(),
];
