import assert from 'node:assert/strict';
import { overlapping } from '../../../../src/disk/secrets/markers.ts';
import { StoreSecrets } from '../../../../src/disk/secrets/secrets.ts';
import { seeded } from '../../../seeded.ts';

const masking = () => new StoreSecrets({ mode: () => 'mask', folders: () => [], isReadOnly: () => true });

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Characters of generators of passwords, without those that end or escape a value in quotes. */
const symbols = '!#$%&()*+,-.:;<=>?@[]^_{|}~';

/** Passwords as they are generated, each of small and capital letters, digits and symbols. */
function passwords(count: number): readonly string[] {
  const random = seeded(4_711);
  const one = (of: string): string => of.charAt(Math.floor(random() * of.length));
  return Array.from({ length: count }, () => {
    const others = Array.from({ length: 14 }, () => one(`${letters}0123456789${symbols}`)).join('');
    // Its first and its last characters are no punctuation of a sentence.
    return `${one('ABCDEF')}${one('456789')}${others}${one('wxyz')}${one('456789')}`;
  });
}

/** Places of a password; in all but the last ones it stands in quotes. */
const places: Readonly<Record<string, (password: string) => string>> = {
  shell: (password) => `export DB_PASSWORD="${password}"\n`,
  'shell, before a command': (password) => `PGPASSWORD='${password}' psql -h db`,
  TypeScript: (password) => `connect({ user: 'me', password: '${password}', port: 1 })`,
  'JSON in a text': (password) => `use ${JSON.stringify({ password, port: 1 })} then`,
  YAML: (password) => `db:\n  password: "${password}"\n  port: 1`,
  prose: (password) => `The password is "${password}", keep it.`,
  curl: (password) => `curl -u 'admin:${password}' https://x.dev`,
  sshpass: (password) => `sshpass -p '${password}' ssh a@b`,
  option: (password) => `deploy --password '${password}' --dry-run`,
  'an .env file': (password) => `A=1\nDB_PASSWORD=${password}\r\nB=2`,
  'YAML without quotes': (password) => `db:\n  password: ${password}\n  port: 1`,
  Chinese: (password) => `数据库密码：${password}，别外传`,
  'Chinese quotes': (password) => `密码是「${password}」。`,
};

/** Whether five characters of a password in a row are left. */
const isLeft = (text: string, password: string): boolean =>
  Array.from({ length: password.length - 4 }, (_, at) => password.slice(at, at + 5)).some((piece) =>
    text.includes(piece),
  );

/** Whether a password looks like a place for one: `<name>`, `${name}`, `{{name}}`, `...`. */
const isLikePlaceholder = (password: string): boolean => /<[A-Za-z]|\$\{|\{\{|\.\.\./.test(password);

describe('masking of passwords', () => {
  const all = passwords(500).filter((password) => !isLikePlaceholder(password));

  for (const [place, textOf] of Object.entries(places))
    it(`leaves nothing of a generated one: ${place}`, () => {
      const secrets = masking();
      const left = all.filter((password) => isLeft(secrets.text(textOf(password)), password));
      assert.deepEqual(left.map(textOf), []);
    });

  it('leaves nothing of one that is a value in JSON, whatever it contains', () => {
    const secrets = masking();
    for (const password of all) {
      const odd = `${password.slice(0, 9)}"\\'${password.slice(9)}`;
      for (const name of ['password', 'DB_PASSWORD', 'client_secret', 'apiKey']) {
        const text = JSON.stringify({ user: 'me', [name]: odd, port: 1 });
        assert.match(secrets.document(text), /^\{"user":"me","\w+":"\[secret: \w+ #\d+\]","port":1\}$/, text);
      }
    }
  });

  it('knows one of words and numbers, unless it names what it is', () => {
    for (const password of [
      'Sup3rSecretPass!',
      'monkey42!',
      'Turkey2024',
      'V3zfSrLkE56v7NOL',
      'myS3cretKey99',
    ])
      assert.equal(masking().text(`DB_PASSWORD='${password}'`), "DB_PASSWORD='[secret: PASSWORD #1]'");
    for (const value of [
      'password1',
      'user.password2',
      'hashPassword2(input)',
      '#password1',
      '[name=pass1]',
      '<b>1</b>',
      '%PASS1%',
      '$PASS1',
      'sha256-a1b2',
      'v1.2.3-beta',
    ])
      assert.equal(masking().text(`password: "${value}"`), `password: "${value}"`);
  });

  it('masks both sides of a marker in one', () => {
    const secrets = masking();
    for (const [before, behind] of [
      ['DB_PASSWORD=', '\n'],
      ['password: "', '"'],
      ['Authorization: Bearer ', ''],
      ['redis://me@x.dev:', '@cache.dev'],
    ]) {
      const without = secrets.text(`${before}Zq7vR2xW[secret: OTHER #1]k9Xw2mQ7${behind}`);
      assert.ok(!/Zq7|k9X/.test(without) && without.includes('[secret: OTHER #1]'), without);
      assert.equal(secrets.text(without), without);
    }
  });

  it('takes no token for the kind of a marker', () => {
    const token = `ghp_${'a1B2c3'.repeat(6)}`;
    const without = masking().text(`[secret: ${token} #1] [private] [secret: STRIPE_KEY #2]`);
    assert.ok(!without.includes(token), without);
    assert.ok(without.endsWith('[private] [secret: STRIPE_KEY #2]'));
  });

  it('knows addresses with an e-mail address for the user, with symbols, and with escaped slashes', () => {
    const secrets = masking();
    for (const [before, password, behind] of [
      ['smtps://me@mail.dev:', 'Zq7vR2xW', '@smtp.mail.dev:465'],
      ['redis://:', 'Zq$7{v}R2[x]', '@cache.dev'],
      ['postgres://u:', 'P@$$w0rd!', '@db.dev/x'],
      ['redis:\\/\\/:', 'Zq7vR2xW', '@cache.dev'],
    ]) {
      const without = secrets.text(`at ${before}${password}${behind} now`);
      assert.ok(!without.includes(password ?? '') && without.endsWith(`]${behind} now`), without);
    }
    const variables =
      'redis://:$PASS@h.dev redis://:${PASS}@h.dev a://{user}:{password}@h.dev b://u:%(pw)s@h.dev';
    assert.equal(secrets.text(variables), variables);
  });

  it('masks any number of them in one text', () => {
    const many = 200_000;
    const without = masking().text('DB_PASSWORD=Zq7!vR2x '.repeat(many));
    assert.equal(without, 'DB_PASSWORD=[secret: PASSWORD #1] '.repeat(many));
  });

  it('looks at few of the markers in a text for each secret', () => {
    let looks = 0;
    const ranges = new Proxy(
      Array.from({ length: 10_000 }, (_, n): readonly [number, number] => [n * 10, n * 10 + 5]),
      {
        get: (all, key): unknown => {
          if (typeof key === 'string' && /^\d+$/.test(key)) looks++;
          return Reflect.get(all, key);
        },
      },
    );
    assert.deepEqual(overlapping(ranges, 50_003, 50_011), [
      [50_000, 50_005],
      [50_010, 50_015],
    ]);
    assert.deepEqual(overlapping(ranges, 50_005, 50_010), []);
    assert.deepEqual(overlapping(ranges, 200_000, 200_001), []);
    assert.ok(looks < 100, `${looks} looks`);
  });
});
