// What Codex' other files tell of threads whose rollouts are gone.
import { join } from 'node:path';
import { defined, StoreError } from '../../disk/base/core.ts';
import { foreignFileNow } from '../../disk/files/foreign.ts';
import { textOf as textOfCell, withDatabase, type Database } from '../../disk/sqlite/database.ts';
import type { LostSession, Wanted } from '../reading/agent.ts';
import { fieldsOf, listOf, numberOf, textOf } from '../reading/fields.ts';
import { JsonLines, parseJson } from '../reading/lines.ts';
import { isSessionName, LostMessages } from '../reading/lost.ts';
import { filesOf } from '../reading/places.ts';
import { fileChunks } from '../reading/whole.ts';
import { rolloutsIn } from './codexRollouts.ts';

/** A prompt is shorter; a longer line is skipped. Bytes. */
const maxBytes = 16 * 1024 * 1024;
/** Items read of a thread. */
const maxItems = 100_000;
/** The list of prompts tells seconds. Milliseconds. */
const sameTimeMs = 60_000;

interface Prompt {
  readonly at: number;
  readonly text: string;
}

/** A thread in the table of threads. */
interface Thread {
  readonly id: string;
  readonly cwd?: string | undefined;
  readonly title?: string | undefined;
  readonly gitBranch?: string | undefined;
  readonly first?: Prompt | undefined;
}

/** Yields the threads of which Codex' lists of prompts and threads tell, and of which no rollout is left. */
export async function* lostCodex(home: string, wanted: Wanted): AsyncGenerator<LostSession> {
  const present = new Set((await rolloutsIn(home)).flatMap(({ thread }) => thread ?? []));
  const history = join(home, 'history.jsonl');
  const prompts = await promptsIn(history, present);
  const state = await newestOf(home, 'state');
  const threads = state === undefined ? [] : await threadsIn(state, present).catch(none);
  const known = new Map(threads.map((thread) => [thread.id, thread]));
  const items = await newestOf(home, 'thread_history');
  for (const id of new Set([...prompts.keys(), ...known.keys()])) {
    const { cwd, title, gitBranch, first } = known.get(id) ?? {};
    if (!(await wanted.isOf(cwd))) continue;
    const messages = new LostMessages();
    if (items !== undefined) await addItems(messages, items, id).catch(none);
    for (const { at, text } of prompts.get(id) ?? []) messages.addUntold({ at, text }, sameTimeMs);
    if (first) messages.addUntold(first, Infinity);
    const path = prompts.has(id) ? history : (state ?? history);
    const facts = { agent: 'codex', sessionId: id, path, ...defined({ cwd, title, gitBranch }) };
    const lost = messages.session(facts);
    if (lost) yield lost;
  }
}

/** Takes nothing from a database that cannot be read. */
function none(error: unknown): readonly never[] {
  if (error instanceof StoreError) return [];
  throw error;
}

/** Returns the prompts of `history.jsonl` by thread. */
async function promptsIn(
  path: string,
  present: ReadonlySet<string>,
): Promise<ReadonlyMap<string, readonly Prompt[]>> {
  const found = new Map<string, Prompt[]>();
  if (!foreignFileNow(path)) return found;
  for await (const line of new JsonLines(fileChunks(path), { maxBytes })) {
    const [id, seconds, text] = [
      textOf(line.session_id)?.toLowerCase(),
      numberOf(line.ts),
      textOf(line.text),
    ];
    if (!isSessionName(id) || present.has(id) || seconds === undefined || text === undefined) continue;
    const all = found.get(id) ?? [];
    all.push({ at: seconds * 1_000, text });
    found.set(id, all);
  }
  return found;
}

/** Returns the newest of the databases `<name>_<version>.sqlite`. */
async function newestOf(home: string, name: string): Promise<string | undefined> {
  const versionOf = (path: string) => Number(/_(\d+)\.sqlite$/.exec(path)?.[1]);
  const all = await filesOf(home, new RegExp(`^${name}_\\d+\\.sqlite$`));
  return all.sort((a, b) => versionOf(a) - versionOf(b)).at(-1);
}

/** Reads the threads without a rollout; none where the form of the table is another. */
const threadsIn = (path: string, present: ReadonlySet<string>): Promise<readonly Thread[]> =>
  withDatabase(path, (database) => {
    const columns = database.columns('threads');
    if (!columns.has('id') || !columns.has('cwd')) return [];
    const own = columns.has('thread_source') ? "WHERE coalesce(thread_source, 'user') = 'user'" : '';
    const rows = Array.from(database.rows(`SELECT * FROM threads ${own}`));
    return rows.flatMap((row) => {
      const id = textOfCell(row.id).toLowerCase();
      if (!isSessionName(id) || present.has(id)) return [];
      const text = textOfCell(row.first_user_message);
      const first = text === '' ? undefined : { at: Number(row.created_at) * 1_000, text };
      const [cwd, title, gitBranch] = [row.cwd, row.title, row.git_branch].map((cell) =>
        textOf(textOfCell(cell)),
      );
      return [{ id, cwd, title, gitBranch, first }];
    });
  });

/** Adds what newer versions keep of a thread beside its rollout: what was said, with times. */
const addItems = (messages: LostMessages, path: string, thread: string): Promise<void> =>
  withDatabase(path, (database: Database) => {
    const columns = database.columns('thread_items');
    if (!['thread_id', 'created_at_ms', 'item_json', 'rollout_ordinal'].every((name) => columns.has(name)))
      return;
    const rows = database.rows(
      `SELECT created_at_ms, item_json FROM thread_items WHERE thread_id = ? ORDER BY rollout_ordinal LIMIT ${maxItems}`,
      thread,
    );
    for (const row of rows) {
      const item = fieldsOf(parseJson(textOfCell(row.item_json)));
      const said = saidIn(item.content);
      const at = Number(row.created_at_ms);
      const key = textOf(item.id) ?? '';
      if (item.type === 'userMessage') messages.add({ at, text: said, key });
      if (item.type === 'agentMessage')
        messages.add({ at, text: textOf(item.text) ?? said, type: 'assistant', key });
    }
  });

const saidIn = (content: Parameters<typeof listOf>[0]): string =>
  listOf(content)
    .map((part) => textOf(fieldsOf(part).text) ?? '')
    .filter((text) => text !== '')
    .join('\n');
