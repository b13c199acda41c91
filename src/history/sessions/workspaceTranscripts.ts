import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { sayIn } from '../../disk/base/texts.ts';
import { forgottenText } from '../../disk/secrets/forgotten.ts';
import { Derived } from '../../disk/files/derived.ts';
import { formerFolders } from '../../disk/projects/projectIdentity.ts';
import { discoverTranscripts, newestTranscripts } from '../../agents/reading/discover.ts';
import type { DiscoveryOptions } from '../../agents/reading/inspect.ts';
import type { Places } from '../../agents/profile/machine.ts';
import type { LoadAgents } from '../../agents/reading/agent.ts';
import { unreadText } from '../../agents/unreadText.ts';
import type { DiscoveredTranscripts, NewestTranscripts, UnreadPlace } from '../../agents/reading/types.ts';
import { knownTranscripts, type KnownTranscript } from '../../agents/reading/knownTranscripts.ts';
import type { TranscriptLists, Workspace } from './types.ts';

/** The transcripts of workspaces; unchanged ones are not read again. */
export class WorkspaceTranscripts implements TranscriptLists {
  readonly #context: StoreContext;
  readonly #agents: LoadAgents;
  readonly #tables = new Map<string, Derived<KnownTranscript>>();
  /** Places that could not be read, already logged. */
  readonly #reported = new Set<string>();

  constructor(context: StoreContext, agents: LoadAgents) {
    this.#context = context;
    this.#agents = agents;
  }

  /** Unordered and distinct: folders of one repository share their sessions. */
  async of({ folders, places }: Workspace): Promise<DiscoveredTranscripts> {
    const found: DiscoveredTranscripts[] = [];
    for (const folder of folders) found.push(await this.#in(places, folder));
    return {
      transcripts: this.#kept(found.flatMap(({ transcripts }) => transcripts)),
      silent: eachOnce(found.flatMap(({ silent }) => silent)),
      unread: eachOnce(found.flatMap(({ unread }) => unread)),
    };
  }

  async newest({ folders, places }: Workspace, count: number): Promise<NewestTranscripts> {
    const found: NewestTranscripts[] = [];
    for (const folder of folders)
      found.push(await newestTranscripts(folder, await this.#options(places, folder), count));
    return {
      transcripts: this.#kept(found.flatMap(({ transcripts }) => transcripts)),
      files: Math.max(0, ...found.map(({ files }) => files)),
    };
  }

  /** Each once, without sessions that a person had forgotten. */
  #kept<T extends { readonly path: string; readonly sessionId: string }>(found: readonly T[]): readonly T[] {
    const { secrets } = this.#context;
    return eachOnce(found).filter(({ sessionId }) => !secrets.text(sessionId).includes(forgottenText));
  }

  async #in(places: Places, folder: string): Promise<DiscoveredTranscripts> {
    const found = await discoverTranscripts(folder, await this.#options(places, folder));
    this.#reportUnread(found.unread);
    return found;
  }

  async #options(places: Places, folder: string): Promise<DiscoveryOptions> {
    const known = this.#tables.get(folder) ?? new Derived(this.#form(folder), this.#context);
    this.#tables.set(folder, known);
    const { folder: history, secrets } = this.#context;
    const former = await formerFolders(places, dirname(history));
    return { agents: await this.#agents(), places, former, known, secrets };
  }

  /** Logs each unreadable place once; it hides no other session. */
  #reportUnread(unread: readonly UnreadPlace[]): void {
    for (const place of unread) {
      const problem = unreadText(place, sayIn('en'));
      if (this.#reported.has(problem)) continue;
      this.#reported.add(problem);
      this.#context.log.warn(`lists leave out sessions: ${problem}`);
    }
  }

  #form(folder: string) {
    const isProject = folder === dirname(this.#context.folder);
    const other = isProject ? '' : `-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`;
    return knownTranscripts(`transcripts${other}`);
  }
}

const eachOnce = <T extends { readonly path: string }>(found: readonly T[]): T[] => [
  ...new Map(found.map((one) => [one.path, one])).values(),
];
