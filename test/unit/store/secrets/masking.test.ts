import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import { join } from 'node:path';
import { providerForms } from '../../../../src/disk/secrets/providers.ts';
import { presetRules } from '../../../../src/disk/secrets/presetRules.ts';
import { StoreSecrets } from '../../../../src/disk/secrets/secrets.ts';
import { githubToken, tokenKinds, tokenRules, tokens } from './tokens.ts';

const masking = (env?: string) =>
  new StoreSecrets({
    mode: () => 'mask',
    folders: () => (env === undefined ? [] : [env]),
    isReadOnly: () => true,
  });

async function masked(secrets: StoreSecrets, ...chunks: readonly Uint8Array[]): Promise<string> {
  const parts: Uint8Array[] = [];
  async function* source() {
    await Promise.resolve();
    yield* chunks;
  }
  for await (const part of secrets.chunks(source())) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString();
}

const pem = (type: 'rsa' | 'ed25519' = 'rsa'): string =>
  type === 'rsa'
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ type: 'pkcs1', format: 'pem' })
        .toString()
    : generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describe('masking', () => {
  it('loads the rules for secrets with the first text that may hold one', () => {
    const program = `
      const { plainSecrets } = require('./src/disk/secrets/secrets.ts');
      const loaded = () => Object.keys(require.cache).some((file) => file.includes('secretlint'));
      plainSecrets.text('We keep the files as the truth.');
      const before = loaded();
      const text = plainSecrets.text(process.argv[1]);
      console.log(JSON.stringify([before, text, loaded()]));`;
    const cwd = join(__dirname, '../../../..');
    const told = execFileSync(process.execPath, ['-r', 'tsx/cjs', '-e', program, githubToken()], { cwd });
    assert.equal(told.toString(), '[false,"[secret: GITHUB_TOKEN #1]",true]\n');
  });

  it('has a token of every rule and of every kind', () => {
    assert.deepEqual(
      [...tokenRules].sort(),
      presetRules()
        .map(({ name }) => name)
        .sort(),
    );
    assert.deepEqual([...tokenKinds].sort(), providerForms.map(([kind]) => kind).sort());
    assert.ok(tokenKinds.length >= 40);
  });

  for (const { of, text, secret } of tokens())
    it(`masks ${of}: ${text.slice(0, 12)}…`, async () => {
      const secrets = masking();
      const around = [
        text,
        `中文${text}，然后 ${text}.`,
        `export TOKEN="${text}"\nnext`,
        JSON.stringify({ text: `first\n${text}\nlast` }),
        JSON.stringify({ args: JSON.stringify({ cmd: `a\n${text}\n\t${text}` }) }),
        `\x1b[32m${text}\x1b[0m`,
        JSON.stringify({ torn: text }).slice(0, -2),
      ];
      for (const each of around) {
        const without = secrets.document(each);
        assert.ok(!without.includes(secret), without);
        assert.match(without, /\[secret: [A-Z0-9_]+ #\d+\]/);
        assert.equal(secrets.document(without), without, 'masked text stays as it is');
      }
      const line = JSON.stringify({ a: 1, text, 中: '文' });
      const read: unknown = JSON.parse(await masked(secrets, Buffer.from(`${line}\n`)));
      assert.deepEqual(read, { a: 1, text: secrets.text(text), 中: '文' });
    });

  it('masks all of a token, whatever its first and last characters are, and whatever is before and behind it', () => {
    const secrets = masking();
    const tails = ['', ' ', '.', ',', ';', '"', "'", '`', ')', '\n', '\\n', '，', '…', '</b>', '|'];
    const heads = ['use ', '%20', '%2F', '%22', '>', '用', '\\n', 'x: '];
    const left: string[] = [];
    for (let n = 0; n < 500; n++)
      for (const { of, text, secret } of tokens(n)) {
        const without = secrets.text(`${heads[n % heads.length]}${text}${tails[n % tails.length]}`);
        const isWhole = !without.includes(secret.slice(0, 12)) && !without.includes(secret.slice(-6));
        if (!isWhole || !without.includes('[secret: ')) left.push(`${of}: ${text}`);
      }
    assert.deepEqual(left, []);
  });

  const password = 'Zq7!vR2x';
  for (const scheme of [
    ...['postgresql', 'postgresql+asyncpg', 'mysql', 'mysql+pymysql', 'mariadb', 'mongodb', 'mongodb+srv'],
    ...['redis', 'rediss', 'amqp', 'amqps', 'ftp', 'sftp', 'ssh', 'smtp', 'smtps', 'ldap', 'ldaps', 'http'],
    ...['https', 'clickhouse', 'sqlserver', 'mssql', 'oracle', 'neo4j', 'bolt', 'nats', 'mqtt', 'socks5'],
    ...['snowflake', 'elasticsearch', 'jdbc:mysql', 'cassandra', 'couchbase', 'imap', 's3'],
  ])
    it(`masks the password of ${scheme}://`, () => {
      const secrets = masking();
      for (const user of ['app', '', 'a%40b'])
        for (const secret of [password, `p@${password}`, `${password}@`]) {
          const without = secrets.text(`at ${scheme}://${user}:${secret}@db.internal.dev:5432/x?y=1, then`);
          assert.match(
            without,
            /^at [\w+:]+:\/\/[\w%]*:\[secret: \w+_PASSWORD #\d+\]@db\.internal\.dev:5432\/x\?y=1, then$/,
          );
        }
      const token = 'a1B2'.repeat(8);
      assert.match(secrets.text(`${scheme}://${token}@host.dev/x`), /\/\/\[secret: URL_TOKEN #\d+\]@host/);
    });

  const opaque = 'k9Xw2mQ7tL4pR8vZ';
  for (const [what, text] of Object.entries({
    shell: 'export DB_PASSWORD=⟦Zq7!vR2x⟧',
    'shell, quoted': `MY_API_KEY="⟦${opaque}⟧" npm test`,
    env: `STRIPE_SECRET=⟦${opaque}⟧\nNEXT=1`,
    JSON: `{"client_secret": "⟦${opaque}⟧", "n": 1}`,
    'JSON in JSON': `{\\"apiKey\\": \\"⟦${opaque}⟧\\"}`,
    YAML: 'database:\n  password: ⟦Zq7!vR2x⟧\n  port: 1',
    TypeScript: `const options = { token: '⟦${opaque}⟧' };`,
    prose: 'The password is ⟦Zq7!vR2x⟧, keep it.',
    Chinese: '数据库密码：⟦Zq7!vR2x⟧，别外传。',
    'Chinese words': '口令是⟦Zq7!vR2x⟧。',
    basic: `curl -H "Authorization: Basic ⟦dXNlcjpaNyF2UjJ4eA==⟧" x`,
    'basic, of letters alone': 'Authorization: Basic ⟦dXNlcjpwYXNjYWw=⟧',
    bearer: `Authorization: Bearer ⟦${opaque}⟧`,
    cookie: `Cookie: ⟦sid=${opaque}; theme=dark⟧`,
    header: `X-Api-Key: ⟦${opaque}⟧`,
    curl: 'curl -u admin:⟦Zq7!vR2x⟧ https://x.dev',
    sshpass: 'sshpass -p ⟦Zq7!vR2x⟧ ssh a@b',
    psql: 'PGPASSWORD=⟦Zq7!vR2x⟧ psql -h db',
    mysql: 'mysql -u root -p⟦Zq7!vR2x⟧ shop',
    option: 'deploy --password ⟦Zq7!vR2x⟧ --dry-run',
    docker: '{"auths":{"r.dev":{"auth":"⟦dXNlcjpaNyF2UjJ4eA==⟧"}}}',
    'personal access token': `AZURE_DEVOPS_EXT_PAT=⟦${opaque}⟧`,
    'admin key': `ALGOLIA_ADMIN_KEY=⟦${opaque}⟧`,
    Laravel: `APP_KEY=⟦base64:${opaque}${opaque}=⟧`,
    Rails: `secret_key_base: ⟦${opaque}${opaque}⟧`,
    npmrc: `//r.dev/:_password=⟦${opaque}⟧`,
    netrc: 'machine r.dev login me password ⟦Zq7!vR2x⟧',
  }))
    it(`masks a value by its name: ${what}`, () => {
      const [, secret = ''] = /⟦(.*)⟧/.exec(text) ?? [];
      const plain = text.replace(/[⟦⟧]/g, '');
      const secrets = masking();
      for (const without of [secrets.text(plain), secrets.document(plain)]) {
        assert.ok(!without.includes(secret), without);
        assert.equal(without.replace(/\[secret: \w+ #\d+\]/, secret), plain);
        assert.equal(secrets.text(without), without);
      }
    });

  it('masks such a value wherever else it stands in the text', () => {
    const without = masking().text('DB_PASSWORD=Zq7!vR2x\n…\nconnected with Zq7!vR2x to db');
    assert.equal(without, 'DB_PASSWORD=[secret: PASSWORD #1]\n…\nconnected with [secret: PASSWORD #1] to db');
  });

  it('leaves what only looks like a name with a value', () => {
    const text = [
      'const token = getToken(); password: string; apiKey?: string, secret = process.env.SECRET1',
      'PASSWORD=$DB_PASSWORD API_KEY=${API_KEY} TOKEN=<your-token-1> password: "********" --token $TOKEN2',
      'password: "changeme1" token_count: 1234567890123 max_tokens: 4096 tokenizer: o200k_base',
      'secret: sha256, token = tokens[0], password = await hashPassword2(input) docker run -u 1000:1000',
      'if (password === user.password2) token: nextToken.value1, the password is required',
      'Authorization: Bearer <token> Authorization: `Bearer ${token1}` Cookie: theme=dark',
      'BUILD_PATH=a1b2c3d4e5f6g7h8 SRC_PATTERN=k9Xw2mQ7tL4pR8vZ fw_updateTheWholeConfigurationTable2',
      'docs/pa-a-guide-to-building-really-nice-apps-with-node-20 secret-manager-of-the-cluster-number-12',
    ].join('\n');
    assert.equal(masking().document(text), text);
  });

  it('gives the same secret the same number, and another one the next', () => {
    const [one, two] = [githubToken(), githubToken()];
    assert.equal(
      masking().text(`${one} ${two} ${one}`),
      '[secret: GITHUB_TOKEN #1] [secret: GITHUB_TOKEN #2] [secret: GITHUB_TOKEN #1]',
    );
  });

  it('masks private keys whole, escaped, numbered and cut off', () => {
    for (const key of [pem(), pem('ed25519')]) {
      const lines = key.trim().split('\n');
      const numbered = lines.map((line, n) => `${String(n + 1).padStart(6)}→${line}`).join('\n');
      const forms = [
        key,
        JSON.stringify({ key }),
        JSON.stringify(JSON.stringify(JSON.stringify({ key }))),
        numbered,
        JSON.stringify({ numbered }),
        key.slice(0, -40),
        `before\n${key}after`,
        JSON.stringify({ out: `before\n${key}after` }).replaceAll('/', '\\/'),
      ];
      const secrets = masking();
      for (const form of forms) {
        const without = secrets.document(form);
        for (const line of lines.slice(1, -1)) assert.ok(!without.includes(line.slice(0, 30)), without);
        assert.match(without, /\[secret: PRIVATE_KEY #\d\]/);
      }
      assert.equal(secrets.document(`before\n${key}after`), 'before\n[secret: PRIVATE_KEY #1]\nafter');
    }
  });

  it('masks strings of JSON however they are escaped, and leaves the rest of it alone', () => {
    const token = githubToken();
    const hidden = Array.from(token, (c) => `\\u00${c.charCodeAt(0).toString(16)}`).join('');
    const json = `{ "n":1e400,"big":12345678901234567890, "t":"a\\u00e9${hidden}\\/b" ,"same":"caf\\u00e9"}\r\n`;
    assert.equal(
      masking().document(json),
      '{ "n":1e400,"big":12345678901234567890, "t":"aé[secret: GITHUB_TOKEN #1]/b" ,"same":"caf\\u00e9"}\r\n',
    );
  });

  it('masks what is split between chunks, in lines, in one long line and in text', async () => {
    const [token, key] = [githubToken(), pem()];
    const filler = 'ordinary words '.repeat(6_000);
    for (const document of [
      `${JSON.stringify({ filler, token })}\n${JSON.stringify({ key, filler })}\n`,
      JSON.stringify({ filler, list: [token, key, filler, token] }),
      `# Notes\n\n${filler}\n${token}\n${filler}\n${key}\n${'x\n'.repeat(40_000)}${key}`,
    ]) {
      const bytes = Buffer.from(document);
      for (const size of [7, 1_000, 64 * 1024]) {
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
          bytes.subarray(n * size, (n + 1) * size),
        );
        const without = await masked(masking(), ...chunks);
        assert.ok(!without.includes(token) && !without.includes('BEGIN RSA'), `chunks of ${size}`);
        assert.equal(without, masking().document(document));
      }
    }
  });

  it('gives bytes in which nothing is masked as they were', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"a":"é'),
      Buffer.from([0xff, 0xfe, 0]),
      Buffer.from('"}\n\n\r\n'),
    ]);
    const parts: Uint8Array[] = [];
    async function* source() {
      await Promise.resolve();
      yield bytes;
    }
    for await (const part of masking().chunks(source())) parts.push(part);
    assert.deepEqual(Buffer.concat(parts), bytes);
  });

  it('leaves out private blocks, nested ones too, and all behind one that is not closed, and says so', () => {
    const secrets = masking();
    assert.equal(secrets.text('a <private>x\ny</private> b <PRIVATE>z</private>'), 'a [private] b [private]');
    const unclosed = 'a [private: the block was not closed, so all behind it is left out]';
    for (const text of [
      'a <private>x',
      'a <PRIVATE >x',
      'a <private >x\ny',
      'a <private>x <private>y</private> z',
    ])
      assert.equal(secrets.text(text), unclosed);
    assert.equal(secrets.text(unclosed), unclosed);
    assert.equal(
      secrets.text('<private><private>x</private> y</private> z <private\t>v</private >'),
      '[private] z [private]',
    );
    for (const text of ['List<private>', 'Box<Private> x', 'x </private> y'])
      assert.equal(secrets.text(text), text);
    assert.equal(
      secrets.document('one <private>x\ntwo\n{"t":"<private>x"}\n'),
      'one <private>x\ntwo\n{"t":"[private: the block was not closed, so all behind it is left out]"}\n',
    );
    const spoken = 'write between `<private>` and `</private>`';
    assert.equal(secrets.text(spoken), spoken);
    assert.equal(
      secrets.document('{"t":"\\u003cprivate\\u003ex\\u003c/private\\u003e"}'),
      '{"t":"[private]"}',
    );
  });

  it('lets no marker switch it off', () => {
    const secrets = masking();
    const marker = '[secret: GITHUB_TOKEN #1]';
    assert.equal(secrets.text(`<private>with ${marker} and the code 4711</private>`), '[private]');
    const key = pem().replace(/\n/, `\n${marker}\n`);
    assert.match(secrets.text(`a\n${key}`), /^a\n\[secret: PRIVATE_KEY #\d\]\n$/);
    const address = secrets.text(`redis://u:${marker}hunter2x@cache.internal/0`);
    assert.match(
      address,
      /^redis:\/\/u:\[secret: GITHUB_TOKEN #1\]\[secret: URL_PASSWORD #\d\]@cache\.internal\/0$/,
    );
    assert.equal(secrets.text(address), address);
  });

  it('knows escaped private blocks, and lets neither them nor markers hide an address around them', () => {
    const secrets = masking();
    for (const [open, close] of [
      ['\\u003cprivate\\u003e', '\\u003c/private\\u003e'],
      ['<private>', '<\\/private>'],
      ['&lt;private&gt;', '&lt;/private&gt;'],
      ['&#60;private&#62;', '&#60;/private&#62;'],
      ['&#x3c;private&#x3E;', '&#x3c;/private&#x3E;'],
      ['<private\\>', '</private\\>'],
      ['\\x3cprivate\\x3e', '\\x3c/private\\x3e'],
      ['%3Cprivate%3E', '%3C%2Fprivate%3E'],
      ['< private >', '</ private >'],
    ])
      assert.equal(secrets.text(`a ${open}4711${close} b`), 'a [private] b', open);
    assert.equal(
      secrets.text('a &lt;private&gt; b'),
      'a &lt;private&gt; b',
      'one that is not closed is a word',
    );
    const marker = '[secret: TOKEN #1]';
    for (const password of [
      `Zq7!vR2x${marker}`,
      `<private>a ${marker} b</private>Zq7!vR2x`,
      `Zq7!vR2x<private>a</private>`,
      '[private]Zq7!vR2x',
    ]) {
      const without = secrets.text(`at https://u:${password}@h.dev/x`);
      assert.ok(!without.includes('Zq7') && without.endsWith('@h.dev/x'), without);
      assert.equal(secrets.text(without), without);
    }
    assert.equal(secrets.text('https://u:[private]@h.dev'), 'https://u:[private]@h.dev');
  });

  it('takes the value of a key on the next line, unless that is another name', () => {
    const secrets = masking();
    const text = `apikey=\n  ${opaque}\nnext`;
    assert.equal(secrets.text(text), 'apikey=\n  [secret: API_KEY #1]\nnext');
    assert.equal(
      secrets.document(JSON.stringify({ text })),
      JSON.stringify({ text: 'apikey=\n  [secret: API_KEY #1]\nnext' }),
    );
    for (const other of [
      'API_KEY=\nNEXT_VAR1=abcdef123456789',
      'token =\n  readToken2FromFile1()',
      'apiKey == ""',
      'API_KEY=\n${API_KEY_1_OF_2_KEYS}',
      'uses sk-learn, sk-ant-... and sk-LearnWithALongNameAndNoDigitAtAll',
      'task-aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3x desk-1',
    ])
      assert.equal(secrets.text(other), other, other);
  });

  it('leaves examples, addresses of this machine and names in code', () => {
    const text = [
      'http://user:hunter2x@localhost:8080/ http://user:hunter2x@127.0.0.1/ postgres://postgres:postgres@localhost/db',
      'https://user:hunter2x@example.com/ ssh://git@github.com/a/b https://example.com/a:b@c.d',
      'aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      '//registry.npmjs.org/:_authToken=${NPM_TOKEN}',
      'npm_i_save_dev_types_Slashjest_or_npm_i_save_dev task-force risk-averse ghp_short',
      '-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----',
      'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg==',
      '550e8400-e29b-41d4-a716-446655440000 d41d8cd98f00b204e9800998ecf8427e',
    ].join('\n');
    assert.equal(masking().document(text), text);
  });

  it('keeps all when that is set', () => {
    const secrets = new StoreSecrets({ mode: () => 'keep', folders: () => [], isReadOnly: () => true });
    const token = githubToken();
    assert.equal(secrets.document(`{"a":"${token}"}`), `{"a":"${token}"}`);
    assert.equal(secrets.text(`${token} <private>a</private>`), `${token} <private>a</private>`);
  });

  it('counts different secrets, in nested work as well', async () => {
    const secrets = masking();
    const [one, two] = [githubToken(), githubToken()];
    const outer = await secrets.counted(async () => {
      secrets.text(one + ' ' + one);
      const inner = await secrets.counted(() => Promise.resolve(secrets.text(two)));
      return inner.masked;
    });
    assert.deepEqual([outer.result, outer.masked, outer.seen.size], [1, 2, 2]);
  });

  it('masks nothing of five megabytes of ordinary text', function () {
    const text = ordinaryText(5_000_000);
    const secrets = masking();
    const found = secrets.find(text).map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`);
    assert.deepEqual(found, []);
    assert.equal(secrets.document(text), text);
  });
});

/** Code, minified code, lock files, hashes, pictures and Chinese, of what is there. */
function ordinaryText(length: number): string {
  const root = join(__dirname, '..', '..', '..', '..');
  const read = (path: string, max: number) =>
    fs.readFileSync(join(root, path)).toString('utf8').slice(0, max);
  const picture = fs
    .readFileSync(join(root, 'node_modules/@vscode/codicons/dist/codicon.ttf'))
    .toString('base64');
  const hashes = Array.from(
    { length: 4_000 },
    () => `${crypto.randomUUID()} sha256:${hex(64)} ${hex(40)} ${hex(32)}`,
  );
  const text = [
    read('package-lock.json', 600_000),
    read('package.json', 100_000),
    read('l10n/bundle.l10n.zh-cn.json', 400_000).repeat(3),
    read('README.zh-CN.md', 200_000).repeat(5),
    read('node_modules/axe-core/axe.js', 1_800_000),
    read('node_modules/highlight.js/lib/languages/mathematica.js', 300_000),
    read('node_modules/zod/v4/core/schemas.js', 300_000),
    read('node_modules/playwright-core/package.json', 10_000),
    picture,
    hashes.join('\n'),
  ].join('\n');
  const code = read('node_modules/playwright-core/lib/coreBundle.js', 9_000_000);
  return (text + code).slice(0, length);
}

const hex = (length: number): string =>
  Buffer.from(crypto.getRandomValues(new Uint8Array(length / 2))).toString('hex');
