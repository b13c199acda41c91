import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { claudeFolderName } from '../../../src/store/transcripts/claudePlace.ts';
import { completeJson } from '../../../src/store/transcripts/completeJson.ts';
import { listTranscripts } from '../../../src/store/transcripts/discover.ts';
import type { Places } from '../../../src/store/transcripts/places.ts';
import { agentOf, readTranscript } from '../../../src/store/transcripts/readers.ts';
import { recognise } from '../../../src/store/transcripts/recognise.ts';
import { TranscriptCache } from '../../../src/store/transcripts/transcriptCache.ts';
import { jsonLines } from './reading.ts';
import { withStore } from './withStore.ts';

const day = 24 * 60 * 60 * 1_000;
const when = Date.UTC(2026, 1, 5, 8);
const iso = (seconds: number) => new Date(when + seconds * 1_000).toISOString();
const filler = (bytes: number) => 'x'.repeat(bytes);

interface Machine {
  readonly places: Places;
  readonly folder: string;
  /** Writes a file below the home folder, last changed at `when`; gives its path. */
  readonly write: (path: string, content: string | readonly unknown[]) => Promise<string>;
}

/** A machine with an empty home and a project folder in it. */
const withMachine = (test: (machine: Machine) => Promise<void>, env: Places['env'] = {}) =>
  withStore(async ({ root }) => {
    const home = join(root, 'home');
    const folder = join(home, 'work', 'my app 项目');
    await fs.mkdir(folder, { recursive: true });
    const write = async (path: string, content: string | readonly unknown[]) => {
      const file = join(home, path);
      await fs.mkdir(dirname(file), { recursive: true });
      await fs.writeFile(file, typeof content === 'string' ? content : jsonLines(content));
      await fs.utimes(file, when / 1_000, when / 1_000);
      return file;
    };
    await test({ places: { home, env, platform: 'linux' }, folder, write });
  });

const claude = (cwd: string, text: string, more: object = {}) => ({
  ...{ parentUuid: null, isSidechain: false, cwd, sessionId: 's1', version: '2.0.0', gitBranch: 'main' },
  ...{
    type: 'user',
    message: { role: 'user', content: text },
    uuid: `u-${text}`.slice(0, 20),
    timestamp: iso(1),
  },
  ...more,
});
const codex = (cwd: string, text: string) => [
  {
    timestamp: iso(0),
    type: 'session_meta',
    payload: { id: 'x1', timestamp: iso(0), cwd, cli_version: '1' },
  },
  {
    ...{ timestamp: iso(2), type: 'response_item' },
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  },
];
const gemini = (text: string) => [
  { sessionId: 'g1', projectHash: 'ab', startTime: iso(0), lastUpdated: iso(0) },
  { id: 'm1', timestamp: iso(3), type: 'user', content: text },
];
const chat = (text: string) => [
  { kind: 0, v: { version: 3, creationDate: when, sessionId: 'v1', requests: [] } },
  {
    kind: 2,
    k: ['requests'],
    v: [{ requestId: 'r1', timestamp: when + 4_000, message: { text }, response: [{ value: 'ok' }] }],
  },
];
const copilot = (text: string, data: object) => [
  {
    type: 'session.start',
    data: { sessionId: 'c1', startTime: iso(0), ...data },
    id: 'e1',
    timestamp: iso(0),
    parentId: null,
  },
  { type: 'user.message', data: { content: text }, id: 'e2', timestamp: iso(5), parentId: 'e1' },
];
const cline = (text: string) =>
  JSON.stringify([{ role: 'user', content: [{ type: 'text', text: `<task>${text}</task>` }] }]);
const user = '.config/Code/User';

const titles = async ({ places, folder }: Machine, cache?: TranscriptCache) =>
  (await listTranscripts(places, folder, cache)).map(({ agent, title }) => `${agent}: ${title}`).sort();

