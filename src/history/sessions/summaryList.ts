import { errorMessage } from '../../disk/base/core.ts';
import { join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { inMemory } from '../../disk/files/inMemory.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { entriesNow } from '../../disk/files/folders.ts';
import { readSmallJson } from '../../disk/files/json.ts';
import { fileAt } from '../../disk/files/way.ts';
import { parseSessionSummary, summariesFolder, summaryFileName } from './summaryFile.ts';
import type { ListedSession, SessionSummary } from './types.ts';

/** The summaries of sessions, for lists and search. */
export class SessionSummaryList {
  readonly #context: StoreContext;
  readonly #folder: string;
  readonly #known = inMemory<SessionSummary | undefined>();

  /** `folder`: the folder of the recordings. */
  constructor(context: StoreContext, folder: string) {
    this.#context = context;
    this.#folder = summariesFolder(folder);
  }

  /** Adds the summaries to listed sessions. Unreadable ones are logged and hide no session. */
  on(sessions: readonly ListedSession[]): readonly ListedSession[] {
    try {
      const names = new Set(entriesNow(this.#folder)?.map(({ name }) => name));
      return names.size === 0 ? sessions : sessions.map((session) => this.#summarized(session, names));
    } catch (error) {
      this.#context.log.warn(`summaries of sessions cannot be read: ${errorMessage(error)}`);
      return sessions;
    }
  }

  #summarized(session: ListedSession, names: ReadonlySet<string>): ListedSession {
    const name = summaryFileName(session);
    const summary = names.has(name) ? this.#read(join(this.#folder, name)) : undefined;
    return summary ? { ...session, summary } : session;
  }

  #read(file: string): SessionSummary | undefined {
    const stat = fileAt(file);
    if (stat === undefined) return undefined;
    const { secrets, log } = this.#context;
    const fingerprint = `${fingerprintOf(stat)} ${secrets.state}`;
    const known = this.#known.get(file, fingerprint);
    if (known) return known;
    const read = readSmallJson(file, parseSessionSummary);
    if (read.state === 'damaged') log.warn(`${file} cannot be read: ${read.reason}`);
    return this.#known.set(file, fingerprint, read.state === 'read' ? secrets.value(read.value) : undefined);
  }
}
