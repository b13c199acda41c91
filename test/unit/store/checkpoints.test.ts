import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { fileFingerprint } from '../../../src/disk/files/fingerprint.ts';
import type { SessionInfo, Workspace } from '../../../src/history/sessions/types.ts';
import { ChangeIndex } from '../../../src/insight/changes/changeIndex.ts';
import { FiguresIndex } from '../../../src/insight/usage/figuresIndex.ts';
import { openDialogs } from '../../../src/store/dialogStores.ts';
import { countFiles } from '../../fileCounts.ts';
import { seeded } from '../../seeded.ts';
import { claude, sessionId } from './claudeLines.ts';
import { codingTalk } from './codingTalk.ts';
import { copilotTalk, qwenTalk } from './partTalks.ts';
import { claudeTalk, codexTalk, type Talk } from './talks.ts';

/** So that each reading of a small transcript stores where it ended. */
const small = { minBytes: 0, storeBytes: 1 };
const never = { minBytes: Infinity, storeBytes: 1 };

let root = '';
let projects = 0;

type Place = Pick<Talk, 'path'> & Partial<Pick<Talk, 'agent'>>;

async function written({ path, agent = 'claude' }: Place, text: string | Buffer): Promise<SessionInfo> {
  const at = join(root, path);
  await fs.mkdir(dirname(at), { recursive: true });
  await fs.writeFile(at, text);
  const facts = { title: 'T', startedAt: 1, activeAt: Date.now(), size: text.length, cwd: '/code/shop' };
  return { number: 1, path: at, source: agent, sessionId, ...facts };
}

/** A project of which nothing was read. */
async function project(): Promise<string> {
  const folder = join(root, `project-${++projects}`);
  await fs.mkdir(join(folder, '.chat-history'), { recursive: true });
  return folder;
}

type Sizes = typeof small | undefined;
type Derive = (folder: string, session: SessionInfo, sizes: Sizes) => Promise<unknown>;

const absent = () => Promise.reject(new Error('nothing else is read'));
const sourcesOf = (session: SessionInfo) => ({
  sessions: {
    list: () => Promise.resolve({ sessions: [session], total: 1, unread: [] }),
    read: absent,
  },
  listing: { newest: () => Promise.resolve({ sessions: [session], files: 1 }) },
  archives: { transcript: () => assert.fail('nothing else is read') },
  reader: transcripts,
});
const workspace = (): Workspace => ({
  folders: ['/code/shop'],
  places: { home: root, env: {}, platform: 'linux' },
});

/** Each call is another process. */
async function figures(folder: string, session: SessionInfo, sizes: Sizes): Promise<unknown> {
  const index = new FiguresIndex(openDialogs(folder).context, sourcesOf(session), sizes);
  let figured: unknown;
  for await (const { read } of index.read(workspace())) figured = read()[0]?.figures;
  return figured;
}

async function changes(folder: string, session: SessionInfo, sizes: Sizes): Promise<unknown> {
  const index = new ChangeIndex(openDialogs(folder).context, sourcesOf(session), sizes);
  await index.refresh(workspace(), Infinity);
  const [read] = index.read;
  // As it is stored, without what is parsed later.
  const events = read?.changes.events.map(({ ...event }, n) => ({
    ...event,
    pieces: read.changes.events[n]?.pieces,
  }));
  return JSON.parse(JSON.stringify({ requests: read?.changes.requests, events }));
}

const derived: readonly (readonly [string, Derive])[] = [
  ['the figures of a session', figures],
  ['the changes of a session', changes],
];

const inOneGo = async (derive: Derive, session: SessionInfo) => derive(await project(), session, never);

