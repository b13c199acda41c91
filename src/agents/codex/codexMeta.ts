import type { JsonObject } from '../../disk/base/core.ts';
import { fieldsOf, textOf, timeOf, type Field } from '../reading/fields.ts';

/** Returns the id of the thread that a first line begins. */
export const threadIn = ({ id, session_id }: JsonObject): string | undefined =>
  textOf(id) ?? textOf(session_id);

/**
 * Returns the thread for which a helper's thread works: a field of its own in some versions; in others in `source`,
 * with the person's thread as `session_id`. A thread that a person forked works for none.
 */
export function parentIn(meta: JsonObject): string | undefined {
  const { parent_thread_id, session_id } = meta;
  if (!isHelpers(meta)) return undefined;
  const { thread_spawn: spawn } = fieldsOf(fieldsOf(meta.source).subagent);
  const own = threadIn(meta);
  return [parent_thread_id, fieldsOf(spawn).parent_thread_id, session_id]
    .map(textOf)
    .find((parent) => parent !== undefined && parent !== own);
}

/** Names the helper of a thread; undefined for a thread of the person, and where it has no name. */
export function helperIn(meta: JsonObject): string | undefined {
  if (!isHelpers(meta)) return undefined;
  const { subagent } = fieldsOf(meta.source);
  const { thread_spawn, other } = fieldsOf(subagent);
  const spawn = fieldsOf(thread_spawn);
  const name = textOf(meta.agent_nickname) ?? textOf(spawn.agent_nickname);
  const role = textOf(meta.agent_role) ?? textOf(spawn.agent_role);
  if (name !== undefined) return role === undefined ? name : `${name} (${role})`;
  return role ?? textOf(other) ?? textOf(subagent) ?? kindIn(meta.thread_source) ?? kindIn(meta.source);
}

function isHelpers({ source, thread_source, parent_thread_id }: JsonObject): boolean {
  if (fieldsOf(source).subagent !== undefined) return true;
  if (kindIn(thread_source) !== undefined || kindIn(source) !== undefined) return true;
  return textOf(thread_source) !== 'user' && textOf(parent_thread_id) !== undefined;
}

/**
 * Whether a program ran the thread by `codex exec`, which Codex's SDK starts too. Old versions have no `source`; their
 * `originator` names the program that wrote the thread.
 */
export const isRunByProgram = ({ source, originator }: JsonObject): boolean =>
  source === undefined ? textOf(originator) === 'codex_exec' : textOf(source) === 'exec';

/** Whether a person typed a turn, by what its beginning says of it; a thread that a program began becomes the person's so. */
export const isTyped = (attribution: Field): boolean => fieldsOf(attribution).turn_trigger === 'user';

/** Time from which turns are of the thread itself, and not copied from the one that it was forked from; empty for all. */
export const ownFrom = ({ forked_from_id, timestamp }: JsonObject): string =>
  textOf(forked_from_id) === undefined ? '' : (timeOf(timestamp) ?? '');

/** Returns a kind of thread that is a helper's. */
function kindIn(kind: Field): string | undefined {
  const text = textOf(kind);
  return text !== undefined && /subagent|guardian|review/i.test(text) ? text : undefined;
}