/** Transcripts of all agents for a folder, all in their places. */
async function writeAll({ write }: Machine, folder: string, name: string): Promise<string[]> {
  const storage = `${user}/workspaceStorage/${createHash('md5').update(folder).digest('hex')}`;
  await write(`${storage}/workspace.json`, JSON.stringify({ folder: pathToFileURL(folder).href }));
  await write(`.gemini/tmp/${name}/.project_root`, `${folder}\n`);
  const tasks = `${user}/globalStorage/saoudrizwan.claude-dev`;
  await write(
    `${tasks}/state/taskHistory.json`,
    JSON.stringify([{ id: '1770278400000', cwdOnTaskInitialization: folder }]),
  );
  return Promise.all([
    write(`.claude/projects/${claudeFolderName(folder)}/s1.jsonl`, [claude(folder, `c ${name}`)]),
    write(`.codex/sessions/2026/02/05/rollout-2026-02-05T08-00-00-${name}.jsonl`, codex(folder, `x ${name}`)),
    write(`.gemini/tmp/${name}/chats/session-2026-02-05T08-00-g1.jsonl`, gemini(`g ${name}`)),
    write(`${storage}/chatSessions/v1.jsonl`, chat(`v ${name}`)),
    write(
      `${storage}/GitHub.copilot-chat/transcripts/c1.jsonl`,
      copilot(`t ${name}`, { vscodeVersion: '1.139.0' }),
    ),
    write(`.copilot/session-state/${name}/events.jsonl`, copilot(`l ${name}`, { context: { cwd: folder } })),
    write(`${tasks}/tasks/1770278400000/api_conversation_history.json`, cline(`n ${name}`)),
  ]);
}

