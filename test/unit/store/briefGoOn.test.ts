import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadAgents } from '../../../src/agents/loadTranscripts.ts';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { TranscriptReader } from '../../../src/agents/reading/reader.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { factsOf } from '../../../src/history/facts/sessionFacts.ts';
import type { SessionInfo } from '../../../src/history/sessions/types.ts';
import { briefFactsOf, type BriefFacts } from '../../../src/insight/brief/briefFacts.ts';
import { FactsFold } from '../../../src/insight/brief/factsFold.ts';
import type { FactsPoint } from '../../../src/insight/brief/factsPoint.ts';
import { RequestLog, type RequestLogState } from '../../../src/insight/brief/requestLog.ts';
import { SessionFactsReader } from '../../../src/insight/brief/sessionFactsReader.ts';
import { openDialogs } from '../../../src/store/dialogStores.ts';
import { countFiles } from '../../fileCounts.ts';
import { seeded } from '../../seeded.ts';
import { claude, sessionId } from './claudeLines.ts';
import { parsedDuring } from './parsedRecords.ts';
import { claudeTalk, codexTalk, type Talk } from './talks.ts';

/** So that small transcripts are read in several steps. */
const stepBytes = 3_000;
const folder = '/code/shop';

let root = '';
let projects = 0;

async function written({ path, agent }: Talk, text: string | Buffer): Promise<SessionInfo> {
  const at = join(root, path);
  await fs.mkdir(dirname(at), { recursive: true });
  await fs.writeFile(at, text);
  const facts = { title: 'T', startedAt: 1, activeAt: 1, changedAt: 1, size: text.length, cwd: folder };
  return { number: 1, path: at, source: agent, sessionId: 's', ...facts };
}

/** What a whole reading tells. */
async function inOneGo({ path, source }: SessionInfo): Promise<BriefFacts> {
  const { messages, subagents = [] } = await transcripts.read({ agent: source, path }, plainSecrets);
  return briefFactsOf(factsOf({ messages, subagents, cwd: folder }));
}

/** Reads a session in each process on from what the one before stored. */
class Processes {
  points: readonly FactsPoint[] = [];

  async read(session: SessionInfo, reader: TranscriptReader = transcripts): Promise<BriefFacts> {
    const fold = new FactsFold(session, { reader, secrets: plainSecrets }, folder, stepBytes);
    const stored = (points: readonly FactsPoint[]): Promise<void> => {
      this.points = JSON.parse(JSON.stringify(points)) as FactsPoint[];
      return Promise.resolve();
    };
    const facts = await fold.read(this.points, (reached) => stored(reached.points));
    assert.ok(facts);
    await stored(facts.points);
    return facts.told;
  }
}

/** A reader of a process that ends after so many steps. */
class EndingReader extends TranscriptReader {
  #left: number;

  constructor(steps: number) {
    super(loadAgents);
    this.#left = steps;
  }

  override async goOn(...given: Parameters<TranscriptReader['goOn']>) {
    if (this.#left-- === 0) throw new Error('the process ends');
    return super.goOn(...given);
  }
}

/** A reader of facts, in another process that works in a project. */
const readerIn = (project: number): SessionFactsReader =>
  new SessionFactsReader(openDialogs(join(root, `project-${project}`)).context, {
    sessions: {
      read: () => Promise.reject(new Error('all of it is read')),
      lastSaid: ({ path, source }) => transcripts.lastSaid({ agent: source, path }, plainSecrets),
    },
    reader: transcripts,
  });

/** A reader of facts in a project of which nothing was read. */
async function newReader(): Promise<SessionFactsReader> {
  await fs.mkdir(join(root, `project-${++projects}`, '.chat-history'), { recursive: true });
  return readerIn(projects);
}

before(async () => {
  root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'brief-go-on-')));
});

after(() => fs.rm(root, { recursive: true, force: true, maxRetries: 3 }));

