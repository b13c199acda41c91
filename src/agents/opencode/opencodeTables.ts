import { isoTime, type JsonObject } from '../../disk/base/core.ts';
import { textOf as textOfCell, type Database } from '../../disk/sqlite/database.ts';
import type { DatabaseRow } from '../../disk/sqlite/engine.ts';
import type { Roots } from '../reading/agent.ts';
import { jsonRow, type StoredSession } from '../reading/stored.ts';
import { titleOfTime } from '../reading/titles.ts';
import { titleOfSession } from './opencode.ts';
import { titleIn } from './opencodeRows.ts';

/*
 * Sessions in the tables of OpenCode 1 (`session`, `message`, `part`) and 2 (`session_v2`, `session_message`). An
 * upgraded database has both: the older tables no longer change, and those of version 2 hold every session that was
 * opened since.
 */

const first = {
  session: ['id', 'parent_id', 'directory', 'title', 'time_created', 'time_updated'],
  message: ['id', 'session_id', 'time_created', 'data'],
  part: ['id', 'session_id', 'message_id', 'time_created', 'data'],
};
const second = {
  session_v2: ['id', 'parent_id', 'directory', 'title', 'time_created', 'time_updated'],
  session_message: ['id', 'session_id', 'type', 'seq', 'time_created', 'data'],
};

/** Columns that are read of the tables of each version. */
export const forms = [first, second] as const;

/** Tables of a version: where sessions and what was said are. */
interface Version {
  readonly sessions: 'session' | 'session_v2';
  readonly said: 'part' | 'session_message';
  readonly tables: readonly string[];
}

const versionOne: Version = { sessions: 'session', said: 'part', tables: ['message', 'part'] };
const versionTwo: Version = {
  sessions: 'session_v2',
  said: 'session_message',
  tables: ['session_message'],
};

/** Returns the versions whose tables a database has, the newest first. */
function versionsIn(database: Database): readonly Version[] {
  const has = (form: Readonly<Record<string, readonly string[]>>): boolean =>
    Object.entries(form).every(([table, wanted]) => {
      const known = database.columns(table);
      return wanted.every((column) => known.has(column));
    });
  return [...(has(second) ? [versionTwo] : []), ...(has(first) ? [versionOne] : [])];
}

/** Lists the sessions of a database that a person started in folders of the roots, each once. */
export async function list(database: Database, roots: Roots): Promise<readonly StoredSession[]> {
  const sessions = new Map<string, StoredSession>();
  for (const version of versionsIn(database)) {
    const folders = [...database.rows(`SELECT DISTINCT directory FROM ${version.sessions}`)];
    for (const { directory } of folders)
      if (await roots.include(textOfCell(directory)))
        for (const row of [...database.rows(sessionsIn(version), textOfCell(directory))]) {
          const known = sessions.get(textOfCell(row.id));
          if (known === undefined || known.empty) sessions.set(textOfCell(row.id), storedOf(row, database));
        }
  }
  return [...sessions.values()];
}

const sessionsIn = ({
  sessions,
  said,
}: Version): string => `SELECT id, directory, title, time_created, time_updated,
    (SELECT coalesce(sum(octet_length(data)), 0) FROM ${said} WHERE session_id = ${sessions}.id) AS size,
    EXISTS (SELECT 1 FROM ${said} WHERE session_id = ${sessions}.id) AS said
  FROM ${sessions} WHERE directory = ? AND (parent_id IS NULL OR parent_id NOT IN (SELECT id FROM ${sessions}))`;

function storedOf(
  { id, directory, title, time_created, time_updated, size, said }: DatabaseRow,
  database: Database,
): StoredSession {
  const startTime = isoTime(Number(time_created));
  const own = titleOfSession({ title: textOfCell(title) });
  return {
    sessionId: textOfCell(id),
    title: own ?? promptOf(database, textOfCell(id)) ?? titleOfTime(startTime),
    startTime,
    lastUpdated: isoTime(Number(time_updated)),
    cwd: textOfCell(directory),
    size: Number(size),
    empty: said === 0,
  };
}

/** Number of messages searched for the title of an untitled session. */
const firstMessages = 20;

function promptOf(database: Database, session: string): string | undefined {
  const { rows } = database;
  if (versionOf(database, session) === versionTwo) {
    const said = [...rows(`${messagesOf} LIMIT ?`, session, firstMessages)];
    return titleIn(said.map((row) => jsonRow('session_message', row)));
  }
  const begun = 'SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id LIMIT ?';
  const messages = [...rows(begun, session, firstMessages)];
  const parts = messages.flatMap(({ id }) => [
    ...rows('SELECT * FROM part WHERE message_id = ?', textOfCell(id)),
  ]);
  return titleIn([
    ...messages.map((row) => jsonRow('message', row)),
    ...parts.map((row) => jsonRow('part', row)),
  ]);
}

const messagesOf = 'SELECT * FROM session_message WHERE session_id = ? ORDER BY seq, id';

/** Returns the version whose tables hold what was said in a session: the newest that has anything. */
function versionOf(database: Database, session: string): Version | undefined {
  const having = versionsIn(database).filter(
    ({ sessions }) => [...database.rows(`SELECT id FROM ${sessions} WHERE id = ?`, session)].length > 0,
  );
  const isSaid = ({ said }: Version) =>
    [...database.rows(`SELECT 1 FROM ${said} WHERE session_id = ? LIMIT 1`, session)].length > 0;
  return having.find(isSaid) ?? having[0];
}

/**
 * Yields the rows of a session and of those it started, each with its first words; data that changes with every prompt
 * comes last.
 */
export function* rows(database: Database, session: string): Generator<JsonObject> {
  const version = versionOf(database, session);
  if (version === undefined) return;
  for (const table of version.tables) {
    const order = table === 'session_message' ? 'seq' : 'time_created';
    const all = `SELECT * FROM ${table} WHERE session_id = ? ORDER BY ${order}, id`;
    for (const row of database.rows(all, session)) yield jsonRow(table, row);
  }
  for (const own of database.rows(`SELECT * FROM ${version.sessions} WHERE id = ?`, session))
    yield jsonRow(version.sessions, own);
  for (const id of childrenOf(database, session)) yield* rows(database, id);
}

function childrenOf(database: Database, session: string): readonly string[] {
  const ids = versionsIn(database).flatMap(({ sessions }) =>
    Array.from(
      database.rows(`SELECT id FROM ${sessions} WHERE parent_id = ? ORDER BY id`, session),
      ({ id }) => textOfCell(id),
    ),
  );
  return [...new Set(ids)].filter((id) => id !== session).sort();
}
