import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectHub } from '../../src/team/connection.ts';
import type { HubAddress } from '../../src/team/hubUrl.ts';
import { eventually } from '../eventually.ts';
import { freePort } from './postgres.ts';

/** `TEST_PGBOUNCER` names a program that is not in the path. */
const program = process.env.TEST_PGBOUNCER ?? 'pgbouncer';

/** Why no PgBouncer can be started here (`apt-get install pgbouncer`); undefined where it can. */
export function whyNoPgBouncer(): string | undefined {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'there is no PgBouncer';
  }
}

/** A pooler in front of a database. */
export interface TestPgBouncer {
  address(user: string, password: string): HubAddress;
  stop(): Promise<void>;
}

/** Starts one that logs people in as themselves. */
export async function startPgBouncer(
  database: HubAddress,
  mode: 'session' | 'transaction',
  people: Readonly<Record<string, string>>,
): Promise<TestPgBouncer> {
  const folder = fs.mkdtempSync(join(tmpdir(), 'hub-pooler-'));
  fs.chmodSync(folder, 0o755);
  const port = await freePort();
  const users = Object.entries(people).map(([name, password]) => `"${name}" "${password}"\n`);
  fs.writeFileSync(join(folder, 'users.txt'), users.join(''));
  fs.writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${database.database} = host=${database.host} port=${String(database.port)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${String(port)}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = ${mode}
`,
  );
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : []; // it refuses to run as root
  const started = spawn(program, [...asUser, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => started.once('exit', () => resolve()));
  const address = (user: string, password: string): HubAddress => ({
    ...database,
    host: '127.0.0.1',
    port,
    user,
    password,
  });
  const [name = '', password = ''] = Object.entries(people)[0] ?? [];
  await eventually('it lets people in', async () => {
    const connection = await connectHub(address(name, password)).catch(() => undefined);
    await connection?.close();
    return connection !== undefined;
  });
  return {
    address,
    stop: async () => {
      started.kill('SIGINT');
      await ended;
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
