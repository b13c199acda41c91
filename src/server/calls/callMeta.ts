import { profiles } from '../../agents/agents.ts';
import { isObject, jsonOf } from '../../disk/base/core.ts';

/** Fields with the session, in a turn or in `_meta` itself: those of the protocol's users, then of single agents. */
const sessionFields = ['session_id', 'sessionId', 'threadId', 'thread_id', ...namesOf('session')];

/** Returns the session that `_meta` of a call names; undefined for none. */
export function sessionIn(meta: unknown): string | undefined {
  if (!isObject(meta)) return undefined;
  const named = [turnOf(meta), meta].flatMap((fields) => sessionFields.map((name) => textOf(fields[name])));
  return named.find((id) => id !== undefined);
}

/** Returns the id of the tool call that `_meta` names; undefined for none. */
export const callIn = (meta: unknown): string | undefined =>
  isObject(meta)
    ? namesOf('call')
        .map((name) => textOf(meta[name]))
        .find((id) => id !== undefined)
    : undefined;

/** Returns the description of a turn in `_meta`, an object or JSON; empty for none. */
export function turnOf(meta: unknown): Readonly<Record<string, unknown>> {
  if (!isObject(meta)) return {};
  const turns = namesOf('turn').map((name) => meta[name]);
  return turns.map((turn) => (typeof turn === 'string' ? jsonOf(turn) : turn)).find(isObject) ?? {};
}

/** Returns a text without blanks around it; undefined for an empty one and for other values. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

function namesOf(kind: 'session' | 'call' | 'turn'): readonly string[] {
  return profiles.flatMap(({ client }) => client?.meta?.[kind] ?? []);
}
