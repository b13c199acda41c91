import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { defined } from '../../../src/disk/base/core.ts';
import { claudeFolderName } from '../../../src/agents/claude/transcripts.ts';
import { listTranscripts, readTranscript } from '../../../src/agents/readTranscript.ts';
import {
  chat,
  claude,
  codex,
  copilot,
  filler,
  gemini,
  iso,
  user,
  when,
  withMachine,
  writeAll,
  titles,
} from './machine.ts';
import { jsonLines } from './reading.ts';

const day = 24 * 60 * 60 * 1_000;

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
      // Of an editor that does not run now the same is found from within another one as from elsewhere.
      const other = '.config/VSCodium/User/workspaceStorage/2';
      await write(`${other}/workspace.json`, JSON.stringify({ folder: pathToFileURL(folder).href }));
      await write(`${other}/chatSessions/t.jsonl`, chat('six'));
      assert.deepEqual(await titles(machine), ['vscode: six']);
      assert.deepEqual((await titles(there)).slice(-2), ['vscode: five', 'vscode: six']);
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

  it('lets no .git claim the sessions of other projects', () =>
    withMachine(async (machine) => {
      const { folder, write, places } = machine;
      const other = join(places.home, 'code', 'other');
      const entry = join(other, '.git', 'worktrees', 'x');
      const git = join(folder, '.git');
      await fs.mkdir(entry, { recursive: true });
      await fs.writeFile(join(entry, 'gitdir'), `${join(places.home, 'elsewhere', '.git')}\n`);
      await fs.writeFile(join(entry, 'commondir'), '../..\n');
      for (const cwd of [other, join(places.home, 'code')])
        await write(`.claude/projects/${claudeFolderName(cwd)}/s.jsonl`, [claude(cwd, 'theirs')]);
      for (const target of [entry, join(other, '.git'), '../.git', join(folder, 'inner')]) {
        await fs.rm(git, { force: true });
        await fs.writeFile(git, `gitdir: ${target}\n`);
        await fs.mkdir(join(folder, 'inner'), { recursive: true });
        await fs.writeFile(join(folder, 'inner', 'gitdir'), `${git}\n`);
        await fs.writeFile(join(folder, 'inner', 'commondir'), `${join(other, '.git')}\n`);
        assert.deepEqual(await titles(machine), [], target);
      }
      await fs.rm(git);
      await fs.symlink(join(other, '.git'), git, 'junction');
      assert.deepEqual(await titles(machine), [], 'a link');
      await fs.rm(git);
      for (const [n, said] of [
        join(other, '.git'),
        join(places.home, 'code', '.git'),
        '../../../../../other/.git',
      ].entries()) {
        await fs.mkdir(join(git, 'worktrees', `w${n}`), { recursive: true });
        await fs.writeFile(join(git, 'worktrees', `w${n}`, 'gitdir'), `${said}\n`);
      }
      assert.deepEqual(await titles(machine), [], 'a list of trees');
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
        JSON.stringify({ folders: [{ path: '../other' }, { path: '../code/my app 项目' }] }),
      );
      await machine.write(
        `${user}/workspaceStorage/1/workspace.json`,
        JSON.stringify({ workspace: pathToFileURL(file).href }),
      );
      await machine.write(`${user}/workspaceStorage/1/chatSessions/s.jsonl`, chat('shared'));
      assert.deepEqual(await titles(machine), ['vscode: shared']);
    }));

  it('finds workspaces of several folders as people write them, in each of the folders', () =>
    withMachine(async (machine) => {
      const { folder, places, write } = machine;
      const other = join(places.home, 'code/other');
      const file = await write(
        'code/all.code-workspace',
        '// two\n{ "folders": [{ "path": "my app 项目" }, { "path": "./other", "name": "a, ]" }, ], }',
      );
      const storage = `${user}/workspaceStorage/1`;
      await write(`${storage}/workspace.json`, JSON.stringify({ workspace: pathToFileURL(file).href }));
      await write(`${storage}/chatSessions/s.jsonl`, chat('shared'));
      for (const each of [folder, other]) {
        const [info, ...more] = await listTranscripts(places, each);
        assert.deepEqual([info?.title, info?.cwd, more], ['shared', each, []]);
      }
      assert.deepEqual(await listTranscripts(places, join(places.home, 'code/third')), []);
    }));

  it('finds chats of every build of VS Code and of its servers', () =>
    withMachine(async (machine) => {
      const { folder, write } = machine;
      const users = [
        ...['.config/Code - OSS/User', '.config/Cursor/User', '.config/VSCodium/User'],
        ...['.local/share/code-server/User', '.vscode-server/data/User', '.openvscode-server/data/User'],
      ];
      for (const [n, each] of users.entries()) {
        const storage = `${each}/workspaceStorage/1`;
        await write(`${storage}/workspace.json`, JSON.stringify({ folder: pathToFileURL(folder).href }));
        await write(`${storage}/chatSessions/${n}.jsonl`, chat(`chat ${n}`));
      }
      assert.deepEqual(
        await titles(machine),
        users.map((_, n) => `vscode: chat ${n}`),
      );
    }));

  it('finds chats of folders in WSL and in containers of this machine, and of no other machine', () =>
    withMachine(async (machine) => {
      const { folder, write } = machine;
      for (const authority of ['wsl%2Bdebian', 'dev-container%2B7b22', 'ssh-remote%2Bbox']) {
        const storage = `${user}/workspaceStorage/${authority.replace('%', '-')}`;
        const uri = `vscode-remote://${authority}${encodeURI(folder)}`;
        await write(`${storage}/workspace.json`, JSON.stringify({ folder: uri }));
        await write(`${storage}/chatSessions/s.jsonl`, chat(authority));
      }
      assert.deepEqual(await titles(machine), ['vscode: dev-container%2B7b22', 'vscode: wsl%2Bdebian']);
    }));

  it('takes chats of windows without a folder where they mention a path of the project', () =>
    withMachine(async (machine) => {
      const { folder, write, places } = machine;
      const empty = `${user}/globalStorage/emptyWindowChatSessions`;
      const about = (file: string) => [
        ...chat(`about ${file}`),
        { kind: 1, k: ['requests', 0, 'variableData'], v: { variables: [{ kind: 'file', value: file }] } },
      ];
      await write(`${empty}/ours.jsonl`, about(join(folder, 'a.ts')));
      await write(`${empty}/theirs.jsonl`, about(join(places.home, 'other/a.ts')));
      const [info, ...more] = await listTranscripts(places, folder);
      assert.deepEqual([info?.agent, info?.isElsewhere, more], ['vscode', true, []]);
      assert.match(info?.title ?? '', /my app 项目/);
    }));

  describe('says when an agent deletes a transcript by itself', () => {
    const own = '.claude/settings.json';
    const shared = 'code/my app 项目/.claude/settings.json';
    const local = 'code/my app 项目/.claude/settings.local.json';
    const inGemini = '.gemini/settings.json';
    const days = (count: unknown) => JSON.stringify({ cleanupPeriodDays: count });
    const kept = (retention: object) => JSON.stringify({ general: { sessionRetention: retention } });
    const never = { neverDeleted: true };
    const after = (count: number) => ({ deletedAt: when + count * day });
    type Files = Readonly<Record<string, string>>;
    const cases: readonly (readonly [string, string, Files, object])[] = [
      ['Claude Code, by default', 'claude', {}, after(30)],
      ['Claude Code, by the person’s settings', 'claude', { [own]: days(7) }, after(7)],
      ['Claude Code, by settings that cannot be read', 'claude', { [own]: 'torn {' }, after(30)],
      [
        'Claude Code, by the project’s settings',
        'claude',
        { [own]: days(60), [shared]: days(20) },
        after(20),
      ],
      [
        'Claude Code, by local ones',
        'claude',
        { [own]: days(60), [shared]: days(5), [local]: days(9) },
        after(9),
      ],
      ['Claude Code, started elsewhere', 'claude', { [own]: days(7), [local]: days(90) }, after(7)],
      ['Claude Code, not known', 'claude', { [own]: days(0) }, {}],
      ['Gemini CLI, by default', 'gemini', {}, after(30)],
      ['Gemini CLI, with comments', 'gemini', { [inGemini]: `// "x"\n${kept({ maxAge: '2w' })}` }, after(14)],
      ['Gemini CLI, never', 'gemini', { [inGemini]: kept({ enabled: false }) }, never],
      ['Gemini CLI, by refused settings', 'gemini', { [inGemini]: kept({ maxAge: '1h' }) }, never],
      [
        'Gemini CLI, by age and count',
        'gemini',
        {
          [inGemini]: kept({ maxAge: '1m' }),
          'code/my app 项目/.gemini/settings.json': kept({ maxCount: 3 }),
        },
        { ...after(30), deletedAfter: 2 },
      ],
      ['Copilot in VS Code', 'copilot', {}, { deletedAfter: 19 }],
      ['VS Code Chat', 'vscode', {}, { deletedAfter: 24 }],
      ['Codex, not known', 'codex', {}, {}],
      ['Copilot CLI, not known', 'copilot-cli', {}, {}],
      ['Cline, not known', 'cline', {}, {}],
    ];
    for (const [title, wanted, settings, rule] of cases)
      it(title, () =>
        withMachine(async (machine) => {
          await writeAll(machine, machine.folder, 'mine');
          for (const [file, text] of Object.entries(settings)) await machine.write(file, text);
          const [one] = (await listTranscripts(machine.places, machine.folder)).filter(
            ({ agent }) => agent === wanted,
          );
          const { changedAt, deletedAt, deletedAfter, neverDeleted } = one ?? {};
          assert.equal(changedAt, when);
          assert.deepEqual(defined({ deletedAt, deletedAfter, neverDeleted }), rule);
        }),
      );

    it('Copilot, the newest 20 of a workspace', () =>
      withMachine(async (machine) => {
        const [, , , , first = ''] = await writeAll(machine, machine.folder, 'mine');
        for (let n = 2; n <= 23; n++) {
          const path = join(dirname(first), `c${n}.jsonl`);
          await fs.writeFile(
            path,
            jsonLines(copilot(`t ${n}`, { sessionId: `n${n}`, vscodeVersion: '1.139.0' })),
          );
          await fs.utimes(path, when / 1_000 + n, when / 1_000 + n);
        }
        const left = (await listTranscripts(machine.places, machine.folder))
          .filter(({ agent }) => agent === 'copilot')
          .sort((a, b) => b.changedAt - a.changedAt)
          .map(({ deletedAfter }) => deletedAfter);
        assert.deepEqual(left, [...Array.from({ length: 20 }, (_, n) => 19 - n), 0, 0, 0]);
      }));
  });

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

  for (const lines of [20, 60, 200])
    it(`gives what the readers give of transcripts of ${lines} lines of 1 kB, wherever the first prompt and the title are`, () =>
      withMachine(async (machine) => {
        const { folder, write } = machine;
        const project = `.claude/projects/${claudeFolderName(folder)}`;
        const said = (n: number, parentUuid: string | null, more = {}) =>
          claude(folder, `said ${n}`, {
            uuid: `m${n}`,
            parentUuid,
            padding: filler(1_000),
            timestamp: iso(n),
            ...more,
          });
        const course = Array.from({ length: lines }, (_, n) => said(n, n === 0 ? null : `m${n - 1}`));
        const title = { type: 'custom-title', customTitle: 'Given', sessionId: 's1' };
        const written = course.map((line) => ({ ...line, isMeta: true }));
        const half = Math.floor(lines / 2);
        const write1 = (name: string, content: readonly unknown[]) =>
          write(`${project}/${name}.jsonl`, content);
        await write1('prompt', course);
        await write1('titled', [...course.slice(0, -5), title, ...course.slice(-5)]);
        await write1('late', [...written.slice(0, half), ...course.slice(half)]);
        await write1('rewound', [...course, said(lines, null)]);
        const torn = JSON.stringify(said(lines, `m${lines - 1}`)).slice(0, -20);
        await write(`${project}/torn.jsonl`, `${jsonLines(course)}${torn}`);
        await write(`.gemini/tmp/a/.project_root`, folder);
        const records = Array.from({ length: lines }, (_, n) => ({
          id: `m${n}`,
          timestamp: iso(n),
          type: 'user',
          content: `said ${n} ${filler(1_000)}`,
        }));
        const chats = '.gemini/tmp/a/chats';
        const [head] = gemini('');
        await write(`${chats}/session-1.jsonl`, [head, ...records]);
        await write(`${chats}/session-2.jsonl`, [head, ...records, { $set: { summary: 'Told' } }]);
        await write(`${chats}/session-3.jsonl`, [
          head,
          ...records,
          { $rewindTo: 'm0' },
          { ...records[1], id: 'n' },
        ]);
        const rollout = codex(folder, 'said 0');
        const answers = Array.from({ length: lines }, (_, n) => ({
          timestamp: iso(n + 3),
          type: 'event_msg',
          payload: { type: 'x', padding: filler(1_000) },
        }));
        await write(`.codex/sessions/2026/02/05/rollout-1.jsonl`, [...rollout, ...answers]);
        const list = await listTranscripts(machine.places, folder);
        assert.equal(list.length, 9);
        // What lies between head and tail of the longest ones is not read.
        const cut = new Set(lines > 128 ? ['rewound', 'late', 'session-3'] : []);
        for (const info of list.filter(({ path }) => !cut.has(basename(path, '.jsonl')))) {
          const { title, sessionId, startTime, lastUpdated } = await readTranscript(info);
          assert.deepEqual(
            [info.title, info.sessionId, info.startedAt, info.activeAt],
            [title, sessionId, Date.parse(startTime), Date.parse(lastUpdated)],
            info.path,
          );
        }
      }));

  it('finds folder and first prompt wherever they stand', () =>
    withMachine(async (machine) => {
      const { folder, write } = machine;
      const project = `.claude/projects/${claudeFolderName(folder)}`;
      const image = {
        source: { type: 'base64', data: filler(300_000), media_type: 'image/png' },
        type: 'image',
      };
      const { cwd, sessionId, ...screenshot } = claude(folder, '', {
        message: { content: [image, { type: 'text', text: 'with a screenshot' }], role: 'user' },
      });
      await write(`${project}/screenshot.jsonl`, [{ ...screenshot, cwd, sessionId }]);
      const command = '<command-name>/model</command-name><command-message>model</command-message>';
      const written = claude(folder, filler(200_000), { uuid: 'w', isMeta: true, parentUuid: 'c' });
      await write(`${project}/command.jsonl`, [
        claude(folder, command, { uuid: 'c' }),
        written,
        claude(folder, 'after a command', { parentUuid: 'w' }),
        ...Array.from({ length: 20 }, (_, n) => ({ type: 'x', uuid: `x${n}`, padding: filler(10_000) })),
      ]);
      const [meta, said] = codex(folder, 'after instructions');
      const instructions = {
        timestamp: iso(1),
        type: 'response_item',
        payload: {
          type: 'message',
          role: 'developer',
          content: [{ type: 'input_text', text: filler(200_000) }],
        },
      };
      await write('.codex/sessions/2026/02/05/rollout-1.jsonl', [meta, instructions, said, instructions]);
      assert.deepEqual(await titles(machine), [
        'claude: after a command',
        'claude: with a screenshot',
        'codex: after instructions',
      ]);
    }));

  it('lists sessions whose lines were written without an end between them', () =>
    withMachine(async (machine) => {
      const { write, folder } = machine;
      const glued = (records: readonly unknown[]) => records.map((record) => JSON.stringify(record)).join('');
      const project = `.claude/projects/${claudeFolderName(folder)}`;
      const answer = claude(folder, filler(100_000), { type: 'assistant', parentUuid: 'u-first' });
      for (const [name, more] of [
        ['short', []],
        ['long', [answer, { ...answer, uuid: 'a2' }]],
      ] as const)
        await write(`${project}/${name}.jsonl`, glued([{ type: 'mode' }, claude(folder, name), ...more]));
      await write('.codex/sessions/2026/02/05/rollout-1.jsonl', glued(codex(folder, 'codex')));
      assert.deepEqual(await titles(machine), ['claude: long', 'claude: short', 'codex: codex']);
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

  it('lists a chat session of VS Code once, though Copilot keeps its own transcript of it', () =>
    withMachine(async (machine) => {
      const storage = `${user}/workspaceStorage/1`;
      await machine.write(
        `${storage}/workspace.json`,
        JSON.stringify({ folder: pathToFileURL(machine.folder).href }),
      );
      await machine.write(`${storage}/chatSessions/v1.jsonl`, chat('chat'));
      for (const sessionId of ['v1', 'other'])
        await machine.write(
          `${storage}/GitHub.copilot-chat/transcripts/${sessionId}.jsonl`,
          copilot(sessionId, { sessionId }),
        );
      assert.deepEqual(await titles(machine), ['copilot: other', 'vscode: chat']);
    }));
});
