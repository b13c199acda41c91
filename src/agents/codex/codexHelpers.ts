import { dirname, join } from 'node:path';
import { filesFingerprint } from '../../disk/files/fingerprint.ts';
import { inMemory } from '../../disk/files/inMemory.ts';
import { foreignFileNow } from '../../disk/files/foreign.ts';
import { defined } from '../../disk/base/core.ts';
import { fieldsOf, numberOf } from '../reading/fields.ts';
import type { StreamTranscript, SubagentRecord } from '../reading/types.ts';
import { all } from '../reading/whole.ts';
import { codexContent, contentFrom, firstRecord } from './codexContent.ts';
import { parentIn, threadIn } from './codexMeta.ts';
import { homeAround, rolloutOf, rolloutsAt, rolloutsIn, type Rollout } from './codexRollouts.ts';

const dayMs = 24 * 60 * 60 * 1_000;
/** Helpers of a thread that went on for longer are sought among all rollouts. */
const maxDays = 100;

/** A helper's thread, and the one it works for. */
interface HelperThread extends Rollout {
  readonly id: string;
  readonly parent: string;
  /** Number of its first line that is not a copy of one of its parent's; undefined where it does not tell. */
  readonly ownFrom: number | undefined;
}

/** Threads of helpers by path, `false` for the person's; the first line of a rollout does not change. */
const known = inMemory<HelperThread | false>();

/** A thread whose helpers are sought. */
export interface ParentThread {
  readonly id: string;
  readonly path: string;
  /** When it was changed last, milliseconds. */
  readonly endedAt: number;
}

/** Yields the conversations of a thread's helpers, and of theirs, which are rollouts begun while it lasted. */
export async function* helpersOf(
  parent: ParentThread,
  stream: StreamTranscript,
): AsyncGenerator<SubagentRecord> {
  for (const { id, path, ownFrom } of await threadsUnder(parent)) {
    const mtimeMs = foreignFileNow(path)?.mtimeMs;
    if (mtimeMs === undefined) continue;
    const open = () => (ownFrom === undefined ? codexContent(path) : contentFrom(path, ownFrom));
    const read = await stream(open, { path, mtimeMs });
    const messages = await all(read.messages());
    const { title, requests } = read.header;
    if (messages.length > 0 || requests) yield { agentId: id, messages, ...defined({ title, requests }) };
  }
}

/** Changes when the conversations of a thread's helpers do; empty for none. */
export const helperState = async (parent: ParentThread): Promise<string> =>
  filesFingerprint((await threadsUnder(parent)).map(({ path }) => path));

/** Finds the threads of a thread's helpers, each before those of its own helpers. */
async function threadsUnder(parent: ParentThread): Promise<readonly HelperThread[]> {
  const waiting = await helperThreads(parent);
  const under: HelperThread[] = [];
  const ids = new Set([parent.id]);
  for (let at = 0; at !== -1;) {
    at = waiting.findIndex((thread) => ids.has(thread.parent) && !ids.has(thread.id));
    for (const thread of at === -1 ? [] : waiting.splice(at, 1)) {
      under.push(thread);
      ids.add(thread.id);
    }
  }
  return under;
}

async function helperThreads({ path, endedAt }: ParentThread): Promise<HelperThread[]> {
  const own = rolloutOf(path);
  const threads: HelperThread[] = [];
  for (const rollout of await rolloutsWhile(own, endedAt)) {
    if (rollout.time < own.time || rollout.path === path) continue;
    const thread = await helperThread(rollout);
    if (thread) threads.push(thread);
  }
  return threads.sort((a, b) => (a.time < b.time ? -1 : 1));
}

async function helperThread(rollout: Rollout): Promise<HelperThread | false> {
  const file = String(foreignFileNow(rollout.path)?.ino ?? '');
  const before = known.get(rollout.path, file);
  if (before !== undefined) return before;
  const meta = fieldsOf((await firstRecord(rollout.path)).payload);
  const [id, parent] = [threadIn(meta), parentIn(meta)];
  if (id === undefined) return false;
  const ownFrom = numberOf(meta.subagent_history_start_ordinal);
  return known.set(rollout.path, file, parent === undefined ? false : { ...rollout, id, parent, ownFrom });
}

/** Finds the rollouts in the days in which a thread may have had helpers. */
async function rolloutsWhile(own: Rollout, endedAt: number): Promise<readonly Rollout[]> {
  const home = homeAround(own.path);
  const from = Date.parse(`${own.time.slice(0, 10)}T00:00:00Z`);
  if (home === undefined) return rolloutsAt(dirname(own.path));
  if (Number.isNaN(from) || endedAt - from > maxDays * dayMs) return rolloutsIn(home);
  const found = [...(await rolloutsAt(join(home, 'archived_sessions')))];
  for (let day = from; day <= endedAt + dayMs; day += dayMs) {
    const parts = new Date(day).toISOString().slice(0, 10).split('-');
    found.push(...(await rolloutsAt(join(home, 'sessions', ...parts))));
  }
  return found;
}
