import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadAgents } from '../../../src/agents/loadTranscripts.ts';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import { TranscriptReader } from '../../../src/agents/reading/reader.ts';
import { silentLog } from '../../../src/disk/base/core.ts';
import { TimeSlices } from '../../../src/disk/base/timeSlices.ts';
import { fileFingerprint } from '../../../src/disk/files/fingerprint.ts';
import { plainSecrets } from '../../../src/disk/secrets/secrets.ts';
import { SessionReading } from '../../../src/find/search/sessionReading.ts';
import { SessionSearchSource } from '../../../src/find/search/sessionSource.ts';
import { sessionTexts } from '../../../src/find/search/sessionTexts.ts';
import type { SearchEntry } from '../../../src/find/search/types.ts';
import type { ListedSession } from '../../../src/history/sessions/types.ts';
import { openDialogs } from '../../../src/store/dialogStores.ts';
import { countFiles } from '../../fileCounts.ts';
import { seeded } from '../../seeded.ts';
import { claude, sessionId } from './claudeLines.ts';
import { copilotTalk, qwenTalk } from './partTalks.ts';
import { parsedDuring } from './parsedRecords.ts';
import { claudeTalk, codexTalk, type Talk } from './talks.ts';

/** So that small transcripts are read in several steps, sealed in several parts, and stored after each reading. */
const small = { stepBytes: 3_000, sealChars: 300, storeBytes: 1 };

let root = '';
let projects = 0;

type Start = (options?: { reader?: TranscriptReader; sizes?: 'small' | 'usual' }) => SessionReading;

/** A project of which nothing was read; each start is another process. */
async function project(): Promise<Start> {
  const folder = join(root, `project-${++projects}`);
  await fs.mkdir(join(folder, '.chat-history'), { recursive: true });
  return ({ reader = transcripts, sizes = 'small' } = {}) =>
    new SessionReading(
      { reader, secrets: plainSecrets },
      sessionTexts(openDialogs(folder).context),
      sizes === 'small' ? small : undefined,
    );
}

async function written({ path, agent }: Talk, text: string | Buffer): Promise<ListedSession> {
  const at = join(root, path);
  await fs.mkdir(dirname(at), { recursive: true });
  await fs.writeFile(at, text);
  const facts = { title: 'T', startedAt: 1, activeAt: 1, size: text.length, cwd: '/code/shop' };
  return { path: at, source: agent, sessionId: 's', ...facts };
}

async function items(reading: SessionReading, session: ListedSession) {
  const read = await reading.read(session, fileFingerprint(session.path) ?? '', new TimeSlices());
  return reading.items(session, read);
}

/** Reads a session to its end, and returns all that search takes from it, item by item. */
async function taken(reading: SessionReading, session: ListedSession): Promise<readonly SearchEntry[][]> {
  const all = (await items(reading, session)).map(async ({ parts }) => {
    const entries: SearchEntry[] = [];
    for (const part of parts) entries.push(...((await part.read()) ?? []));
    return entries;
  });
  return Promise.all(all);
}

const inOneGo = async (session: ListedSession) => taken((await project())(), session);

