import { formatReference } from '../../find/search/reference.ts';
import { isoTime } from '../../disk/base/core.ts';
import type { ChangeEvent, IndexedSession } from './sessionChanges.ts';
import type { WritingRequest } from './types.ts';

/** A request that led to writes; one object per request, so that identity compares them. */
export interface Writer {
  readonly session: IndexedSession;
  readonly asked: number;
}

/** Returns the same writer for the same request. */
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

/** Describes a request by the event that represents it. */
export function describeRequest({ session, asked }: Writer, { at, entry }: ChangeEvent): WritingRequest {
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
