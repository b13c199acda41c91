import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { secretsOf } from '../../../src/disk/context.ts';
import { sayIn } from '../../../src/disk/base/texts.ts';
import { sampleOf, type SessionSample } from '../../../src/doctor/sample/sample.ts';
import { sampleDocument, sampleSentence } from '../../../src/doctor/sample/sampleText.ts';
import { writeSessionHome } from '../../bench/sessionHome.ts';
import { makeDatabase } from '../store/databases.ts';
import { withMachine } from '../store/machine.ts';
import { jsonLines } from '../store/reading.ts';
import { makeSecrets, piecesIn } from '../store/secrets/spilled.ts';

const english = sayIn('en');
const inFolder = (
  body: (folder: string, sample: (path: string, agent?: string) => Promise<SessionSample>) => Promise<void>,
) =>
  withMachine(({ folder }) => {
    const secrets = secretsOf(join(folder, '.chat-history'), {
      envFolders: () => [folder],
      isReadOnly: () => true,
    });
    return body(folder, (path, agent) => sampleOf({ path, ...(agent !== undefined && { agent }) }, secrets));
  });

const claudeLine = (more: object) => ({
  sessionId: 'a1',
  cwd: '/home/ann/shop',
  version: '2.1.30',
  timestamp: '2026-02-05T10:00:00.000Z',
  ...more,
});
const asked = (n: number) =>
  claudeLine({
    type: 'user',
    uuid: `u${n}`,
    message: { role: 'user', content: `Why is part ${n} slow, Ann?` },
  });

