import assert from 'node:assert/strict';
import { StoreSecrets } from '../../../../src/disk/secrets/secrets.ts';

const masking = () => new StoreSecrets({ mode: () => 'mask', folders: () => [], isReadOnly: () => true });

const opaque = 'k9Xw2mQ7tL4pR8vZ';
const base64 = 'Zq7vR2xWk9Xw2mQ7tL4pQ0==';

/** Texts with their secret in brackets. */
const secrets = {
  'after a colon': `api_key:\n⟦${opaque}⟧\nnext`,
  'after a colon and a blank line': `Access token:\n\n⟦${opaque}⟧`,
  'after a colon, in a fence': `Token:\n\n\`\`\`text\n⟦${opaque}⟧\n\`\`\`\n`,
  'after a bold name': `**API_KEY:**\n⟦${opaque}⟧\n`,
  'after a bold name and a colon': `**Secret**:\r\n\`⟦${opaque}⟧\`\r\n`,
  'with the signs of base64': `client_secret:\n  ⟦${base64}⟧\n`,
  'with the signs of base64, after =': `CLIENT_SECRET=\n⟦${base64}⟧\nNEXT=1`,
  'a short password': 'password:\n⟦Zq7!vR2x⟧\n',
  'folded and stripped': 'db:\n  password: >-\n    ⟦Zq7!vR2x⟧\n  port: 5432\n',
  literal: 'password: |\n  ⟦Zq7!vR2x⟧',
  'literal and kept, with an indent': `apiKey: |2+\n  ⟦${opaque}⟧\n`,
  'folded, with a comment': `  'token': > # from the vault\n\n  ⟦${opaque}⟧\r\n`,
  'in a list': `- name: x\n  secret: >-\n    ⟦${opaque}⟧\n- name: y\n`,
  'on several lines': `token: |\n    ⟦${opaque}${opaque}\n    ${base64}${base64}⟧\n  port: 1\n  database:\n    name: x\n`,
} as const;

/** Texts of which nothing is a secret, though a name of one ends a line. */
const others = [
  // YAML
  'api_key:\n  - name\n  - value12345678',
  'password:\n  type: string\n  minLength: 12',
  'secret:\n  secretName: my-app-tls-v1',
  'token:\n  required: true',
  'secrets:\n  DB_PASSWORD_FILE12:\n    external: true',
  'password:\n  valueFrom:\n    secretKeyRef:\n      name: db1\n      key: password1',
  'token: ${{ secrets.GITHUB_TOKEN }}\nkey: v1-${{ runner.os }}',
  'password: >-\n  {{ .Values.db.password1 }}',
  'password: |\n  ${DB_PASSWORD_2}',
  'token: >\n  $(cat /run/secrets/token1)',
  'secret: |\n  # kept in the vault, see runbook2',
  'password: |-\n  required',
  'token: |\n  The token of service number2, as text.',
  'secret_key: >-\n  /run/secrets/key1',
  'api_key: |\n  <your-api-key-here-1>',
  'access_key:\n  $ref: "#/components/schemas/Key1"',
  'secret: |\n  vault:secret/data/app1',
  'token:\n  fromSecret: drone_token_2024',
  'api_key:\n  description: |\n    key of version2',
  'password:\n  file: ./password1.txt',
  'secret:\n  path/to/file1234.json',
  'token:\n  https://auth.example.com/oauth2/token1',
  'password: >-\n  xxxxxxxx12',
  'password: >-\n  changeme123',
  // CI and containers
  'secrets: |\n  GIT_AUTH_TOKEN=${{ secrets.PAT1 }}',
  'secret:\n  external:\n    name: app_secret_v2',
  'with:\n  token:\n    ${{ github.token2 }}\n',
  'env:\n  API_KEY:\n    from_secret: api_key_v3',
  'password:\n  _secret: projects/p1/secrets/s2',
  // JSON and its schemas
  '"password":\n{ "type": "string", "pattern": "^[a-z0-9]{8}$" }',
  '"token":\n  "string"',
  '"apiKey":\n    null,\n"b1c2d3e4f5g6": 1',
  '"secret":\n  [\n    "a1", "b2"\n  ]',
  '"password":\n  "#/definitions/password1"',
  '"token":\n  "${TOKEN_V2}"',
  // code
  'switch (kind) {\n  case Token:\n    return hashPassword2();\n}',
  'case PASSWORD:\n  utf8ToBase64\n  break',
  'if token:\n    raise ValueError("e1")',
  'def check(password):\n    x1 = 2',
  'class Token:\n    pass',
  'const token =\n  tokens[0].value1;',
  'PASSWORD_REQUIRED =\n    "FlowSignUpRequiredResultV2"',
  'const apiKey =\n  process.env.API_KEY_V2;',
  'const password =\n  await hashPassword2(input);',
  'token:\n  nextToken.value12',
  'secret:\n  sha256OfManyFiles12,',
  'password:\n  isPassword1Valid ? yes1 : no2,',
  'token:\n  Token::Ident2',
  'token:\n  this.tokens[index12].text',
  'apiKey:\n  "API_KEY_2024"',
  'secret =\n    "my_secret_name_12"',
  'let private_key:\n  [u8; 32] = [0; 32]',
  'password:\n  (v1) => v1.length12',
  // prose and forms
  'Password:\n\nAt least 8 characters.',
  'Token:\n- expires after 15m\n- one per user',
  'Your password:\n____________1\n',
  '**Token:**\n\nsee RFC6749 of 2012',
  'Secret:\n```ts\nconst x1 = 2;\n```',
  'API_KEY:\n```\nnpm run build:v2\n```',
  'Access token:\nabc',
  'The secret:\n2024-01-02T03:04:05Z',
  'Token:\nv1.2.3-beta.4',
  'secret:\nmain.internal.company.dev:8443',
  'password:\nme123456@company.dev',
  'Token:\n1234567890123456',
  'Secret:\nABCDEFGHIJKLMNOP',
  'API_KEY:\nAPI_KEY_OF_SERVICE_2',
  'Passphrase:\ncorrect-horse-battery-staple',
  'password:\n=============1',
] as const;

describe('masking of values on the next line', () => {
  for (const [what, text] of Object.entries(secrets))
    it(`masks one ${what}`, () => {
      const [, secret = ''] = /⟦([^⟧]*)⟧/.exec(text) ?? [];
      const plain = text.replace(/[⟦⟧]/g, '');
      for (const without of [masking().text(plain), masking().document(plain)]) {
        assert.equal(without.replace(/\[secret: [A-Z_]+ #1\]/, secret), plain);
        assert.ok(!without.includes(secret), without);
        assert.equal(masking().text(without), without);
      }
      if (plain.includes('#')) return; // of a comment in JSON in JSON nothing tells where it ends
      const json = JSON.stringify({ args: JSON.stringify({ text: plain }) });
      const [line = ''] = secret.split(/\s/, 1);
      assert.ok(!masking().document(json).includes(line), json);
    });

  it(`leaves ${others.length} texts in which a name only ends a line`, () => {
    assert.deepEqual(
      others.map((text) => masking().text(text)),
      others,
    );
    assert.deepEqual(
      others.map((text) => masking().document(text)),
      others,
    );
  });
});
