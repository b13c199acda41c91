import { basename, extname } from 'node:path';
import { defined, type JsonObject, type JsonValue, StoreError } from '../../disk/base/core.ts';
import { databaseMark } from '../../disk/files/databaseCopy.ts';
import { isBrokenLink } from '../../disk/files/foreignFault.ts';
import { inMemory } from '../../disk/files/inMemory.ts';
import { textOf as textOfCell, withDatabase, type Database } from '../../disk/sqlite/database.ts';
import type { Cell, DatabaseRow } from '../../disk/sqlite/engine.ts';
import type { AgentTranscripts, FindTranscripts, FoundTranscript, Overview, Roots } from './agent.ts';
import type { Places } from '../profile/machine.ts';
import { fieldsOf } from './fields.ts';
import { unreadBy } from './unread.ts';
import {
  databasePath,
  pathInDatabase,
  type OpenTranscript,
  type ReadTranscript,
  type ReportUnread,
  type Agent,
  type UnreadPlace,
} from './types.ts';
import { wholeStream } from './whole.ts';

/*
 * Sessions without a file of their own. A session in a database has the path `<database>#<session>`; its content, also
 * in archives, is its rows as JSON lines.
 */

/** A session as listed by its storage, without reading messages. */
export interface StoredSession extends Overview {
  /** Approximate size in bytes. */
  readonly size: number;
}

/** Folders of sessions by id, if other files record them. */
export type Owners = ReadonlyMap<string, string>;

/** How an agent stores sessions in a database. Functions may throw SQLite's errors. */
export interface SessionTables {
  readonly agent: Agent;
  /** Required columns by table, of each form; a database that has none of the forms wholly is unknown. */
  readonly forms: readonly Readonly<Record<string, readonly string[]>>[];
  /** Lists the sessions that belong to the roots. */
  readonly list: (database: Database, roots: Roots, owners: Owners) => Promise<readonly StoredSession[]>;
  /** Lists the ids of the roots' sessions that are in a database in a form that cannot be read. */
  readonly sealed?: (database: Database, roots: Roots, owners: Owners) => Promise<readonly string[]>;
  /** Returns all rows of a session in a stable order; none if the session does not exist. */
  readonly rows: (database: Database, session: string) => Iterable<JsonObject> | AsyncIterable<JsonObject>;
}

/** Makes the first line of a session's rows; `folder` is its working folder, if known from elsewhere. */
export const headOf = (agent: Agent, session: string, folder?: string): JsonObject => ({
  rowsOf: agent,
  session,
  ...defined({ folder }),
});

/** Whether a record begins the rows of a session of this agent. */
export const isHeadOf = (agent: Agent, record: JsonValue): boolean => fieldsOf(record).rowsOf === agent;

/** Sessions that an agent stores without a file each, and their reader. */
export interface Storage extends NonNullable<AgentTranscripts['stored']> {
  /** Folders in which its databases can be. */
  readonly homes: (places: Places) => readonly string[];
  readonly find: FindTranscripts;
  readonly read: ReadTranscript;
}

/**
 * Extends an agent that stores sessions in files by other storage, possibly of other versions; sessions in both are
 * taken from the latter.
 */
