import { errorMessage } from '../../disk/base/core.ts';
import { join } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import { inMemory } from '../../disk/files/inMemory.ts';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { bytesNow } from '../../disk/files/open.ts';
import { fileAt } from '../../disk/files/way.ts';
import { identityKey, LabelState } from './labelRecords.ts';
import type { ListedSession, SessionLabels } from './types.ts';

/** In the folder of recordings. */
export const labelsName = 'labels.jsonl';

/** People's labels on sessions of any agent: `.sessions/labels.jsonl`, one line per change. Outlives the transcripts. */
export class SessionLabelList {
  readonly #context: StoreContext;
  readonly #file: string;
  readonly #known = inMemory<ReadonlyMap<string, SessionLabels>>(1);

  /** `folder`: the folder of the recordings. */
  constructor(context: StoreContext, folder: string) {
    this.#context = context;
    this.#file = join(folder, labelsName);
  }

  /** Adds the labels to listed sessions. An unreadable file is logged and hides no session. */
  on(sessions: readonly ListedSession[]): readonly ListedSession[] {
    const all = this.#all();
    return all.size === 0 ? sessions : sessions.map((session) => labelled(session, all));
  }

  #all(): ReadonlyMap<string, SessionLabels> {
    try {
      const stat = fileAt(this.#file);
      if (stat === undefined) return new Map();
      const { secrets } = this.#context;
      const fingerprint = `${fingerprintOf(stat)} ${secrets.state}`;
      const known = this.#known.get(this.#file, fingerprint);
      if (known) return known;
      const all = readLabels(this.#file).all;
      // They may have been written while secrets were not masked.
      const masked = new Map([...all].map(([key, labels]) => [key, secrets.value(labels)] as const));
      return this.#known.set(this.#file, fingerprint, masked);
    } catch (error) {
      this.#context.log.warn(`${labelsName} cannot be read: ${errorMessage(error)}`);
      return new Map();
    }
  }
}

/** Reads the file; empty where it is missing. */
export const readLabels = (file: string): LabelState =>
  new LabelState(bytesNow(file)?.toString('utf8') ?? '');

function labelled(session: ListedSession, all: ReadonlyMap<string, SessionLabels>): ListedSession {
  const labels = all.get(identityKey(session));
  if (labels === undefined) return session;
  const own = labels.title === undefined ? {} : { title: labels.title, givenTitle: session.title };
  return { ...session, ...own, labels };
}