/** Compares reading on from random cuts, each in another process, with reading in one go. */
async function equalsWhole(talk: Talk, seed: number): Promise<void> {
  const bytes = Buffer.from(talk.text);
  const random = seeded(seed);
  const start = await project();
  const cuts = Array.from({ length: 5 }, () => Math.floor(random() * bytes.length));
  for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
    const session = await written(talk, bytes.subarray(0, cut));
    const expected = await inOneGo(session);
    assert.deepEqual(await taken(start(), session), expected, `seed ${seed}, cut ${cut}`);
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

const talks = [
  ['Claude Code', claudeTalk],
  ['Codex', codexTalk],
] as const;

for (const [name, talkOf] of talks)
  describe(`reading a transcript of ${name} on from where it ended`, () => {
    before(async () => {
      root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'go-on-')));
    });

    after(() => fs.rm(root, { recursive: true, force: true, maxRetries: 3 }));

    it('gives what reading all of it gives, wherever it ended before', async () => {
      for (let seed = 1; seed <= 20; seed++) await equalsWhole(talkOf(seed, 30, seed % 4 === 0), seed);
    });

    it('gives the same where a process ended in the middle, and the next goes on', async () => {
      for (let seed = 1; seed <= 10; seed++) {
        const talk = talkOf(seed, 40, seed % 2 === 0);
        const session = await written(talk, talk.text);
        const start = await project();
        for (let steps = 1; steps < 4; steps++)
          await taken(start({ reader: new EndingReader(steps) }), session).catch(() => undefined);
        assert.deepEqual(await taken(start(), session), await inOneGo(session), `seed ${seed}`);
      }
    });

    it('does not read again what a process that ended has read', async () => {
      const talk = talkOf(1, 100, true);
      const session = await written(talk, talk.text);
      const start = await project();
      await assert.rejects(taken(start({ reader: new EndingReader(6) }), session), /the process ends/);
      const rest = await countFiles(root, () => start().read(session, 'f', new TimeSlices()));
      const whole = await countFiles(root, async () =>
        (await project())().read(session, 'f', new TimeSlices()),
      );
      assert.ok(rest.bytesRead < whole.bytesRead - 15_000, `${rest.bytesRead} of ${whole.bytesRead} bytes`);
    });

    it('reads anew a file that is another meanwhile', async () => {
      for (let seed = 1; seed <= 10; seed++) {
        const [talk, other] = [talkOf(seed, 30), talkOf(seed + 1, 30)];
        const start = await project();
        const lines = talk.text.split('\n');
        const texts = [
          talk.text,
          talk.text,
          `${talk.text}${other.text}`,
          other.text,
          lines.slice(0, 12).join('\n'),
          lines.slice(12).join('\n'),
          talk.text.replace(/kiwi/g, 'figs'),
          '',
          talk.text,
        ];
        for (const [n, text] of texts.entries()) {
          if (n % 2 === 0) await fs.rm(join(root, talk.path), { force: true });
          const session = await written(talk, text);
          assert.deepEqual(await taken(start(), session), await inOneGo(session), `seed ${seed}, file ${n}`);
        }
      }
    });

    it('divides words alike, in however many steps they were read', async () => {
      const talk = talkOf(3, 300, true);
      const bytes = Buffer.from(talk.text);
      const partsOf = async (cuts: readonly number[]) => {
        const reading = (await project())();
        let session = await written(talk, '');
        for (const cut of [...cuts, bytes.length]) {
          session = await written(talk, bytes.subarray(0, cut));
          await reading.read(session, fileFingerprint(session.path) ?? '', new TimeSlices());
        }
        return (await reading.read(session, fileFingerprint(session.path) ?? '', new TimeSlices())).parts;
      };
      const [few, many] = [await partsOf([]), await partsOf(Array.from({ length: 40 }, (_, n) => n * 2_000))];
      assert.ok(few.length > 2 && many.length > 2, `${few.length} and ${many.length} parts`);
      const both = Math.min(few.length, many.length);
      assert.deepEqual(few.slice(0, both), many.slice(0, both));
    });

    it('reads again what was lost, or divided otherwise by another process, and never gives too little', async () => {
      const talk = talkOf(3, 300, true);
      const session = await written(talk, talk.text);
      const expected = await inOneGo(session);
      const start = await project();
      const reading = start();
      const folder = join(root, `project-${projects}`, '.chat-history', '.index');
      const read = await reading.read(session, 'f', new TimeSlices());
      const given = async (items: ReturnType<typeof reading.items>) =>
        Promise.all(
          items.map(async ({ parts }) =>
            Promise.all(parts.map(async (part) => (await part.read()) ?? 'lost')),
          ),
        );
      for (const lose of [/^sealed/, /^sessions/, /^(?:sealed|sessions)/])
        for (const parts of [read.parts, read.parts.slice(0, 2), [...read.parts, 'another'], ['another']]) {
          const later = start();
          for (const name of await fs.readdir(folder))
            if (lose.test(name)) await fs.rm(join(folder, name), { recursive: true });
          const first = (await given(later.items(session, { ...read, parts }))).map((all) => all.flat());
          const isWhole = !first.flat().includes('lost');
          assert.equal(later.hasLost(session.path), !isWhole);
          if (isWhole) assert.deepEqual(first, expected);
          assert.deepEqual(await taken(later, session), expected, 'then all of it');
          assert.equal(later.hasLost(session.path), false);
        }
    });

    it('gives all of it where nothing can be stored, and later', async () => {
      const talk = talkOf(3, 300, true);
      const session = await written(talk, talk.text);
      const expected = await inOneGo(session);
      const indexOf = (number: number) => join(root, `project-${number}`, '.chat-history', '.index');
      const names = (await fs.readdir(indexOf(projects))).filter((name) => name !== '.gitignore');
      assert.equal(names.length, 2);
      for (const name of names) {
        const start = await project();
        const reading = start();
        const blocked = join(indexOf(projects), name);
        await fs.mkdir(indexOf(projects));
        await fs.writeFile(blocked, 'a file where a folder should be');
        assert.deepEqual(await taken(reading, session), expected, `without ${name}`);
        await fs.rm(blocked);
        assert.deepEqual(await taken(reading, session), expected, `later, without ${name}`);
        assert.deepEqual(await taken(start(), session), expected, `in another process, without ${name}`);
      }
    });

    for (const [size, count] of [
      ['1 MB', 1_400],
      ['8 MB', 11_000],
    ] as const)
      it(`reads what was added to ${size}, and little before it`, async () => {
        const talk = talkOf(5, count, true);
        const lines = talk.text.trimEnd().split('\n');
        const last = lines.pop() ?? '';
        const session = await written(talk, `${lines.join('\n')}\n`);
        const start = await project();
        const reading = start({ sizes: 'usual' });
        const before = await items(reading, session);
        await fs.appendFile(session.path, `${last}\n`);
        let after = before;
        let read: Awaited<ReturnType<typeof countFiles>> | undefined;
        const parsed = await parsedDuring(async () => {
          read = await countFiles(session.path, async () => (after = await items(reading, session)));
        });
        assert.ok(read !== undefined && read.bytesRead <= 64 * 1024, `${read?.bytesRead} bytes`);
        assert.ok(parsed <= 4, `${parsed} records: what was added, and the message before it`);
        const sealed = (all: typeof before) =>
          all[0]?.parts.slice(0, -1).map(({ fingerprint }) => fingerprint);
        assert.deepEqual(sealed(after), sealed(before), 'what is indexed already stays');
        const other = await countFiles(session.path, () => taken(start({ sizes: 'usual' }), session));
        assert.ok(other.bytesRead <= 64 * 1024, `${other.bytesRead} bytes by another process`);
      });

    it('finds the newest words of a long one at once, before those in the middle were read', async () => {
      const talk = talkOf(5, 1_400, true);
      const session = await written(talk, talk.text);
      const [all = []] = await inOneGo(session);
      const reading = (await project())({ sizes: 'usual' });
      const { items: begun, isFar } = await reading.begun(session, 'f');
      const entries = (await begun[0]?.parts.at(-1)?.read()) ?? [];
      assert.equal(isFar, true);
      assert.ok(entries.length > 10 && entries.length < all.length);
      assert.equal(entries.at(-1)?.text, all.at(-1)?.text);
      await reading.read(session, 'f', new TimeSlices());
      assert.equal((await reading.begun(session, 'f')).isFar, false);
    });
  });