for (const [name, derive] of derived)
  describe(`${name}, gone on with where another process ended`, () => {
    before(async () => {
      root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'checkpoints-')));
    });

    after(() => fs.rm(root, { recursive: true, force: true, maxRetries: 3 }));

    const talks: readonly (readonly [string, (seed: number) => Talk])[] = [
      ['of all that an agent writes', (seed) => claudeTalk(seed, 30, seed % 4 === 0)],
      ['of work on files', (seed) => codingTalk(seed, 60)],
      ['of Codex', (seed) => codexTalk(seed, 40, seed % 4 === 0)],
      ['of Copilot CLI', (seed) => copilotTalk(seed, 40, seed % 4 === 0)],
      ['of Qwen Code', (seed) => qwenTalk(seed, 40, seed % 4 === 0)],
    ];
    for (const [kind, talkOf] of talks)
      it(`are those of the whole, wherever it ended before, ${kind}`, async () => {
        for (let seed = 1; seed <= 25; seed++) {
          const talk = talkOf(seed);
          const bytes = Buffer.from(talk.text);
          const random = seeded(seed);
          const folder = await project();
          const cuts = Array.from({ length: 6 }, () => Math.floor(random() * bytes.length));
          for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
            const session = await written(talk, bytes.subarray(0, cut));
            const expected = await inOneGo(derive, session);
            assert.deepEqual(await derive(folder, session, small), expected, `seed ${seed}, cut ${cut}`);
          }
        }
      });

    it('are those of a file that is another meanwhile', async () => {
      for (let seed = 1; seed <= 8; seed++) {
        const [talk, other] = [codingTalk(seed, 40), codingTalk(seed + 1, 40)];
        const folder = await project();
        const lines = talk.text.split('\n');
        const texts = [
          talk.text,
          `${talk.text}${other.text}`,
          other.text,
          lines.slice(0, 20).join('\n'),
          lines.slice(12).join('\n'),
          talk.text.replace(/price/g, 'worth').replaceAll('2.1.30', '2.1.31'),
          '',
          talk.text,
        ];
        for (const [n, text] of texts.entries()) {
          if (n % 2 === 0) await fs.rm(join(root, talk.path), { force: true });
          const session = await written(talk, text);
          const expected = await inOneGo(derive, session);
          assert.deepEqual(await derive(folder, session, small), expected, `seed ${seed}, file ${n}`);
        }
      }
    });

    it('contain what subagents did meanwhile', async () => {
      const path = `.claude/projects/-code-shop/${sessionId}.jsonl`;
      const helper = join(root, path.replace('.jsonl', ''), 'subagents', 'agent-a1.jsonl');
      await fs.mkdir(dirname(helper), { recursive: true });
      const [main, side] = [claude().user('Search').answer('m1', 'I send somebody'), claude()];
      const about = { isSidechain: true, agentId: 'a1' };
      const folder = await project();
      for (let step = 0; step < 6; step++) {
        const edit = {
          file_path: `/code/shop/${step}.ts`,
          old_string: 'a',
          new_string: `theNewLine(${step})`,
        };
        side
          .use(`h${step}`, `s${step}`, 'Edit', edit, about)
          .result(`s${step}`, 'The file has been updated', about);
        await fs.writeFile(helper, side.text());
        main.user(`And ${step}?`).answer(`n${step}`, 'Yes');
        for (let n = 0; step === 3 && n < 250; n++) main.user(`Go on ${n}`).answer(`o${n}`, 'Yes');
        const session = await written({ path }, main.text());
        const expected = await inOneGo(derive, session);
        assert.deepEqual(await derive(folder, session, small), expected, `step ${step}`);
      }
      await fs.rm(join(root, path.replace('.jsonl', '')), { recursive: true });
    });

    it('are stored without secrets', async () => {
      const secret = `sk-ant-api03-${'kJ8dQ2mX9vL4'.repeat(8)}`;
      const talk = codingTalk(1, 20);
      const lines = claude()
        .user('Read it')
        .use('m1', 'toolu_read1', 'Read', { file_path: '/code/shop/.env' })
        .result('toolu_read1', `1\tKEY=${secret}\n2\tOTHER=yes`)
        .use('m2', 'toolu_run1', 'Bash', { command: `curl -H 'x-api-key: ${secret}' shop > a.txt` })
        .result('toolu_run1', 'ok')
        .answer('m3', 'Done');
      for (let n = 0; n < 6; n++) lines.user(`Go on ${n}`).answer(`k${n}`, `Done ${n}`);
      const edit = {
        file_path: '/code/shop/.env',
        old_string: 'OTHER=yes',
        new_string: 'OTHER=certainlyNot',
      };
      const texts = [
        lines.text(),
        lines.use('m9', 'toolu_edit1', 'Edit', edit).result('toolu_edit1', 'ok').text(),
      ];
      const folder = await project();
      for (const text of texts) {
        const session = await written(talk, text);
        const expected = await inOneGo(derive, session);
        assert.deepEqual(await derive(folder, session, small), expected);
      }
      const index = join(folder, '.chat-history', '.index');
      for (const name of await fs.readdir(index, { recursive: true })) {
        const text = await fs.readFile(join(index, name), 'utf8').catch(() => '');
        assert.ok(!text.includes(secret), name);
      }
    });

    for (const [size, count] of [
      ['1 MB', 1_400],
      ['8 MB', 11_000],
    ] as const)
      it(`need little of ${size} after one more line`, async () => {
        const talk = claudeTalk(5, count, true);
        const lines = talk.text.trimEnd().split('\n');
        const last = lines.pop() ?? '';
        const folder = await project();
        await derive(folder, await written(talk, `${lines.join('\n')}\n`), undefined);
        const before = fileFingerprint(join(root, talk.path));
        const session = await written(talk, `${lines.join('\n')}\n${last}\n`);
        assert.notEqual(fileFingerprint(session.path), before);
        const { bytesRead } = await countFiles(session.path, () => derive(folder, session, undefined));
        assert.ok(bytesRead > 0 && bytesRead <= 64 * 1024, `${bytesRead} bytes`);
      });
  });
