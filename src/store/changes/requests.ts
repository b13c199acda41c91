import { formatReference } from '../search/reference.ts';
import { isoTime } from '../base/core.ts';
import type { ChangeEvent, IndexedSession } from './sessionChanges.ts';
import type { WritingRequest } from './types.ts';

/** A request upon which a session wrote. One object for each, so that it can be told from others. */
export interface Writer {
  readonly session: IndexedSession;
  readonly asked: number;
}

/** Gives the same writer for the same request. */
export class Writers {
  readonly #known = new Map<IndexedSession, Map<number, Writer>>();

  of(session: IndexedSession, { asked }: ChangeEvent): Writer {
    const requests = this.#known.get(session) ?? new Map<number, Writer>();
    this.#known.set(session, requests);
    const writer = requests.get(asked) ?? { session, asked };
    requests.set(asked, writer);
    return writer;
  }
}

/** What is told of a request, with the event that stands for it. */
export function toldOf({ session, asked }: Writer, { at, entry }: ChangeEvent): WritingRequest {
  const { info, changes } = session;
  return {
    session: info.sessionId,
    sessionTitle: info.title,
    agent: info.source,
    time: isoTime(at),
    entry,
    reference: formatReference({ source: 'sessions', name: info.sessionId, entry: String(entry) }),
    asked,
    request: changes.requests[String(asked)] ?? '',
  };
}