for (const [name, talkOf] of [
  ['Copilot CLI', copilotTalk],
  ['Qwen Code', qwenTalk],
] as const)
  describe(`reading a transcript of ${name} on, part by part`, () => {
    before(async () => {
      root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'go-on-parts-')));
    });

    after(() => fs.rm(root, { recursive: true, force: true, maxRetries: 3 }));

    it('gives what reading all of it gives, wherever it ended before', async () => {
      for (let seed = 1; seed <= 12; seed++) await equalsWhole(talkOf(seed, 40), seed);
    });

    it('reads what was added to more than 1 MB, and little before it', async () => {
      const talk = talkOf(5, 9_000, true);
      const session = await written(talk, talk.text);
      assert.ok(talk.text.length > 1_500_000, `${talk.text.length}`);
      const reading = (await project())({ sizes: 'usual' });
      const before = await taken(reading, session);
      const prompt = talk.text.split('\n').findLast((line) => line.includes('"type":"user')) ?? '';
      const more = prompt
        .replace(/"((?:uu)?id)":"[^"]*"/, '"$1":"more"')
        .replace(/"(text|content)":"[^"]*"/, '"$1":"papaya"');
      await fs.appendFile(session.path, `${more}\n`);
      let after: typeof before = [];
      const read = await countFiles(session.path, async () => {
        after = await taken(reading, session);
      });
      assert.ok(read.bytesRead <= 64 * 1024, `${read.bytesRead} bytes`);
      assert.deepEqual(after, await inOneGo(session));
      assert.ok(!JSON.stringify(before).includes('papaya') && JSON.stringify(after).includes('papaya'));
    });
  });