describe('discovery of transcripts', () => {
  it('finds those of every agent for a folder, and not those of other folders', () =>
    withMachine(async (machine) => {
      const { folder, places } = machine;
      await writeAll(machine, join(dirname(folder), 'my app 项目-other'), 'other');
      await writeAll(machine, folder, 'mine');
      const mine = [
        'claude: c',
        'cline: n',
        'codex: x',
        'copilot-cli: l',
        'copilot: t',
        'gemini: g',
        'vscode: v',
      ];
      assert.deepEqual(await titles(machine), mine.map((title) => `${title} mine`).sort());
      const list = await listTranscripts(places, folder);
      assert.ok(list.every(({ cwd }) => cwd === folder));
      const times = list.map(({ activeAt }) => activeAt);
      assert.deepEqual(
        times,
        [...times].sort((a, b) => b - a),
      );
    }));

  it('looks where the environment and the editor say', () =>
    withMachine(async (machine) => {
      const { write, folder, places } = machine;
      await write(`c/projects/${claudeFolderName(folder)}/s1.jsonl`, [claude(folder, 'one')]);
      await write('x/sessions/2026/02/05/rollout-1.jsonl', codex(folder, 'two'));
      await write('l/session-state/s/events.jsonl', copilot('three', { context: { cwd: folder } }));
      await write(
        `g/.gemini/tmp/${createHash('sha256').update(folder).digest('hex')}/chats/session-1.json`,
        JSON.stringify({
          sessionId: 's',
          projectHash: 'p',
          messages: [{ id: '1', type: 'user', content: 'four' }],
        }),
      );
      await write(
        'v/workspaceStorage/1/workspace.json',
        JSON.stringify({ folder: pathToFileURL(folder).href }),
      );
      await write('v/workspaceStorage/1/chatSessions/s.jsonl', chat('five'));
      const at = (name: string) => join(places.home, name);
      const env = {
        CLAUDE_CONFIG_DIR: at('c'),
        CODEX_HOME: at('x'),
        COPILOT_HOME: at('l'),
        GEMINI_CLI_HOME: at('g'),
      };
      const there = { ...machine, places: { ...places, env, vscodeUserFolder: at('v') } };
      assert.deepEqual(await titles(there), [
        'claude: one',
        'codex: two',
        'copilot-cli: three',
        'gemini: four',
        'vscode: five',
      ]);
      assert.deepEqual(await titles(machine), []);
    }));

  it('takes sessions of folders below, of the repository and of its other working trees', () =>
    withMachine(async (machine) => {
      const { folder, write, places } = machine;
      const tree = join(places.home, 'trees', 'feature');
      const below = join(folder, 'packages', 'a');
      await fs.mkdir(join(folder, '.git', 'worktrees', 'feature'), { recursive: true });
      await fs.mkdir(tree, { recursive: true });
      await fs.mkdir(below, { recursive: true });
      await fs.writeFile(join(folder, '.git', 'worktrees', 'feature', 'gitdir'), `${join(tree, '.git')}\n`);
      await fs.writeFile(join(folder, '.git', 'worktrees', 'feature', 'commondir'), '../..\n');
      await fs.writeFile(join(tree, '.git'), `gitdir: ${join(folder, '.git', 'worktrees', 'feature')}\n`);
      let n = 0;
      for (const cwd of [folder, below, tree, join(places.home, 'elsewhere')]) {
        await write(`.claude/projects/${claudeFolderName(cwd)}/s.jsonl`, [claude(cwd, `c${++n}`)]);
        await write(`.codex/sessions/2026/02/05/rollout-${n}.jsonl`, codex(cwd, `x${n}`));
      }
      const all = ['claude: c1', 'claude: c2', 'claude: c3', 'codex: x1', 'codex: x2', 'codex: x3'];
      for (const open of [folder, below, tree])
        assert.deepEqual(await titles({ ...machine, folder: open }), all, open);
    }));

  it('does not take all of a home folder that is under version control', () =>
    withMachine(async (machine) => {
      await fs.mkdir(join(machine.places.home, '.git'));
      const cwd = join(machine.places.home, 'elsewhere');
      await machine.write(`.claude/projects/${claudeFolderName(cwd)}/s.jsonl`, [claude(cwd, 'x')]);
      assert.deepEqual(await titles(machine), []);
    }));

  it('knows a folder by its real path and by a link to it', () =>
    withMachine(async (machine) => {
      const link = join(machine.places.home, 'link');
      await fs.symlink(machine.folder, link);
      await machine.write('.codex/sessions/2026/02/05/rollout-1.jsonl', codex(link, 'through link'));
      await machine.write(`.claude/projects/${claudeFolderName(machine.folder)}/s.jsonl`, [
        claude(machine.folder, 'real'),
      ]);
      const both = ['claude: real', 'codex: through link'];
      assert.deepEqual(await titles(machine), both);
      assert.deepEqual(await titles({ ...machine, folder: link }), both);
    }));

  it('finds workspaces of several folders', () =>
    withMachine(async (machine) => {
      const file = await machine.write(
        'ws/my.code-workspace',
        JSON.stringify({ folders: [{ path: '../other' }, { path: '../work/my app 项目' }] }),
      );
      await machine.write(
        `${user}/workspaceStorage/1/workspace.json`,
        JSON.stringify({ workspace: pathToFileURL(file).href }),
      );
      await machine.write(`${user}/workspaceStorage/1/chatSessions/s.jsonl`, chat('shared'));
      assert.deepEqual(await titles(machine), ['vscode: shared']);
    }));

  it('says when Claude Code deletes a transcript', () =>
    withMachine(async (machine) => {
      await writeAll(machine, machine.folder, 'mine');
      const ends = async () =>
        (await listTranscripts(machine.places, machine.folder)).map(
          ({ agent, deletedAt }) => [agent, deletedAt] as const,
        );
      assert.deepEqual(
        (await ends()).filter(([, end]) => end !== undefined),
        [['claude', when + 30 * day]],
      );
      await machine.write('.claude/settings.json', '{"cleanupPeriodDays":7}');
      assert.deepEqual(
        (await ends()).filter(([, end]) => end !== undefined),
        [['claude', when + 7 * day]],
      );
      await machine.write('.claude/settings.json', 'torn {');
      assert.deepEqual(
        (await ends()).filter(([, end]) => end !== undefined),
        [['claude', when + 30 * day]],
      );
    }));

  it('gives the titles the readers give, from head and tail of long transcripts', () =>
    withMachine(async (machine) => {
      const { folder, write } = machine;
      const project = `.claude/projects/${claudeFolderName(folder)}`;
      const long = Array.from({ length: 40 }, (_, n) =>
        claude(folder, `more ${n}`, {
          uuid: `m${n}`,
          parentUuid: n === 0 ? 'u-first' : `m${n - 1}`,
          padding: filler(10_000),
          timestamp: iso(n + 2),
        }),
      );
      const first = claude(folder, 'first', { uuid: 'u-first' });
      await write(`${project}/prompt.jsonl`, [first, ...long]);
      await write(`${project}/titled.jsonl`, [
        first,
        ...long,
        { type: 'custom-title', customTitle: 'Given', sessionId: 's1' },
      ]);
      await write(`.codex/sessions/2026/02/05/rollout-1.jsonl`, [
        ...codex(folder, 'codex first'),
        ...Array.from({ length: 30 }, () => ({
          timestamp: iso(9),
          type: 'event_msg',
          payload: { type: 'x', padding: filler(10_000) },
        })),
      ]);
      await write(
        `${user}/workspaceStorage/1/workspace.json`,
        JSON.stringify({ folder: pathToFileURL(folder).href }),
      );
      const requests = Array.from({ length: 30 }, (_, n) => ({
        requestId: `r${n}`,
        timestamp: when,
        message: { text: `chat ${n}` },
        response: [{ value: filler(10_000) }],
      }));
      const state = { version: 3, creationDate: when, sessionId: 'v1', requests };
      const chats = `${user}/workspaceStorage/1/chatSessions`;
      await write(`${chats}/prompt.jsonl`, [{ kind: 0, v: state }]);
      await write(`${chats}/titled.jsonl`, [
        { kind: 0, v: state },
        { kind: 1, k: ['customTitle'], v: 'Chat title' },
      ]);
      await write(`${chats}/older.json`, JSON.stringify(state, null, 2));
      const list = await listTranscripts(machine.places, folder);
      assert.equal(list.length, 6);
      for (const info of list) {
        const session = await readTranscript(info);
        const { title, sessionId, startTime } = session;
        assert.deepEqual(
          [info.title, info.sessionId, info.startedAt],
          [title, sessionId, Date.parse(startTime)],
          info.path,
        );
      }
      assert.deepEqual([...new Set(list.map(({ title }) => title))].sort(), [
        'Chat title',
        'Given',
        'chat 0',
        'codex first',
        'first',
      ]);
    }));

  it('leaves out sessions in which nothing was said, older copies, and files that are something else', () =>
    withMachine(async (machine) => {
      const { folder, write } = machine;
      const project = `.claude/projects/${claudeFolderName(folder)}`;
      await write(`${project}/empty.jsonl`, '');
      await write(`${project}/agent-1.jsonl`, [claude(folder, 'sub')]);
      await write(`${project}/notes.txt`, 'x');
      await fs.mkdir(join(machine.places.home, project, 'folder.jsonl'));
      await write('.gemini/tmp/a/.project_root', folder);
      await write(
        '.gemini/tmp/a/chats/session-1.json',
        JSON.stringify({ ...gemini('old')[0], messages: [gemini('old')[1]] }),
      );
      await write('.gemini/tmp/a/chats/session-1.jsonl', gemini('new'));
      await write('.gemini/tmp/a/chats/session-2.jsonl', gemini('x').slice(0, 1));
      assert.deepEqual(await titles(machine), ['gemini: new']);
    }));

  it('reads again only what changed, also in the next process', () =>
    withMachine(async (machine) => {
      const [path = ''] = await writeAll(machine, machine.folder, 'mine');
      await writeAll(machine, join(dirname(machine.folder), 'other'), 'other');
      await writeAll(machine, machine.folder, 'mine');
      const file = join(machine.places.home, 'index', 'transcripts.json');
      const cache = await TranscriptCache.load(file);
      const before = await titles(machine, cache);
      await cache.save(file);
      const again = await TranscriptCache.load(file);
      // The same size and time: nobody looks into it again.
      const changed = (await fs.readFile(path, 'utf8')).replace('c mine', 'C MINE');
      await fs.writeFile(path, changed);
      await fs.utimes(path, when / 1_000, when / 1_000);
      assert.deepEqual(await titles(machine, again), before);
      await fs.utimes(path, when / 1_000 + 1, when / 1_000 + 1);
      assert.deepEqual(
        await titles(machine, again),
        before.map((title) => title.replace('c mine', 'C MINE')).sort(),
      );
      await fs.rm(path);
      assert.equal((await titles(machine, again)).length, before.length - 1);
      await again.save(file);
      assert.ok(!(await fs.readFile(file, 'utf8')).includes(JSON.stringify(path)));
    }));

  it('starts anew from a damaged cache', () =>
    withMachine(async (machine) => {
      await writeAll(machine, machine.folder, 'mine');
      for (const content of ['torn {', '{"v":1,"transcripts":{"a":7}}', '{"v":0}', '[]']) {
        const file = await machine.write('index/transcripts.json', content);
        assert.equal((await titles(machine, await TranscriptCache.load(file))).length, 7);
      }
    }));
});

