import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { connectHub } from '../../src/team/connection.ts';
import { parseHubUrl, type HubAddress } from '../../src/team/hubUrl.ts';
import { serverCertificate } from '../../src/team/serverCertificate.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';

const isEncrypted = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()';

describe('the connection to a hub', function () {
  const folder = mkdtempSync(join(tmpdir(), 'hub-tls-'));
  const file = join(folder, 'server.crt');
  let postgres: TestPostgres;
  let address: HubAddress;

  /** What `connectHub` does with what is added to the address of the server, by the name that is given. */
  const tried = async (rest: string, host = 'localhost'): Promise<boolean> => {
    const { port, user, password = '' } = address;
    const url = `postgresql://${user}:${encodeURIComponent(password)}@${host}:${String(port)}/postgres?${rest}`;
    const connection = await connectHub(parseHubUrl(url));
    const [row] = await connection.query(isEncrypted);
    await connection.close();
    return row?.ssl === true;
  };

  before(async () => {
    const { private: key, cert: certificate } = await generate(
      [{ name: 'commonName', value: 'hub.example' }],
      {
        keyType: 'ec',
        algorithm: 'sha256',
      },
    );
    writeFileSync(file, certificate);
    postgres = await startPostgres({ key, certificate });
    address = await postgres.newDatabase();
  });
  after(async () => {
    await postgres.stop();
    rmSync(folder, { recursive: true });
  });

  it('needs no TLS on the same machine and follows the address', async () => {
    assert.equal(await tried(''), false);
    assert.equal(await tried('sslmode=disable'), false);
    assert.equal(await tried('sslmode=no-verify'), true);
  });

  it('trusts a self-signed certificate only when configured, and explains how', async () => {
    for (const mode of ['require', 'verify-full', 'verify-ca'])
      await assert.rejects(tried(`sslmode=${mode}`), {
        code: 'storage',
        message: /self-signed.*sslmode=verify-ca&sslrootcert=FILE/s,
      });
    assert.equal(await tried(`sslmode=verify-ca&sslrootcert=${encodeURIComponent(file)}`), true);
    await assert.rejects(tried(`sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`), {
      message: /not for localhost/,
    });
    await assert.rejects(tried(`sslmode=verify-full&sslrootcert=${encodeURIComponent(file)}`, '127.0.0.1'), {
      message: /not for 127\.0\.0\.1/,
    });
    await assert.rejects(tried('sslmode=verify-ca&sslrootcert=/nothing/there.pem'), {
      code: 'not_found',
      message: /\/nothing\/there\.pem, which cannot be read/,
    });
  });

  it('fetches the certificate before login, and is trusted by that alone', async () => {
    const shown = await serverCertificate({ ...address, host: 'localhost' });
    assert.equal(shown.subject, 'hub.example');
    assert.match(shown.fingerprint, /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/);
    const kept = join(folder, 'kept.pem');
    writeFileSync(kept, shown.pem ?? '');
    assert.equal(await tried(`sslmode=verify-ca&sslrootcert=${encodeURIComponent(kept)}`), true);
  });

  it('explains a failure and its remedy without the password', async () => {
    const cases: readonly (readonly [Partial<HubAddress>, RegExp])[] = [
      [{ password: 'hidden' }, /does not let postgres in/],
      [{ user: 'nobody', password: 'hidden' }, /does not let nobody in/],
      [{ database: 'nothing' }, /no such database/],
      [{ port: 1 }, /cannot be reached/],
      [{ host: 'nowhere.invalid' }, /cannot be reached/],
    ];
    for (const [change, message] of cases)
      await assert.rejects(
        connectHub({ ...address, ...change }),
        (error: Error) => message.test(error.message) && !/hidden|only for tests/.test(error.message),
      );
  });

  it('explains where to provide a missing password', async () => {
    const { password: _none, ...without } = address;
    const before = process.env.PGPASSFILE;
    process.env.PGPASSFILE = join(folder, 'missing');
    try {
      await assert.rejects(connectHub(without), {
        code: 'storage',
        message: /asks for the password of postgres.*HISTORY_HUB_URL, PGPASSWORD or \.pgpass/s,
      });
    } finally {
      if (before === undefined) delete process.env.PGPASSFILE;
      else process.env.PGPASSFILE = before;
    }
  });

  it('rolls back its transaction when broken and rejects later statements', async () => {
    await postgres.run(address, 'create table kept (n int)');
    const connection = await connectHub(address);
    const work = connection.transaction(async () => {
      await connection.query('insert into kept values (1)');
      const [row] = await connection.query('select pg_backend_pid() as pid');
      await postgres.run(address, 'select pg_terminate_backend($1)', [row?.pid]);
      await connection.query('insert into kept values (2)');
    });
    await assert.rejects(work, { code: 'storage', message: /broke the connection/ });
    await assert.rejects(connection.query('select 1'), { message: /broke the connection/ });
    await connection.close();
    assert.deepEqual(await postgres.run(address, 'select * from kept'), []);
  });
});
