import assert from 'node:assert/strict';
import { formatHubUrl, parseHubUrl, shownHub } from '../../../../src/team/hubUrl.ts';

describe('the address of a hub', () => {
  it('says where it is and as whom one comes', () => {
    assert.deepEqual(
      parseHubUrl(' postgresql://me:p%40ss%25@db.example.com:6432/history?sslmode=require\n'),
      {
        host: 'db.example.com',
        port: 6432,
        database: 'history',
        user: 'me',
        password: 'p@ss%',
        security: 'verified',
      },
    );
    assert.equal(parseHubUrl('postgres://me@[::1]/h').host, '::1');
    assert.equal(
      parseHubUrl('postgres://me@localhost/h?host=/var/run/postgresql').host,
      '/var/run/postgresql',
    );
  });

  it('is secured as it says, and without a word by a checked certificate, but on this machine', () => {
    const security = (rest: string) => parseHubUrl(`postgresql://me@${rest}`).security;
    for (const host of ['localhost', '127.0.0.1', '127.9.0.1', '[::1]'])
      assert.equal(security(`${host}/h`), 'none');
    for (const host of ['db.example.com', '10.0.0.1', '127.example.com', 'localhost.example.com'])
      assert.equal(security(`${host}/h`), 'verified');
    const modes = {
      disable: 'none',
      'no-verify': 'encrypted',
      'verify-ca': 'signed',
      'verify-full': 'verified',
    };
    for (const [mode, secured] of Object.entries(modes))
      assert.equal(security(`x/h?sslmode=${mode}`), secured);
    assert.equal(parseHubUrl('postgres://me@x/h?sslrootcert=/a/b.pem').rootCertificate, '/a/b.pem');
    assert.equal(parseHubUrl('postgres://me@x/h?sslrootcert=system').rootCertificate, undefined);
  });

  it('is refused with what is wrong, and never with the password', () => {
    const cases = [
      ['', /is not such an address/],
      ['mysql://me:hidden@x/h', /is not such an address/],
      ['postgresql://me:hidden@x:port/h', /is not such an address/],
      ['postgresql://x/h', /names no user/],
      ['postgresql:///h', /names no host/],
      ['postgresql://me:hidden@x', /names no database/],
      ['postgresql://me:hidden%@x/h', /%25/],
      ['postgresql://me:hidden@x/h?sslmode=prefer', /sslmode="prefer"; it takes/],
    ] as const;
    for (const [text, message] of cases)
      assert.throws(
        () => parseHubUrl(text),
        (error: Error) => message.test(error.message) && !error.message.includes('hidden'),
        text,
      );
  });

  it('is shown without the password, and kept so that it reads the same', () => {
    const url = 'postgresql://m%2Fe:p%40%3F%25@[fe80::1]:6432/h%3Fx?sslmode=verify-ca&sslrootcert=%2Fa+b.pem';
    const address = parseHubUrl(url);
    assert.equal(shownHub(address), 'postgresql://m%2Fe@[fe80::1]:6432/h%3Fx');
    assert.deepEqual(parseHubUrl(formatHubUrl(address)), address);
    const socket = parseHubUrl('postgresql://me:p@localhost/h?host=/var/run');
    assert.deepEqual(parseHubUrl(formatHubUrl(socket)), socket);
  });
});
