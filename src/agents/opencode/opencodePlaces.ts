import { basename, dirname, isAbsolute, join } from 'node:path';
import { defined, isoTime, type JsonObject } from '../../disk/base/core.ts';
import { foreignFile } from '../../disk/files/foreign.ts';
import type { FindTranscripts, FoundTranscript, Roots, StoredFacts } from '../reading/agent.ts';
import { fieldsOf, textOf, timeOf } from '../reading/fields.ts';
import { entriesOf, filesOf, foldersOf } from '../reading/places.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import { DatabaseSessions, headOf } from '../reading/stored.ts';
import { titleOfTime } from '../reading/titles.ts';
import { databasePath, type Agent } from '../reading/types.ts';
import { all, readJsonBeside } from '../reading/whole.ts';
import { titleOfSession } from './opencode.ts';
import { titleIn } from './opencodeRows.ts';
import { forms, list, rows } from './opencodeTables.ts';

/** A program that stores sessions as OpenCode does. */
export interface OpenCodeProgram {
  readonly agent: Agent;
  /** Name of its folder below `~/.local/share` and prefix of its databases' names. */
  readonly name: string;
  /** Environment variable that names another database. */
  readonly variable: string;
}

/** Location and content of sessions of OpenCode or a derived program. */
export class OpenCodeSessions {
  readonly #program: OpenCodeProgram;
  readonly #databases: DatabaseSessions;

  constructor(program: OpenCodeProgram) {
    this.#program = program;
    const { agent } = program;
    this.#databases = new DatabaseSessions({ agent, forms, list, rows });
  }

  /** Matches paths of sessions, with slashes, in databases and in files of older versions. */
  get pathPattern(): RegExp {
    const { name } = this.#program;
    return new RegExp(`/${name}[^/]*\\.db#ses_[^/]*$|/${name}/storage/session/[^/]+/ses_[^/]+\\.json$`);
  }

  /** The data folder, the same on every system. */
  folder(places: Places): string {
    return join(homeOf(places, 'XDG_DATA_HOME', join('.local', 'share')), this.#program.name);
  }

  /** The database that the program's variable names. */
  readonly named = (places: Places): string | undefined => {
    const other = places.env[this.#program.variable]?.trim() ?? '';
    if (other === '' || other === ':memory:') return undefined;
    return isAbsolute(other) ? other : join(this.folder(places), other);
  };

  /** Folders in which sessions are. */
  homes(places: Places): readonly string[] {
    return [this.folder(places), join(this.folder(places), 'storage', 'session')];
  }

  /** Yields all sessions in databases, then those of older versions that were not migrated. */
  async *find(...[places, roots, report]: Parameters<FindTranscripts>): AsyncGenerator<FoundTranscript> {
    const taken = new Set<string>();
    for (const database of await this.#paths(places))
      for await (const found of this.#databases.find(database, roots, report)) {
        taken.add(found.stored?.overview.sessionId ?? '');
        yield found;
      }
    for await (const found of this.#files(places, roots))
      if (!taken.has(basename(found.path, '.json'))) yield found;
  }

  readonly rows = (path: string): AsyncIterable<JsonObject> =>
    databasePath(path) ? this.#databases.rows(path) : rowsOfFiles(this.#program.agent, path);

  async #paths(places: Places): Promise<readonly string[]> {
    const folder = this.folder(places);
    const pattern = new RegExp(`^${this.#program.name}[\\w.-]*\\.db$`);
    const names = (await entriesOf(folder)).map(({ name }) => name);
    const usual = names.filter((name) => pattern.test(name)).map((name) => join(folder, name));
    const other = this.named(places);
    return other === undefined ? usual : [...new Set([other, ...usual])];
  }

  async *#files(places: Places, roots: Roots): AsyncGenerator<FoundTranscript> {
    const { agent } = this.#program;
    for (const project of await foldersOf(join(this.folder(places), 'storage', 'session')))
      for (const path of await filesOf(project, /^ses_.*\.json$/)) {
        const info = fieldsOf(await readJsonBeside(path));
        const cwd = textOf(info.directory);
        if (textOf(info.parentID) !== undefined || cwd === undefined || !(await roots.include(cwd))) continue;
        const stored = await storedInFiles(path, info);
        if (stored) yield { agent, path, cwd, unsure: false, stored };
      }
  }
}

/** Reads facts from a session's file, and the first words for a title if it has none. */
async function storedInFiles(path: string, info: JsonObject): Promise<StoredFacts | undefined> {
  const stat = await foreignFile(path).catch(() => undefined);
  if (stat === undefined) return undefined;
  const session = basename(path, '.json');
  const { created, updated } = fieldsOf(info.time);
  const startTime = timeOf(created) ?? isoTime(stat.mtimeMs);
  const messages = await filesOf(join(dirname(dirname(dirname(path))), 'message', session), /\.json$/);
  const title = titleOfSession(info) ?? (await promptInFiles(path, session)) ?? titleOfTime(startTime);
  const lastUpdated = timeOf(updated) ?? startTime;
  const said = { sessionId: session, title, startTime, lastUpdated, empty: messages.length === 0 };
  const overview = { ...said, ...defined({ cwd: textOf(info.directory) }) };
  return { size: stat.size, mtimeMs: stat.mtimeMs, overview };
}

async function promptInFiles(path: string, session: string): Promise<string | undefined> {
  const storage = dirname(dirname(dirname(path)));
  return titleIn(await all(filesOfSession(storage, path, session)));
}

/**
 * Yields the rows of a session of older versions: `session/<project>/<id>.json`, `message/<session>/<id>.json`,
 * `part/<message>/<id>.json`.
 */
async function* rowsOfFiles(agent: Agent, path: string): AsyncGenerator<JsonObject> {
  const session = basename(path, '.json');
  const storage = dirname(dirname(dirname(path)));
  yield headOf(agent, session);
  yield* filesOfSession(storage, path, session);
  for (const sibling of await filesOf(dirname(path), /^ses_.*\.json$/)) {
    const info = fieldsOf(await readJsonBeside(sibling));
    if (textOf(info.parentID) === session)
      yield* filesOfSession(storage, sibling, basename(sibling, '.json'));
  }
}

async function* filesOfSession(storage: string, path: string, session: string): AsyncGenerator<JsonObject> {
  for (const file of await filesOf(join(storage, 'message', session), /\.json$/)) {
    const id = basename(file, '.json');
    const message = fieldsOf(await readJsonBeside(file));
    yield { table: 'message', info: { ...message, id, sessionID: session } };
    for (const each of await filesOf(join(storage, 'part', id), /\.json$/)) {
      const part = fieldsOf(await readJsonBeside(each));
      // messages of two sessions may share an id, and with it a folder of parts
      if ((textOf(part.sessionID) ?? session) !== session) continue;
      yield { table: 'part', info: { id, ...part, sessionID: session, messageID: id } };
    }
  }
  yield { table: 'session', info: defined({ id: session, ...fieldsOf(await readJsonBeside(path)) }) };
}
