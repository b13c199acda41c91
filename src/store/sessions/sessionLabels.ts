import { join } from 'node:path';
import type { StoreContext } from '../base/context.ts';
import { FileCache, fingerprintOf } from '../files/fileCache.ts';
import { bytesNow } from '../files/open.ts';
import { fileAt } from '../files/way.ts';
import { identityKey, LabelState } from './labelRecords.ts';
import type { ListedSession, SessionLabels } from './types.ts';

/** Of the folder of recordings. */
export const labelsName = 'labels.jsonl';

/**
 * What people wrote on sessions, whoever recorded them: `.sessions/labels.jsonl`, to which each change adds a line. It stays when an
 * agent deletes its transcript.
 */
export class SessionLabelList {
  readonly #context: StoreContext;
  readonly #file: string;
  readonly #known = new FileCache<ReadonlyMap<string, SessionLabels>>(1);

  /** `folder` is that of recordings. */
  constructor(context: StoreContext, folder: string) {
    this.#context = context;
    this.#file = join(folder, labelsName);
  }

  /** Puts on sessions of a list what people wrote on them. A file that cannot be read is told, and hides no session. */
  on(sessions: readonly ListedSession[]): readonly ListedSession[] {
    const all = this.#all();
    return all.size === 0 ? sessions : sessions.map((session) => labelled(session, all));
  }

  #all(): ReadonlyMap<string, SessionLabels> {
    try {
      const stat = fileAt(this.#file);
      if (stat === undefined) return new Map();
      const { secrets } = this.#context;
      const mark = `${fingerprintOf(stat)} ${secrets.state}`;
      const known = this.#known.get(this.#file, mark);
      if (known) return known;
      const all = readLabels(this.#file).all;
      // They may have been written while secrets were kept.
      const masked = new Map([...all].map(([key, labels]) => [key, secrets.value(labels)] as const));
      return this.#known.set(this.#file, mark, masked);
    } catch (error) {
      this.#context.log.warn(`${labelsName} cannot be read: ${String(error)}`);
      return new Map();
    }
  }
}

/** What the file says as of now; nothing where it is missing. */
export const readLabels = (file: string): LabelState =>
  new LabelState(bytesNow(file)?.toString('utf8') ?? '');

function labelled(session: ListedSession, all: ReadonlyMap<string, SessionLabels>): ListedSession {
  const labels = all.get(identityKey(session));
  if (labels === undefined) return session;
  const own = labels.title === undefined ? {} : { title: labels.title, givenTitle: session.title };
  return { ...session, ...own, labels };
}
