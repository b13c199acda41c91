import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { EnvSecrets } from '../../../../src/disk/secrets/envFiles.ts';
import { secretsOfEnv } from '../../../../src/disk/secrets/envValues.ts';
import { withStore } from '../withStore.ts';

const values = (text: string): string[] => [...new Set(secretsOfEnv(text).map(({ same }) => same))];

describe('.env files', () => {
  it('hold secrets, and settings that are none', () => {
    const secret = [
      'A=kX92-plq81_zzR7',
      'export B="two lines\\nof k3y w0rds"',
      "C='single#quoted 9f8e7d'",
      'D=postgres://shop:aB3dE5fG@db.internal.dev/shop # the database',
      '  E = 550e8400-e29b-41d4-a716-446655440000',
    ];
    assert.deepEqual(values(secret.join('\n')), [
      'kX92-plq81_zzR7',
      'two lines\nof k3y w0rds',
      'single#quoted 9f8e7d',
      'postgres://shop:aB3dE5fG@db.internal.dev/shop',
      '550e8400-e29b-41d4-a716-446655440000',
    ]);
    const none = [
      'PORT=3000000000000000\nDEBUG=true\nURL=https://api.example.dev/v1/things\nHOST=db1.internal.example.com:5432',
      'FILE=/var/lib/shop/data.sqlite\nREL=./some/where/else.txt\nMAIL=someone.else@shop.dev\nMODE=production-europe-west',
      'LIST=one.example.com,two.example.com\nTIME=2026-02-05T12:00:00Z\nKEY=changeme-please-1\nTOKEN=your-token-here-123',
      'X=<your key goes here>\nY=xxxxxxxxxxxxxxxx\nZ=${OTHER_SECRET_1}\nSHORT=a1b2c3\n# A=commented-0ut-v4lue',
    ];
    assert.deepEqual(values(none.join('\n')), []);
    assert.ok(values(`A="${'x1'.repeat(60_000)}`).length <= 1, 'an open quote ends');
  });

  it('are read again when they change, and nothing else is', () =>
    withStore(async ({ root }) => {
      await Promise.resolve();
      const write = (path: string, value: string) => {
        fs.mkdirSync(join(root, path, '..'), { recursive: true });
        fs.writeFileSync(join(root, path), `A=${value}\n`);
      };
      write('.env', 's3cret-of-the-root');
      write('.env.local', 's3cret-of-this-machine');
      write('packages/web/.env', 's3cret-of-a-package');
      write('.env.example', 's3cret-of-an-example');
      write('node_modules/x/.env', 's3cret-of-others');
      write('.env.huge', `s3cret-${'x'.repeat(300_000)}`);
      if (process.platform !== 'win32') execFileSync('mkfifo', [join(root, '.env.pipe')]);
      fs.mkdirSync(join(root, '.env.folder'));
      const env = new EnvSecrets([root]);
      const known = () => [...new Set(env.known.map(({ same }) => same))].sort();
      const mark = env.fingerprint;
      assert.deepEqual(known(), ['s3cret-of-a-package', 's3cret-of-the-root', 's3cret-of-this-machine']);
      assert.equal(env.fingerprint, mark);
      write('.env', 's3cret-of-another-day');
      assert.ok(known().includes('s3cret-of-another-day') && !known().includes('s3cret-of-the-root'));
      assert.notEqual(env.fingerprint, mark);
    }));
});
