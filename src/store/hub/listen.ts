import { randomUUID } from 'node:crypto';
import type { HubConnection, LiveConnection } from './types.ts';

/** So long a word of one's own is waited for: a pooler between here and the database may swallow it. Milliseconds. */
const ownWordMs = 2_000;
const tried = 'try ';

/**
 * Where it is said that a project has something new. Who is not in the project does not know its UUID, and is told nothing:
 * what is said is that there is something, and not what.
 */
const channelOf = (project: string): string => `history_hub_${project.replaceAll('-', '')}`;

/** Says to all who listen that a project has something new. An engine that knows no such words is not asked a second time. */
export async function tellListeners(connection: HubConnection, project: string): Promise<void> {
  if (deaf.has(connection)) return;
  const said = connection.query('select pg_catalog.pg_notify($1, $2)', [channelOf(project), '']);
  await said.catch(() => deaf.add(connection)); // who listens looks from time to time, too
}

const deaf = new WeakSet<HubConnection>();

/**
 * Calls `heard` whenever another program sent something to a project, as long as the connection lasts. Gives false where the
 * engine, or what is between, does not pass such words on: then whoever wants to know has to ask.
 */
export async function listenTo(
  connection: LiveConnection,
  project: string,
  heard: () => void,
): Promise<boolean> {
  const word = `${tried}${randomUUID()}`;
  let timer: NodeJS.Timeout | undefined;
  try {
    const own = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), ownWordMs);
      connection.onWord(({ text, isOwn }) => {
        if (text === word) resolve(true);
        else if (!isOwn && !text.startsWith(tried)) heard();
      });
    });
    await connection.query(`listen ${channelOf(project)}`);
    await connection.query('select pg_catalog.pg_notify($1, $2)', [channelOf(project), word]);
    return await own;
  } catch {
    return false; // an engine without it
  } finally {
    clearTimeout(timer);
  }
}