export function alsoStored(
  agent: AgentTranscripts,
  { find, homes, read, ...stored }: Storage,
): AgentTranscripts {
  const rowsStream = wholeStream(read);
  return {
    ...agent,
    stored,
    homes: (places, roots) => [...agent.homes(places, roots), ...homes(places).map((folder) => ({ folder }))],
    async *find(places, roots, report) {
      const taken = new Set<string>();
      for await (const found of find(places, roots, report)) {
        taken.add(found.stored?.overview.sessionId ?? '');
        yield found;
      }
      for await (const found of agent.find(places, roots, report))
        if (!taken.has(basename(found.path, extname(found.path)))) yield found;
    },
    recognise: (record, path) => isHeadOf(agent.id, record) || agent.recognise(record, path),
    stream: async (open, source) => ((await beginsRows(open)) ? rowsStream : agent.stream)(open, source),
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

/** Converts a row to JSON: bytes as text if they are UTF-8, else in base64. */
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

/** Sessions listed of a database, and why it could not be read. */
interface StoredList {
  readonly sessions: readonly StoredSession[];
  readonly unread?: UnreadPlace;
  /** Ids of sessions in a form that cannot be read. */
  readonly sealed?: readonly string[];
}

const noSessions: StoredList = { sessions: [] };

/** Databases that had changed when they were last listed: one that is written all the time is copied only now and then. */
const behind = new Set<string>();

/** Reports whether listing again, a while later, may find more in a database. */
export const areDatabasesBehind = (): boolean => behind.size > 0;

/** Sessions in databases of one agent, cached until the database changes. */
export class DatabaseSessions {
  readonly #tables: SessionTables;
  readonly #known = inMemory<StoredList>(100);
  /** Folders of listed sessions. */
  readonly #folders = new Map<string, string>();

  constructor(tables: SessionTables) {
    this.#tables = tables;
  }

  /** Yields the roots' sessions in a database; none if it cannot be read or no longer exists. */
  async *find(
    path: string,
    roots: Roots,
    report: ReportUnread,
    owners: Owners = new Map(),
  ): AsyncGenerator<FoundTranscript> {
    const { sessions, unread } = await this.#list(path, roots, owners);
    if (unread) report(unread);
    for (const { size, ...overview } of sessions) {
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

  /** Returns the ids of the roots' sessions in a database that cannot be read. */
  async sealed(path: string, roots: Roots, owners: Owners = new Map()): Promise<readonly string[]> {
    return (await this.#list(path, roots, owners)).sealed ?? [];
  }

  /** Yields the rows of a session by its path. Throws `not_found` if it no longer exists. */
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

  async #list(path: string, roots: Roots, owners: Owners): Promise<StoredList> {
    const key = [path, ...roots.folders, ...owners.keys()].join('\0');
    behind.delete(path);
    let fingerprint: string | undefined;
    try {
      fingerprint = databaseMark(path);
      if (fingerprint === undefined) return this.#missing(path);
      const known = this.#known.get(key, fingerprint);
      if (known) return known;
      return await withDatabase(path, async (database) => {
        if (database.fingerprint !== fingerprint) behind.add(path);
        // A program that was only started has made no table yet.
        if (database.tables().size === 0) return this.#known.set(key, database.fingerprint, noSessions);
        const unread = this.#check(database);
        const { list, sealed } = this.#tables;
        const sessions = await list(database, roots, owners);
        const rest = await sealed?.(database, roots, owners);
        return this.#known.set(key, database.fingerprint, { sessions, ...defined({ unread, sealed: rest }) });
      });
    } catch (error) {
      const failed = { sessions: [], ...defined({ unread: unreadBy(this.#tables.agent, path, error) }) };
      return fingerprint === undefined ? failed : this.#known.set(key, fingerprint, failed);
    }
  }

  #missing(path: string): StoredList {
    const { agent } = this.#tables;
    return isBrokenLink(path) ? { sessions: [], unread: { agent, path, reason: 'link' } } : noSessions;
  }

  /** Throws if no form is known, and returns what is unknown beside a known one. */
  #check(database: Database): UnreadPlace | undefined {
    const { agent, forms } = this.#tables;
    const tables = database.tables();
    const present = forms.filter((form) => Object.keys(form).every((table) => tables.has(table)));
    const faults: unknown[] = [];
    for (const form of present.length > 0 ? present : forms.slice(0, 1))
      try {
        for (const [table, columns] of Object.entries(form)) database.requireColumns(table, ...columns);
      } catch (error) {
        faults.push(error);
      }
    if (faults.length > 0 && faults.length >= present.length) throw faults[0];
    const [fault] = faults;
    if (fault !== undefined) return unreadBy(agent, database.path, fault);
    const newer = successorsOf(
      forms.flatMap((form) => Object.keys(form)),
      tables,
    );
    if (newer.length === 0) return undefined;
    return { agent, path: database.path, reason: 'unknown', detail: newer.join(', ') };
  }
}

/** Names of tables that a newer version seems to have put beside known ones: a known name with another number. */
function successorsOf(known: readonly string[], tables: ReadonlySet<string>): string[] {
  const stems = new Set(known.map(stemOf));
  return [...tables].filter(
    (table) => !known.includes(table) && table !== stemOf(table) && stems.has(stemOf(table)),
  );
}

const stemOf = (table: string): string => table.replace(/_?v?\d+$/i, '');

async function all(rows: Iterable<JsonObject> | AsyncIterable<JsonObject>): Promise<JsonObject[]> {
  const list: JsonObject[] = [];
  for await (const row of rows) list.push(row);
  return list;
}