for (const [name, talkOf] of [
  ['Claude Code', claudeTalk],
  ['Codex', codexTalk],
] as const)
  describe(`the facts of a session of ${name} that goes on`, () => {
    it('are those of a whole reading, wherever reading ended before', async () => {
      for (let seed = 1; seed <= 20; seed++) {
        const talk = talkOf(seed, 60, seed % 4 === 0);
        const bytes = Buffer.from(talk.text);
        const random = seeded(seed);
        const processes = new Processes();
        const cuts = Array.from({ length: 6 }, () => Math.floor(random() * bytes.length));
        for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
          const session = await written(talk, bytes.subarray(0, cut));
          assert.deepEqual(await processes.read(session), await inOneGo(session), `seed ${seed}, cut ${cut}`);
        }
      }
    });

    it('are the same where a process ended in the middle, and where the file is another one', async () => {
      for (let seed = 1; seed <= 8; seed++) {
        const [talk, other] = [talkOf(seed, 60, seed % 2 === 0), talkOf(seed + 1, 60)];
        const processes = new Processes();
        for (const text of [talk.text, other.text, talk.text.slice(0, 5_000), '', talk.text]) {
          const session = await written(talk, text);
          await processes.read(session, new EndingReader(3)).catch(() => undefined);
          assert.deepEqual(await processes.read(session), await inOneGo(session), `seed ${seed}`);
        }
      }
    });

    it('are those of its end where much is unread and nobody can wait, and of all of it after a reading', async () => {
      const talk = talkOf(5, 4_000, true);
      const lines = talk.text.trimEnd().split('\n');
      const last = lines.pop() ?? '';
      const session = await written(talk, `${lines.join('\n')}\n`);
      const facts = await newReader();
      const need = { isWhole: true, atOnce: true };
      let end: Awaited<ReturnType<typeof facts.of>> | undefined;
      const { bytesRead } = await countFiles(session.path, async () => (end = await facts.of(session, need)));
      assert.ok(session.size > 1_200_000 && bytesRead <= 400 * 1024, `${bytesRead} of ${session.size} bytes`);
      const whole = await inOneGo(session);
      assert.equal(end?.isEnd, true);
      assert.equal(end.told.requests.at(-1)?.text, whole.requests.at(-1)?.text);
      assert.deepEqual((await facts.of(session, { ...need, atOnce: false })).told, whole);
      await fs.appendFile(session.path, `${last}\n`);
      const later = await facts.of(session, need);
      assert.deepEqual([later.isEnd, later.told], [undefined, await inOneGo(session)]);
    });

    for (const [size, count] of [
      ['1 MB', 1_400],
      ['8 MB', 11_000],
    ] as const)
      it(`are read from what was added to ${size}, and little before it`, async () => {
        const talk = talkOf(5, count, true);
        const lines = talk.text.trimEnd().split('\n');
        const last = lines.pop() ?? '';
        const session = await written(talk, `${lines.join('\n')}\n`);
        const need = { isWhole: true, atOnce: false };
        const facts = await newReader();
        await facts.of(session, need);
        await fs.appendFile(session.path, `${last}\n`);
        for (const process of [facts, readerIn(projects)]) {
          let read: Awaited<ReturnType<typeof countFiles>> | undefined;
          let told: BriefFacts | undefined;
          const parsed = await parsedDuring(async () => {
            read = await countFiles(session.path, async () => ({ told } = await process.of(session, need)));
          });
          assert.ok(read !== undefined && read.bytesRead <= 64 * 1024, `${read?.bytesRead} bytes`);
          assert.ok(parsed <= 4, `${parsed} records: what was added, and the message before it`);
          assert.deepEqual(told, await inOneGo(session));
        }
        const unchanged = await countFiles(session.path, () => facts.of(session, need));
        assert.equal(unchanged.bytesRead, 0);
      });
  });

describe('the facts of a session whose subagents write files of their own', () => {
  it('are those of a whole reading, whoever wrote in between', async () => {
    const path = `.claude/projects/-code-shop/${sessionId}.jsonl`;
    const talk = { path, agent: 'claude', text: '' };
    const helper = join(root, path.replace('.jsonl', ''), 'subagents', 'agent-a1.jsonl');
    await fs.mkdir(dirname(helper), { recursive: true });
    const main = claude().user('Search the shop').answer('m1', 'I send somebody');
    const side = claude();
    let time = 0;
    const at = () => ({ timestamp: new Date(Date.UTC(2026, 0, 15, 9) + 1_000 * ++time).toISOString() });
    const own = () => ({ isSidechain: true, agentId: 'a1', ...at() });
    const edit = (name: string) => ({ file_path: `${folder}/${name}.ts`, old_string: 'a', new_string: 'b' });
    const steps: readonly (() => unknown)[] = [
      () => side.user('Look', own()),
      () => side.use('h1', 's1', 'Edit', edit('kiwi'), own()).result('s1', 'Updated', own()),
      () => main.use('m2', 't1', 'Edit', edit('lemon'), at()).result('t1', 'Updated', at()),
      () => main.user('And?', at()).answer('m3', 'It goes on', at()),
      () => side.use('h2', 's2', 'Bash', { command: 'npm test' }, own()).result('s2', 'Exit code 1', own()),
      () => main.user('Thanks', at()).answer('m4', 'Gladly', at()),
      () => main.use('m5', 't2', 'Bash', { command: 'npm test' }, at()).result('t2', 'ok', at()),
      () => main.user('And now?', at()).answer('m6', 'Nothing', at()),
    ];
    const processes = new Processes();
    for (const [n, step] of steps.entries()) {
      step();
      await fs.writeFile(helper, side.text());
      const session = await written(talk, main.text());
      assert.deepEqual(await processes.read(session), await inOneGo(session), `step ${n}`);
    }
    const late = { ...own(), timestamp: new Date(Date.UTC(2026, 0, 15, 9)).toISOString() };
    side.use('h3', 's3', 'Edit', edit('early'), late).result('s3', 'Updated', late);
    await fs.writeFile(helper, side.text());
    const session = await written(talk, main.text());
    const told = await processes.read(session);
    assert.deepEqual(told, await inOneGo(session), 'what was noted late');
    assert.deepEqual(
      told.files.map(({ path: file }) => file),
      ['early.ts', 'kiwi.ts', 'lemon.ts'],
    );
  });
});

describe('the requests of a very long session', () => {
  it('are told alike wherever they were stored, in little room', () => {
    const random = seeded(1);
    const words = 'round the totals to the cent '.repeat(20);
    const texts = Array.from({ length: 6_000 }, (_, n) => {
      if (random() < 0.1) return `ok${'!'.repeat(random() * 30)}`;
      return random() < 0.1 ? `Request ${Math.floor(random() * n)}: ${words}` : `Request ${n}: ${words}`;
    });
    const said = (text: string, entry: number) => ({ text, entry, time: `${entry}` });
    const whole = new RequestLog();
    for (const [n, text] of texts.entries()) whole.add(said(text, n));
    let stored = new RequestLog();
    for (const [n, text] of texts.entries()) {
      stored.add(said(text, n));
      if (n % 97 === 0) stored = new RequestLog(JSON.parse(JSON.stringify(stored.state)) as RequestLogState);
    }
    assert.deepEqual(stored.told, whole.told);
    assert.equal(whole.told.requests.length + whole.told.more, new Set(texts).size);
    const size = JSON.stringify(whole.state).length;
    assert.ok(size < 800_000, `${size} characters`);
  });
});