describe('the sample of a session', () => {
  it('says of each agent’s session that all of it is understood', () =>
    withMachine(async ({ places, folder }) => {
      const made = writeSessionHome(places.home, folder, {
        count: 24,
        now: Date.now(),
        turns: 3,
        agents: 'all',
      });
      const secrets = secretsOf(join(folder, '.chat-history'), { isReadOnly: () => true });
      for (const { path, agent } of made) {
        const sample = await sampleOf({ path, agent }, secrets);
        assert.deepEqual([sample.state, sample.kinds, sample.records], ['understood', {}, []], agent);
      }
    }));

  it('shows an unknown record of each agent that writes lines, wherever it stands, and no other', () =>
    withMachine(async ({ places, folder }) => {
      const made = writeSessionHome(places.home, folder, {
        count: 24,
        now: Date.now(),
        turns: 3,
        agents: 'all',
      });
      const secrets = secretsOf(join(folder, '.chat-history'), { isReadOnly: () => true });
      const counted: string[] = [];
      for (const { path, agent } of made.filter(({ path }) => path.endsWith('.jsonl'))) {
        const lines = (await fs.readFile(path, 'utf8')).trimEnd().split('\n');
        const unknown = { type: 'falcon_secret', falconField: { owner: 'Ann Smith', days: [11, 12] } };
        const middle = Math.ceil(lines.length / 2);
        for (const at of [lines.length, middle]) {
          await fs.writeFile(
            path,
            [...lines.slice(0, at), JSON.stringify(unknown), ...lines.slice(at), ''].join('\n'),
          );
          const { state, records } = await sampleOf({ path, agent }, secrets);
          if (state === 'understood') continue; // a reader that leaves out what it does not know
          counted.push(agent);
          const text = JSON.stringify(records);
          assert.match(
            text,
            /"falconField":\{"owner":"<text 9>","days":\["<integer 2>","<2 items>"\]\}/,
            agent,
          );
          assert.doesNotMatch(text, /falcon_secret|Ann/, agent);
          assert.ok(records.length <= 2, `${agent} ${text}`);
        }
      }
      for (const agent of ['claude', 'codex', 'gemini', 'qwen', 'cursor', 'pi', 'droid', 'kiro'])
        assert.ok(counted.includes(agent), `${agent} of ${counted.join()}`);
    }));

  it('shows the first two of a form, with all kinds counted', () =>
    inFolder(async (folder, sample) => {
      const path = join(folder, 'a1.jsonl');
      const strange = (n: number) => claudeLine({ type: 'pr-review', prNumber: n, owner: `Ann ${n}` });
      const other = claudeLine({ type: 'quixotic', list: ['Ann'] });
      const lines = Array.from({ length: 3_000 }, (_, n) =>
        n % 3 === 0 ? strange(n) : n === 2_500 ? other : asked(n),
      );
      await fs.writeFile(path, jsonLines(lines));
      const found = await sample(path, 'claude');
      assert.deepEqual(
        [found.state, found.kinds, found.version],
        ['unknown', { 'pr-review': 1_000, '<text 8>': 1 }, '2.1.30'],
      );
      assert.deepEqual(
        found.records.map((record) => (record as { type: string }).type),
        ['pr-review', 'pr-review', '<text 8>'],
      );
      const document = sampleDocument(found, '1.0.0', english);
      assert.match(document, /Claude Code 2\.1\.30, mcp-history-store 1\.0\.0/);
      assert.match(document, /Not known: `pr-review` × 1000, `<text 8>` × 1/);
      assert.doesNotMatch(document, /Ann|quixotic|shop/);
    }));

  it('shows of a document only the messages it is about', () =>
    inFolder(async (folder, sample) => {
      const path = join(folder, 'T-1.json');
      const message = (n: number, type: string) => ({
        role: 'user',
        content: [{ type, text: `Ask Ann ${n}` }],
      });
      const messages = Array.from({ length: 200 }, (_, n) => message(n, n === 120 ? 'tool_riddle' : 'text'));
      await fs.writeFile(path, JSON.stringify({ id: 'T-1', v: 1, messages }));
      const found = await sample(path, 'amp');
      assert.equal(found.state, 'unknown');
      assert.deepEqual(found.records, [
        {
          id: '<text 3>',
          v: '<integer 1>',
          messages: [{ role: 'user', content: [{ type: '<text 11>', text: '<text 11>' }] }],
        },
      ]);
    }));

  it('shows what a session without a message holds, and a file of no agent', () =>
    inFolder(async (folder, sample) => {
      const path = join(folder, 'x.jsonl');
      await fs.writeFile(path, jsonLines([{ hello: 'Ann', n: 1 }, { hello: 'Bob', n: 22 }, { bye: true }]));
      const stranger = await sample(path);
      assert.deepEqual([stranger.state, stranger.records.length], ['stranger', 3]);
      await fs.writeFile(path, jsonLines([claudeLine({ type: 'summary', summary: 'What Ann said' })]));
      const silent = await sample(path, 'claude');
      assert.deepEqual([silent.state, silent.records.length], ['silent', 1]);
    }));

  it('counts lines that are no whole records', () =>
    inFolder(async (folder, sample) => {
      const path = join(folder, 'a1.jsonl');
      const deep = `{"type":"user","message":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      await fs.writeFile(path, `${jsonLines([asked(1)])}{"type":"us\n${deep}\n${jsonLines([asked(2)])}`);
      const found = await sample(path, 'claude');
      assert.deepEqual([found.state, found.unreadable], ['understood', 2]);
      assert.equal(
        sampleSentence(found, 'a1', english),
        'Every record of a1 is understood. Lines that are no whole records: 2.',
      );
    }));

  it('names tables and columns of a database, and no cell', () =>
    inFolder(async (folder, sample) => {
      const path = join(folder, 'state.db');
      makeDatabase(
        path,
        'CREATE TABLE session_v9 (id TEXT PRIMARY KEY, "made at" INTEGER, body BLOB, x annes_type); CREATE TABLE "/home/ann" (a TEXT);',
        {
          session_v9: [
            { id: 'Ann', body: 'said' },
            { id: 'Bob', body: 'too' },
          ],
        },
      );
      const found = await sample(path);
      assert.deepEqual(
        [found.state, found.tables],
        [
          'tables',
          [
            {
              table: 'session_v9',
              columns: ['id TEXT', '<key 7> INTEGER', 'body BLOB', 'x <text 10>'],
              rows: 2,
            },
            { table: '<key 9>', columns: ['a TEXT'], rows: 0 },
          ],
        ],
      );
      assert.match(sampleDocument(found, '1.0.0', english), /- `session_v9` \(id TEXT, .*\) × 2/);
    }));

  it('holds no piece of a secret, in a text, a key or a kind', () =>
    inFolder(async (folder, sample) => {
      const { text, secrets } = makeSecrets(folder);
      const path = join(folder, 'a1.jsonl');
      const lines = secrets.flatMap((secret) => [
        claudeLine({ type: secret, text, [secret]: { [secret]: [secret, text] }, token: secret }),
        claudeLine({ type: 'user', message: { role: 'user', content: [{ type: secret, text }] } }),
      ]);
      await fs.writeFile(path, jsonLines([asked(0), ...lines]));
      const document = sampleDocument(await sample(path, 'claude'), '1.0.0', english);
      assert.match(document, /```json/);
      for (const secret of secrets) assert.deepEqual(piecesIn('sample', document, secret), []);
    }));

  const oddities: readonly (readonly [string, (path: string) => Promise<unknown>, RegExp])[] = [
    ['an empty file', (path) => fs.writeFile(path, ''), /^There is nothing in it\.$/],
    [
      'a file of zeros',
      (path) => fs.writeFile(path, Buffer.alloc(300_000)),
      /^There are no records and no text in it/,
    ],
    [
      'a packed file',
      (path) => fs.writeFile(path, Buffer.from('28b52ffd04580100ff00fe', 'hex')),
      /no records and no text in it/,
    ],
    [
      'prose',
      (path) => fs.writeFile(path, 'Dear Ann,\nall is well.\n'),
      /^There is text in it, and no records/,
    ],
    [
      'a file nested too deeply',
      (path) => fs.writeFile(path, '['.repeat(100_000)),
      /^There is text in it, and no records/,
    ],
    [
      'a huge line',
      (path) => fs.writeFile(path, `{"text":"${'a'.repeat(8_000_000)}`),
      /^There is text in it, and no records/,
    ],
    [
      'a damaged database',
      (path) => fs.writeFile(path, `SQLite format 3\0${'x'.repeat(5_000)}`),
      /cannot be read as a database/,
    ],
    ['a folder', (path) => fs.mkdir(path), /is a folder; give the path of a file/],
    ['nothing', () => Promise.resolve(), /no such file/],
  ];
  for (const [name, make, expected] of oddities)
    it(`ends with a sentence for ${name}`, () =>
      inFolder(async (folder, sample) => {
        const path = join(folder, 'odd.jsonl');
        await make(path);
        const said = await sample(path).then(
          (found) => sampleSentence(found, 'it', english),
          (error: unknown) => (error as Error).message,
        );
        assert.match(said, expected);
        assert.doesNotMatch(said, /Ann|aaaa/);
      }));

  it('says that a session of an agent is damaged where none of its records can be read', () =>
    inFolder(async (folder, sample) => {
      const path = join(folder, 'a1.jsonl');
      await fs.writeFile(path, '{"type":"us\n'.repeat(3));
      const found = await sample(path, 'claude');
      assert.deepEqual([found.state, found.unreadable], ['damaged', 3]);
    }));

  it('waits for no pipe', function () {
    if (process.platform === 'win32') this.skip();
    return inFolder(async (folder, sample) => {
      const path = join(folder, 'pipe.jsonl');
      execFileSync('mkfifo', [path]);
      await assert.rejects(sample(path), /no regular file; give the path of a file/);
      await assert.rejects(sample(path, 'claude'), /no regular file; give the path of a file/);
    });
  });
});