describe('recognising transcripts', () => {
  it('knows the agent by content, wherever the file lies', () =>
    withMachine(async (machine) => {
      const paths = await writeAll(machine, machine.folder, 'mine');
      const agents = ['claude', 'codex', 'gemini', 'vscode', 'copilot', 'copilot-cli', 'cline'];
      for (const [n, path] of paths.entries()) {
        assert.equal(await recognise(path), agents[n]);
        const copy = await machine.write(`copies/${n}.jsonl`, await fs.readFile(path, 'utf8'));
        assert.equal(await recognise(copy), agents[n]);
        assert.match((await readTranscript(copy)).title ?? '', /^. mine$/);
      }
    }));

  it('looks past damaged and unknown records, and falls back to the place', () =>
    withMachine(async ({ write, folder }) => {
      assert.equal(
        await recognise(await write('a', ['garbage', { some: 'thing' }, claude(folder, 'x')])),
        'claude',
      );
      assert.equal(await recognise(await write('.codex/sessions/2026/01/01/rollout-1.jsonl', '')), 'codex');
    }));

  it('refuses what is no transcript, and what is not there', () =>
    withMachine(async ({ write, places }) => {
      const other = await write('package.json', '{"name":"x"}');
      await assert.rejects(readTranscript(other), {
        code: 'invalid_argument',
        message: /no transcript of a known agent/,
      });
      await assert.rejects(readTranscript(join(places.home, 'missing.jsonl')), {
        code: 'storage',
        message: /ENOENT/,
      });
      await assert.rejects(agentOf(places.home), { code: 'storage' });
    }));
});

describe('closing cut JSON', () => {
  it('gives JSON for every beginning of JSON, and the value itself for the whole', () => {
    const text = fc
      .tuple(fc.jsonValue(), fc.constantFrom(undefined, 2))
      .map(([value, space]) => JSON.stringify({ a: [value] }, null, space));
    fc.assert(
      fc.property(text, fc.nat(), (whole, at) => {
        assert.deepEqual(JSON.parse(completeJson(whole)), JSON.parse(whole));
        const cut = whole.slice(0, 1 + (at % whole.length));
        JSON.parse(completeJson(cut));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps what there is of a text, and drops half keys, words and escapes', () => {
    assert.equal(completeJson('{"a":"b\\u00'), '{"a":"b"}');
    assert.equal(completeJson('{"a":[1,tru'), '{"a":[1]}');
    assert.equal(completeJson('{"a":1,"b'), '{"a":1}');
    assert.equal(completeJson('{"a":{"b":"\\\\'), '{"a":{"b":"\\\\"}}');
    assert.equal(completeJson(''), '');
  });
});
