import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { transcripts } from '../../../src/agents/readTranscript.ts';
import type { ArchiveOptions, ArchiveOutcome } from '../../../src/history/archive/types.ts';
import { errorMessage } from '../../../src/disk/base/core.ts';
import { openStore } from '../../../src/store/store.ts';
import { countFiles } from '../../fileCounts.ts';
import { seeded } from '../../seeded.ts';
import { claude } from './claudeLines.ts';
import { parsedDuring } from './parsedRecords.ts';
import { claudeTalk, codexTalk, type Talk } from './talks.ts';
import { TestClock } from './withStore.ts';

let root = '';
let projects = 0;

const folders = ['.conversations', '.conversations/raw'];

/** A project in which a transcript is archived again and again, each time by another process. */
class Project {
  readonly folder = join(root, `project-${++projects}`);
  readonly clock = new TestClock();
  readonly #goesOn: boolean;
  /** Number of archives that were not read from the beginning. */
  wentOn = 0;

  /** With `goesOn: false` every process reads all of the transcript. */
  constructor({ goesOn = true } = {}) {
    this.#goesOn = goesOn;
  }

  async archive(talk: Talk, options: ArchiveOptions = {}): Promise<ArchiveOutcome> {
    const { goOn, ...whole } = transcripts.archivable(join(root, talk.path), talk.agent);
    const transcript = {
      ...whole,
      goOn: async (...given: Parameters<typeof goOn>) => {
        const read = await goOn(...given);
        if (given[1].from && read && read !== 'reaches back') this.wentOn++;
        return read;
      },
    };
    this.clock.time += 60_000;
    await fs.mkdir(this.folder, { recursive: true });
    const { archives } = openStore(this.folder, { clock: this.clock });
    return archives.archive(this.#goesOn ? transcript : whole, options);
  }

  get history(): string {
    return join(this.folder, '.chat-history');
  }

  /** Every file of the archives with its bytes. */
  async files(): Promise<Readonly<Record<string, string>>> {
    const files: Record<string, string> = {};
    for (const folder of folders)
      for (const entry of await fs.readdir(join(this.history, folder), { withFileTypes: true }))
        if (entry.isFile() && entry.name !== 'log.jsonl')
          files[`${folder}/${entry.name}`] = await fs.readFile(
            join(this.history, folder, entry.name),
            entry.name.endsWith('.md') ? 'utf8' : 'base64',
          );
    return files;
  }
}

async function written({ path }: Talk, text: string | Buffer): Promise<void> {
  await fs.mkdir(dirname(join(root, path)), { recursive: true });
  await fs.writeFile(join(root, path), text);
}

const secret = `ghp_${'a1B2'.repeat(9)}`;

/** What a caller may ask for. */
function someOptions(random: () => number, n: number): ArchiveOptions {
  const kind = random();
  if (kind < 0.15) return { goesOn: true, event: 'Stop' };
  if (kind < 0.3) return { event: 'PostCompact', compactSummary: `Summary ${n} of all with ${secret}` };
  if (kind < 0.35) return { maxMessageChars: 10 };
  return { event: 'PreCompact', trigger: 'auto' };
}

/** Archives a talk at random cuts, and compares what is written with what reading all each time writes. */
async function equalsWhole(talk: Talk, seed: number, { steps = 8 } = {}): Promise<number> {
  const random = seeded(seed);
  const bytes = Buffer.from(talk.text);
  const [on, whole] = [new Project(), new Project({ goesOn: false })];
  const cuts = Array.from({ length: steps }, () => Math.floor(random() * bytes.length));
  for (const [n, cut] of [...cuts.sort((a, b) => a - b), bytes.length].entries()) {
    await written(talk, bytes.subarray(0, cut));
    const options = someOptions(random, n);
    const outcomes = [];
    for (const project of [on, whole])
      outcomes.push(await project.archive(talk, options).catch(errorMessage));
    const where = `seed ${seed}, cut ${cut}`;
    const [told, expected] = outcomes.map((outcome) =>
      typeof outcome === 'string' ? outcome : [outcome.state, outcome.compactions],
    );
    assert.deepEqual(told, expected, where);
    assert.deepEqual(await on.files(), await whole.files(), where);
  }
  return on.wentOn;
}

/** A talk with secrets, some of them more than once. */
const withSecrets = (talk: Talk, seed: number): Talk =>
  seed % 3 === 0 ? { ...talk, text: talk.text.replace(/quokka/g, `quokka ${secret}`) } : talk;

for (const [name, talkOf] of [
  ['Claude Code', claudeTalk],
  ['Codex', codexTalk],
] as const)
  describe(`archiving a transcript of ${name} on from where it ended`, () => {
    before(async () => {
      root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'archive-on-')));
    });

    after(() => fs.rm(root, { recursive: true, force: true, maxRetries: 3 }));

    it('writes what reading all of it writes, wherever it ended before', async () => {
      let wentOn = 0;
      for (let seed = 1; seed <= 8; seed++)
        wentOn += await equalsWhole(withSecrets(talkOf(seed, 40, seed % 3 === 1), seed), seed);
      assert.ok(wentOn > 12, `${wentOn} of 64 went on`);
    });

    it('reads anew a file that is another meanwhile', async () => {
      for (let seed = 1; seed <= 4; seed++) {
        const [talk, other] = [talkOf(seed, 30, true), talkOf(seed + 1, 30, true)];
        const lines = talk.text.split('\n');
        const [on, whole] = [new Project(), new Project({ goesOn: false })];
        const texts = [
          talk.text,
          talk.text,
          `${talk.text}${other.text}`,
          other.text,
          lines.slice(0, 12).join('\n'),
          lines.slice(12).join('\n'),
          talk.text.replace(/kiwi/g, 'figs'),
          talk.text.replace(/ok/g, 'no'),
          talk.text,
        ];
        for (const [n, text] of texts.entries()) {
          if (n % 2 === 0) await fs.rm(join(root, talk.path), { force: true });
          await written(talk, text);
          for (const project of [on, whole]) await project.archive(talk);
          assert.deepEqual(await on.files(), await whole.files(), `seed ${seed}, file ${n}`);
        }
      }
    });

    it('writes the same where a process ended before it noted the place, or lost what was noted', async () => {
      for (let seed = 1; seed <= 4; seed++) {
        const talk = talkOf(seed, 60, true);
        const bytes = Buffer.from(talk.text);
        const [on, whole] = [new Project(), new Project({ goesOn: false })];
        const index = join(on.history, '.index');
        for (let n = 2; n <= 8; n++) {
          await written(talk, bytes.subarray(0, Math.floor((bytes.length * n) / 8)));
          const kept = join(root, `index-${seed}-${n}`);
          if (n % 3 === 0) await fs.cp(index, kept, { recursive: true });
          for (const project of [on, whole]) await project.archive(talk);
          assert.deepEqual(await on.files(), await whole.files(), `seed ${seed}, part ${n}`);
          if (n % 3 === 0) {
            await fs.rm(index, { recursive: true });
            await fs.cp(kept, index, { recursive: true });
          }
          if (n === 4) await fs.rm(index, { recursive: true });
        }
      }
    });

    for (const [size, count] of [
      ['1 MB', 1_400],
      ['8 MB', 11_000],
    ] as const)
      it(`reads what was added to ${size}, and little before it`, async () => {
        const talk = talkOf(5, count, true);
        const lines = talk.text.trimEnd().split('\n');
        const last = lines.splice(-2);
        await written(talk, `${lines.join('\n')}\n`);
        const project = new Project();
        await project.archive(talk);
        const file = join(root, talk.path);
        for (const [n, line] of last.entries()) {
          await fs.appendFile(file, `${line}\n`);
          let bytesRead = Infinity;
          const parsed = await parsedDuring(async () => {
            ({ bytesRead } = await countFiles(file, () => project.archive(talk)));
          });
          assert.equal(project.wentOn, n + 1);
          assert.ok(bytesRead <= 64 * 1024, `${bytesRead} bytes`);
          assert.ok(parsed <= 8, `${parsed} records: what was added, and the message before it`);
        }
      });
  });

