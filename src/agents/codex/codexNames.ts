import { join } from 'node:path';
import { fingerprintOf } from '../../disk/files/fingerprint.ts';
import { foreignFileNow } from '../../disk/files/foreign.ts';
import { inMemory } from '../../disk/files/inMemory.ts';
import { textOf } from '../reading/fields.ts';
import { chunksOf, JsonLines } from '../reading/lines.ts';
import { readBeside } from '../reading/whole.ts';

/** Names of the threads in a home of Codex, by id. */
type ThreadNames = ReadonlyMap<string, string>;

/** Homes that are asked for at once. */
const known = inMemory<ThreadNames>(10);

/** Reads the names that a home of Codex gives its threads; newer versions write them here rather than into rollouts. */
export async function threadNames(home: string): Promise<ThreadNames> {
  const path = join(home, 'session_index.jsonl');
  const file = foreignFileNow(path);
  const state = file ? fingerprintOf(file) : '';
  return known.get(path, state) ?? known.set(path, state, await namesIn((await readBeside(path)) ?? ''));
}

async function namesIn(text: string): Promise<ThreadNames> {
  const names = new Map<string, string>();
  for await (const line of new JsonLines(chunksOf(text))) {
    const [id, name] = [textOf(line.id), textOf(line.thread_name)];
    // The last line of a thread holds.
    if (id !== undefined) names.set(id.toLowerCase(), name ?? '');
  }
  return names;
}
