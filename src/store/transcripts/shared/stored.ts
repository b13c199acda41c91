import { basename, extname } from 'node:path';
import { defined, errno, type JsonObject, type JsonValue, StoreError } from '../../base/core.ts';
import { databaseMark } from '../../files/databaseCopy.ts';
import { FileCache } from '../../files/fileCache.ts';
import { textOf as textOfCell, withDatabase, type Database } from '../../sqlite/database.ts';
import type { Cell, DatabaseRow } from '../../sqlite/engine.ts';
import type { AgentTranscripts, FindTranscripts, FoundTranscript, Overview, Roots } from './agent.ts';
import { fieldsOf } from './fields.ts';
import {
  databasePath,
  pathInDatabase,
  type Agent,
  type OpenTranscript,
  type ReadTranscript,
} from './types.ts';
import { inWhole } from './whole.ts';

/*
 * Sessions that are no file of their own. A session in a database has the path `<database>#<session>`; what it holds
 * are its rows, as JSON lines, which is also what archives keep of it.
 */

/** A session as its storage tells of it, without reading what was said. */
export interface StoredSession extends Overview {
  /** Bytes, more or less. */
  readonly size: number;
}

/** The folders of sessions, by their ids, where other files tell them. */
export type Owners = ReadonlyMap<string, string>;

/** How an agent keeps sessions in a database. What SQLite refuses may be thrown as it is. */
export interface SessionTables {
  readonly agent: Agent;
  /** The columns it takes of each table: a database without one of them is of a form that is not known. */
  readonly columns: Readonly<Record<string, readonly string[]>>;
  /** The sessions that belong to the roots. */
  readonly list: (database: Database, roots: Roots, owners: Owners) => Promise<readonly StoredSession[]>;
  /** All rows of a session, in an order that stays; none for a session that is not there. */
  readonly rows: (database: Database, session: string) => Iterable<JsonObject> | AsyncIterable<JsonObject>;
}

/** The first line of a session's rows; `folder` is where it ran, as far as that is known from elsewhere. */
export const headOf = (agent: Agent, session: string, folder?: string): JsonObject => ({
  rowsOf: agent,
  session,
  ...defined({ folder }),
});

/** Whether a record begins the rows of a session of this agent. */
export const isHeadOf = (agent: Agent, record: JsonValue): boolean => fieldsOf(record).rowsOf === agent;

/** Where an agent keeps sessions otherwise than in a file each, and their reader. */
export interface Storage extends NonNullable<AgentTranscripts['stored']> {
  readonly find: FindTranscripts;
  readonly read: ReadTranscript;
}

/** An agent that keeps sessions in files, and others, or in other versions, otherwise; of those in both, the latter count. */
export function alsoStored(agent: AgentTranscripts, { find, read, place, rows }: Storage): AgentTranscripts {
  const stored = inWhole(read);
  return {
    ...agent,
    stored: { place, rows },
    async *find(places, roots) {
      const taken = new Set<string>();
      for await (const found of find(places, roots)) {
        taken.add(found.stored?.overview.sessionId ?? '');
        yield found;
      }
      for await (const found of agent.find(places, roots))
        if (!taken.has(basename(found.path, extname(found.path)))) yield found;
    },
    recognise: (record, path) => isHeadOf(agent.id, record) || agent.recognise(record, path),
    stream: async (open, source) => ((await beginsRows(open)) ? stored : agent.stream)(open, source),
  };
}

const rowsBegin = '{"rowsOf":';

async function beginsRows(open: OpenTranscript): Promise<boolean> {
  let head = '';
  for await (const chunk of open()) {
    head = (head + Buffer.from(chunk).toString('latin1')).trimStart();
    if (head.length >= rowsBegin.length) break;
  }
  return head.startsWith(rowsBegin);
}

/** A row as JSON: bytes that are UTF-8 as text, others in base64. */
export function jsonRow(table: string, row: DatabaseRow): JsonObject {
  const json: Record<string, JsonValue> = { table };
  for (const [name, cell] of Object.entries(row)) json[name] = jsonCell(cell);
  return json;
}

function jsonCell(cell: Cell): JsonValue {
  if (!(cell instanceof Uint8Array)) return cell;
  const text = textOfCell(cell);
  return text.includes('\uFFFD') ? { base64: Buffer.from(cell).toString('base64') } : text;
}

/** Why databases could not be read when they were listed last, by their paths. */
const unread = new Map<string, string>();

/** What is wrong with the databases of agents that this process listed and could not read, each in a sentence. */
export const unreadDatabases = (): readonly string[] => [...unread.values()];

/** Sessions in databases of one agent: those found are remembered as long as a database stays as it is. */
export class DatabaseSessions {
  readonly #tables: SessionTables;
  readonly #known = new FileCache<readonly StoredSession[]>(100);
  /** Of sessions that were listed. */
  readonly #folders = new Map<string, string>();

  constructor(tables: SessionTables) {
    this.#tables = tables;
  }

  /** The sessions of the roots in a database. One that cannot be read, or is no longer there, has none. */
  async *find(path: string, roots: Roots, owners: Owners = new Map()): AsyncGenerator<FoundTranscript> {
    for (const { size, ...overview } of await this.#list(path, roots, owners)) {
      if (overview.cwd !== undefined) this.#folders.set(overview.sessionId, overview.cwd);
      const mtimeMs = Date.parse(overview.lastUpdated);
      const stored = { size, mtimeMs, overview };
      const found = {
        agent: this.#tables.agent,
        path: pathInDatabase(path, overview.sessionId),
        unsure: false,
      };
      yield { ...found, stored, ...defined({ cwd: overview.cwd }) };
    }
  }

  /** The rows of a session by its path. Throws `not_found` where it is gone. */
  async *rows(path: string): AsyncGenerator<JsonObject> {
    const { database, session } = databasePath(path) ?? { database: path, session: '' };
    const rows = await withDatabase(database, (opened) => {
      this.#check(opened);
      return all(this.#tables.rows(opened, session));
    });
    if (rows.length === 0)
      throw new StoreError(
        'not_found',
        `There is no session ${JSON.stringify(session)} in ${database} any more.`,
        { path },
      );
    yield headOf(this.#tables.agent, session, this.#folders.get(session));
    yield* rows;
  }

  async #list(path: string, roots: Roots, owners: Owners): Promise<readonly StoredSession[]> {
    const key = [path, ...roots.folders, ...owners.keys()].join('\0');
    const mark = databaseMark(path);
    if (mark === undefined) return [];
    const known = this.#known.get(key, mark);
    if (known) return known;
    try {
      return await withDatabase(path, async (database) => {
        this.#check(database);
        unread.delete(path);
        return this.#known.set(key, database.mark, await this.#tables.list(database, roots, owners));
      });
    } catch (error) {
      if (!(error instanceof StoreError) && errno(error) === undefined) throw error;
      unread.set(path, error instanceof Error ? error.message : String(error));
      return this.#known.set(key, mark, []);
    }
  }

  #check(database: Database): void {
    for (const [table, columns] of Object.entries(this.#tables.columns)) database.need(table, ...columns);
  }
}

async function all(rows: Iterable<JsonObject> | AsyncIterable<JsonObject>): Promise<JsonObject[]> {
  const list: JsonObject[] = [];
  for await (const row of rows) list.push(row);
  return list;
}
