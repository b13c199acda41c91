import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { indexFolder } from '../files/derived.ts';
import { folderAt } from '../files/way.ts';
import { formerFolders } from '../projects/projectFolders.ts';
import { discoverTranscripts } from '../transcripts/discover.ts';
import type { AgentTable, Places } from '../transcripts/shared/agent.ts';
import { unreadDatabases } from '../transcripts/shared/stored.ts';
import type { DiscoveredTranscripts } from '../transcripts/shared/types.ts';
import { TranscriptCache } from '../transcripts/transcriptCache.ts';
import type { TranscriptLists, Workspace } from './types.ts';

/** The transcripts of agents that belong to workspaces. What did not change since it was listed is not read again. */
export class WorkspaceTranscripts implements TranscriptLists {
  readonly #context: StoreContext;
  readonly #agents: AgentTable;
  readonly #caches = new Map<string, TranscriptCache>();
  /** What the log was told of databases. */
  readonly #reported = new Set<string>();

  constructor(context: StoreContext, agents: AgentTable) {
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

  async #in(places: Places, folder: string): Promise<DiscoveredTranscripts> {
    const file = this.#cacheFile(folder);
    const cache = this.#caches.get(folder) ?? (await TranscriptCache.load(file, this.#context.log));
    this.#caches.set(folder, cache);
    const { folder: history, secrets } = this.#context;
    cache.maskedAs(secrets.state);
    const former = await formerFolders(places, dirname(history));
    const looking = { agents: this.#agents, places, former, cache, secrets };
    const found = await discoverTranscripts(folder, looking);
    this.#tellUnread();
    // Looking makes no history.
    if (!this.#context.isReadOnly() && folderAt(this.#context.folder))
      await cache.save(file).catch((error: unknown) => {
        this.#context.log.warn(`cannot write ${file}, which only saves time: ${String(error)}`);
      });
    return found;
  }

  /** Each once: a list hides no other session for a database that cannot be read, but the log says why it is missing. */
  #tellUnread(): void {
    for (const problem of unreadDatabases())
      if (!this.#reported.has(problem)) {
        this.#reported.add(problem);
        this.#context.log.warn(`lists leave out sessions: ${problem}`);
      }
  }

  #cacheFile(folder: string): string {
    const history = this.#context.folder;
    const other = createHash('sha256').update(folder).digest('hex').slice(0, 8);
    return join(
      indexFolder(history),
      folder === dirname(history) ? 'transcripts.json' : `transcripts-${other}.json`,
    );
  }
}

const eachOnce = <T extends { readonly path: string }>(found: readonly T[]): T[] => [
  ...new Map(found.map((one) => [one.path, one])).values(),
];