describe('reading a session on whose subagents write files of their own', () => {
  it('gives what reading all of it gives, whoever wrote in between', async () => {
    root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'go-on-helpers-')));
    try {
      const path = `.claude/projects/-code-shop/${sessionId}.jsonl`;
      const talk = { path, agent: 'claude', text: '' };
      const helper = join(root, path.replace('.jsonl', ''), 'subagents', 'agent-a1.jsonl');
      await fs.mkdir(dirname(helper), { recursive: true });
      const main = claude().user('Search the shop').answer('m1', 'I send somebody');
      const side = claude();
      const steps: readonly (() => unknown)[] = [
        () => side.user('Look', { isSidechain: true, agentId: 'a1' }),
        () => side.answer('h1', 'A kiwi lies there', { isSidechain: true, agentId: 'a1' }),
        () => main.use('m2', 't1', 'Task', { prompt: 'Look' }),
        () => main.result('t1', 'done', { toolUseResult: { agentId: 'a1' } }),
        () => main.answer('m3', 'They are back'),
        () => main.user('And?').answer('m4', 'A kiwi lies there'),
        () =>
          side
            .use('h2', 's1', 'Edit', { file_path: '/code/shop/kiwi.ts', old_string: 'a', new_string: 'b' })
            .result('s1', 'Updated'),
        () => main.user('Thanks').answer('m5', 'Gladly'),
      ];
      const start = await project();
      for (const [n, step] of steps.entries()) {
        step();
        await fs.writeFile(helper, side.text());
        const session = await written(talk, main.text());
        // What a subagent alone adds is read once its session goes on.
        if (n > 1 && n !== 6)
          assert.deepEqual(await taken(start(), session), await inOneGo(session), `step ${n}`);
      }
      const texts = (await inOneGo(await written(talk, main.text()))).flat().map(({ text }) => text);
      assert.deepEqual(
        texts.filter((text) => text.includes('kiwi')),
        ['A kiwi lies there', 'kiwi.ts'],
      );
    } finally {
      await fs.rm(root, { recursive: true, force: true, maxRetries: 3 });
    }
  });
});

describe('reading a session of Claude Code on whose subagents write into its own transcript', () => {
  it('takes what they said, too, however it grew', async () => {
    root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'go-on-sides-')));
    try {
      const talk = { path: `.claude/projects/-code-shop/${sessionId}.jsonl`, agent: 'claude', text: '' };
      const lines = claude().user('Search the shop').answer('m1', 'I send somebody');
      for (let n = 0; n < 60; n++) lines.user(`And ${n}?`).answer(`n${n}`, `Here is ${n}`);
      const reading = (await project())();
      const steps: readonly (() => unknown)[] = [
        () => lines.use('m2', 't1', 'Task', { prompt: 'Look' }),
        () => lines.user('Look', { isSidechain: true, parentUuid: null }),
        () => lines.answer('h1', 'A kiwi lies there', { isSidechain: true }),
        () => lines.result('t1', 'done', { parentUuid: 'assistant-123' }).answer('m3', 'They are back'),
      ];
      for (const [n, step] of steps.entries()) {
        step();
        const all = await taken(reading, await written(talk, lines.text()));
        const said = all.flat().map(({ text }) => text);
        assert.equal(said.filter((text) => text === 'A kiwi lies there').length, n > 1 ? 1 : 0, `step ${n}`);
        assert.ok(said.includes('Here is 0') && said.includes('Here is 59'));
      }
    } finally {
      await fs.rm(root, { recursive: true, force: true, maxRetries: 3 });
    }
  });
});

