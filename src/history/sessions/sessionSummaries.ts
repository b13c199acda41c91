import { join } from 'node:path';
import { isoTime, type JsonObject } from '../../disk/base/core.ts';
import type { StoreContext } from '../../disk/base/context.ts';
import { makeFolder, sweep } from '../../disk/files/folders.ts';
import { removeHeld, writeAtomic } from '../../disk/files/atomic.ts';
import { quarantine } from '../../disk/files/smallFile.ts';
import { readJson } from '../../disk/files/json.ts';
import { Trash } from '../../disk/files/trash.ts';
import type { Recordings } from './recordings.ts';
import { parseSessionSummary, summariesFolder, summaryFileName } from './summaryFile.ts';
import type { SessionIdentity, SessionSummary } from './types.ts';

/** Kind of a session's summary in the trash. */
const trashKind = 'session-summary';

/** Summaries of sessions of any agent: `.sessions/summaries/<source>-<session>.json`. */
export class SessionSummaries {
  readonly #context: StoreContext;
  readonly #recordings: Recordings;
  readonly #folder: string;

  constructor(context: StoreContext, recordings: Recordings) {
    this.#context = context;
    this.#recordings = recordings;
    this.#folder = summariesFolder(recordings.folder);
  }

  /** Undefined where it is missing or unreadable. */
  async read(session: SessionIdentity): Promise<SessionSummary | undefined> {
    const read = await readJson(this.#file(session), parseSessionSummary);
    if (read.state === 'damaged')
      this.#context.log.warn(`${this.#file(session)} cannot be read: ${read.reason}`);
    return read.state === 'read' ? this.#context.secrets.value(read.value) : undefined;
  }

  /** Moves the previous summary to the trash and a damaged one aside. Undefined removes it. */
  set(session: SessionIdentity, summary: JsonObject | undefined): Promise<void> {
    const { clock, folder } = this.#context;
    const file = this.#file(session);
    return this.#recordings.change(async (lease) => {
      await makeFolder(this.#folder);
      await sweep(this.#folder, lease);
      const old = await readJson(file, parseSessionSummary);
      if (old.state === 'damaged') await quarantine(file, old.reason, { clock, lease });
      if (old.state === 'read') {
        const { source, sessionId } = session;
        await new Trash(folder, clock).put(
          trashKind,
          { source, session: sessionId },
          format(session, old.value),
          this.#recordings.folder,
        );
      }
      if (summary !== undefined)
        await writeAtomic(file, format(session, { summary, writtenAt: clock.now() }), lease);
      else if (old.state === 'read') {
        await removeHeld([file], lease);
      }
    });
  }

  #file(session: SessionIdentity): string {
    return join(this.#folder, summaryFileName(session));
  }
}

function format({ source, sessionId }: SessionIdentity, { summary, writtenAt }: SessionSummary): string {
  const about = { v: 1, source, session: sessionId, writtenAt: isoTime(writtenAt) };
  return `${JSON.stringify({ ...about, summary }, null, 2)}\n`;
}