describe('archiving a session of a clone on', () => {
  before(async () => {
    root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'archive-on-')));
  });

  after(() => fs.rm(root, { recursive: true, force: true, maxRetries: 3 }));

  it('says whose it is', async () => {
    const { text } = claudeTalk(3, 30, true);
    const path = '.openclaude/projects/-code-shop/s.jsonl';
    assert.ok((await equalsWhole({ agent: 'openclaude', path, text }, 3)) > 0);
  });
});

describe('archiving a session with subagents on', () => {
  before(async () => {
    root = await fs.realpath(await fs.mkdtemp(join(tmpdir(), 'archive-on-')));
  });

  after(() => fs.rm(root, { recursive: true, force: true, maxRetries: 3 }));

  it('adds what they said since, and what was said of their compactions', async () => {
    const talk = claudeTalk(2, 60, true);
    const bytes = Buffer.from(talk.text);
    const [on, whole] = [new Project(), new Project({ goesOn: false })];
    const helpers = join(root, talk.path.replace('.jsonl', ''), 'subagents');
    await fs.mkdir(helpers, { recursive: true });
    const [one, two] = ['a1', 'a2'].map((agentId) => {
      const about = { isSidechain: true, agentId };
      return { about, lines: claude().user('Search', about), file: join(helpers, `agent-${agentId}.jsonl`) };
    });
    for (let n = 1; n <= 9; n++) {
      await written(talk, bytes.subarray(0, Math.floor((bytes.length * n) / 9)));
      for (const { about, lines, file } of n % 3 === 1 ? [one!] : n % 3 === 2 ? [one!, two!] : []) {
        lines.answer(`h${n}`, `Found ${n}`, about).use(`c${n}`, `t${n}`, 'Bash', { command: 'ls' }, about);
        if (n % 2 === 0) lines.result(`t${n}`, 'ok', about);
        await fs.writeFile(file, lines.text());
      }
      const options = n % 4 === 0 ? { event: 'PostCompact', compactSummary: `All of ${n}` } : {};
      for (const project of [on, whole]) await project.archive(talk, options);
      assert.deepEqual(await on.files(), await whole.files(), `step ${n}`);
    }
    assert.ok(on.wentOn >= 6, `${on.wentOn} of 8 went on`);
  });
});