describe('reading sessions whose files are changed meanwhile', () => {
  it('searches the others, whatever takes the place of a listed file', async () => {
    root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'go-on-changed-')));
    try {
      const talk = claudeTalk(1, 10, true);
      const sessions: ListedSession[] = [];
      for (const name of ['link', 'folder', 'gone', 'empty', 'kept'])
        sessions.push(await written({ ...talk, path: talk.path.replace(sessionId, name) }, talk.text));
      const [link = '', folder = '', gone = '', empty = '', kept] = sessions.map(({ path }) => path);
      for (const path of [link, folder, gone]) await fs.rm(path);
      await fs.symlink(link, link);
      await fs.mkdir(folder);
      await fs.truncate(empty);
      const home = join(root, 'history');
      await fs.mkdir(join(home, '.chat-history'), { recursive: true });
      const source = new SessionSearchSource({
        listing: {
          transcripts: () => Promise.resolve(sessions),
          unread: () => [],
          recordings: () => Promise.resolve([]),
          newest: () => Promise.resolve({ sessions: [], files: 0 }),
          labelled: (all) => all,
        },
        reader: transcripts,
        secrets: plainSecrets,
        texts: sessionTexts(openDialogs(home).context),
        workspace: () => ({ folders: [], places: { home: root, env: {}, platform: 'linux' } }),
        log: silentLog,
      });
      const items = await source.items('exact', () => undefined, { withinMs: 10_000 });
      assert.equal(source.pending, 0);
      const read = items.filter(({ key }) => key === kept).flatMap(({ parts }) => parts);
      assert.ok(((await read[0]?.read()) ?? []).length > 3);
    } finally {
      await fs.rm(root, { recursive: true, force: true, maxRetries: 3 });
    }
  });

  it('lists the folder of a project once for each session that is read', async () => {
    root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'go-on-listed-')));
    try {
      const session = await written(claudeTalk(1, 10, true), claudeTalk(1, 10, true).text);
      const reading = (await project())();
      const { told } = await countFiles(root, () => taken(reading, session));
      assert.deepEqual(
        told.filter((call) => call === `readdir ${dirname(session.path)}`),
        [`readdir ${dirname(session.path)}`],
      );
    } finally {
      await fs.rm(root, { recursive: true, force: true, maxRetries: 3 });
    }
  });
});

describe('reading a session that cannot be divided', () => {
  it('takes few steps, as each begins where the one before did', async () => {
    root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'go-on-undivided-')));
    try {
      const waiting = { type: 'queue-operation', operation: 'enqueue', content: 'and the kiwis?' };
      const talk = claudeTalk(1, 800, true);
      const session = await written(talk, `${JSON.stringify(waiting)}\n${talk.text}`);
      let steps = 0;
      class CountingReader extends TranscriptReader {
        override async goOn(...given: Parameters<TranscriptReader['goOn']>) {
          steps++;
          return super.goOn(...given);
        }
      }
      const reading = (await project())({ reader: new CountingReader(loadAgents) });
      assert.ok(session.size > 50 * small.stepBytes);
      const [said = []] = await taken(reading, session);
      assert.ok(said.some(({ text }) => text === 'and the kiwis?'));
      assert.ok(steps <= 4, `${steps} steps`);
    } finally {
      await fs.rm(root, { recursive: true, force: true, maxRetries: 3 });
    }
  });
});
