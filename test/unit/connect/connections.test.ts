import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { applyChange, undoing } from '../../../src/connect/apply.ts';
import { connectableAgents, type ConnectableAgent } from '../../../src/connect/agents.ts';
import { connectionOf } from '../../../src/connect/connections.ts';
import { journalFile } from '../../../src/connect/journal.ts';
import { startOf } from '../../../src/connect/launcher.ts';
import { scopes, type AgentMachine, type Around, type Scope } from '../../../src/agents/profile/machine.ts';
import type { ConfigFormat } from '../../../src/agents/profile/parts.ts';
import { isBlank, itemIn, withItem, withoutItem } from '../../../src/connect/formats.ts';
import {
  connecting,
  disconnecting,
  disconnectingAll,
  partsOf,
  wantedFor,
} from '../../../src/connect/plan.ts';
import { removeUnusedLauncher } from '../../../src/connect/traces.ts';
import { launcherState } from '../../../src/disk/base/stateFolder.ts';
import { fieldsOf } from '../../../src/agents/reading/fields.ts';
import { parseJson } from '../../../src/agents/reading/lines.ts';
import { agentOf, withMachine } from './withMachine.ts';

/** With these, files are written and read; with all of them, texts. */
const onDisk = ['comments', 'other servers', 'CRLF', 'a text', 'nothing'];

/** What people have in their files, by format. */
const texts: Readonly<Record<ConfigFormat, Readonly<Record<string, string>>>> = {
  jsonc: {
    comments: '{\n  // mine\n  "theme": "dark", /* why */\n  "z": [1, 2]\n}\n',
    'trailing commas': '{\n  "theme": "dark",\n  "z": [1, 2,],\n}\n',
    'other servers': '{\n  "mcpServers": {\n    "other": { "command": "x" } // keep\n  }\n}\n',
    'other hooks':
      '{\n  "hooks": {\n    "PreCompact": [{ "hooks": [{ "type": "command", "command": "mine" }] }],\n    "preCompact": [],\n    "PreCompress": [\n      { "hooks": [] }, // why\n    ]\n  }\n}\n',
    'odd formatting': '{"a":1,\n      "mcpServers"  :{"x":{}\n},"hooks":{}   }',
    'one line': '{ "a": 1 }',
    CRLF: '{\r\n  "theme": "dark"\r\n}\r\n',
    tabs: '{\n\t"theme": {\n\t\t"a": 1\n\t}\n}\n',
    BOM: '\uFEFF{\n  "theme": "dark"\n}\n',
    'no final newline': '{\n  "theme": "dark"\n}',
    'nothing but a comment': '// mine\n',
    nothing: '',
    'an empty object': '{}',
  },
  toml: {
    comments: '# mine\nmodel = "o3" # best\n\n[tui]\nx = 1\n',
    'other servers': '[mcp_servers.other]\ncommand = "x" # keep\nargs = [\n  "a",\n]\n\n[tui]\nx = 1\n',
    'an inline table': 'mcp_servers = { a = { command = "x" } }\n',
    CRLF: 'model = "o3"\r\n[tui]\r\nx = 1\r\n',
    BOM: '\uFEFFmodel = "o3"\n',
    'no final newline': 'model = "o3"',
    nothing: '',
  },
  yaml: {
    comments: '# mine\nname: Mine # why\nversion: 0.0.1\nschema: v1\n',
    'other servers':
      'name: Mine\nmcpServers:\n  - name: other\n    command: x # keep\n    args: [ "a",  "b" ]\n\nrules:\n- be   kind\n',
    'odd formatting': 'name:   "Mine"\nmcpServers: [ { name: other,  command: x } ]\n',
    CRLF: 'name: Mine\r\nmcpServers:\r\n- name: other\r\n  command: x\r\n',
    BOM: '\uFEFFname: Mine\n',
    'no final newline': 'name: Mine',
    nothing: '',
  },
  text: {
    'a text': '# Rules\n\nBe kind.\n',
    CRLF: '# Rules\r\n\r\nBe kind.\r\n',
    BOM: '\uFEFF# Rules\n',
    'no final newline': 'Be kind.',
    nothing: '',
    'empty lines at the end': 'Be kind.\n\n\n',
  },
};

const rules = { kind: 'minimal', language: 'en' } as const;
const all = { hooks: true, rules };

/** The files of an agent in a scope, with their format. */
const filesOf = (
  agent: ConnectableAgent,
  scope: Scope,
  around: Around,
): readonly (readonly [string, ConfigFormat])[] =>
  partsOf([agent], [scope], around).map(({ path, part }) => [path, part.format]);

describe('connecting agents', () => {
  const around = { project: '/p', machine: { home: '/home/me', env: {}, platform: process.platform } };
  for (const format of ['jsonc', 'toml', 'yaml', 'text'] as const)
    for (const [name, text] of Object.entries(texts[format]))
      it(`writes into ${format} with ${name} once, and nothing is left or lost`, async () => {
        for (const { part, scope } of partsOf(connectableAgents, scopes, around)) {
          if (part.format !== format) continue;
          const values = part.values(await wantedFor({ part, scope, around }, { rules, text }));
          const written = values.reduce((rest, value) => withItem(format, rest, value), text);
          assert.equal(
            values.reduce((rest, value) => withItem(format, rest, value), written),
            written,
          );
          assert.equal(written.startsWith('\uFEFF'), text.startsWith('\uFEFF'));
          if (text.includes('\r\n')) assert.doesNotMatch(written, /[^\r]\n/);
          const added = values.filter((value) => itemIn(format, text, value) === undefined);
          const left = added.reduce(
            (rest, value) =>
              withoutItem(
                format,
                rest,
                value,
                (path) => itemIn(format, text, { kind: 'entry', path }) !== undefined,
              ),
            written,
          );
          if (isBlank(format, text, [])) assert.ok(isBlank(format, left, values) || left.startsWith('---\n'));
          else assert.equal(left.trimEnd(), text.trimEnd());
        }
      });

  for (const agent of connectableAgents)
    it(`writes all of ${agent.label} once, and takes it out byte for byte`, () =>
      withMachine(async ({ around, apply, read, write }) => {
        for (const scope of scopes) {
          const files = filesOf(agent, scope, around);
          const all = files.flatMap(([, format]) => Object.keys(texts[format]));
          const names = onDisk.filter((name) => all.includes(name));
          for (const name of names) {
            const about = `${agent.id} ${scope} ${name}`;
            for (const [path, format] of files) await write(path, texts[format][name] ?? '');
            const before = await Promise.all(files.map(([path]) => read(path)));
            const options = { hooks: true, rules, scope };
            await apply(await connecting([agent], options, around));
            const connection = await connectionOf(agent, scope, around);
            if (connection) {
              assert.equal(connection.state, 'connected', about);
              assert.ok(
                connection.parts.every(({ state }) => state === 'connected'),
                about,
              );
            }
            const again = await connecting([agent], options, around);
            assert.ok(
              again.changes.every((change) => change.after === change.before),
              `${about} twice`,
            );
            await apply(await disconnecting([agent], { scopes: [scope] }, around));
            const after = await Promise.all(files.map(([path]) => read(path)));
            assert.deepEqual(after, before, about);
          }
        }
        assert.equal(await read(journalFile(around.machine)), '{}\n');
      }));

  it('leaves no file, no folder and no launcher of its own', () =>
    withMachine(async ({ around, apply, tree }) => {
      const before = await tree();
      for (const scope of scopes) await apply(await connecting(connectableAgents, { ...all, scope }, around));
      assert.ok((await tree()).length > 40);
      await apply(await disconnectingAll(around));
      assert.deepEqual(await tree(), before);
      assert.ok(await removeUnusedLauncher(around));
      assert.deepEqual(await fs.readdir(around.machine.home), []);
    }));

  for (const agent of connectableAgents)
    it(`takes ours out of what ${agent.label} wrote anew, and nothing else`, () =>
      withMachine(async ({ around, apply, read, write }) => {
        const [server] = partsOf([agent], ['user'], around).filter(({ part }) => part.kind === 'server');
        assert.ok(server && server.part.format !== 'text');
        const before = { jsonc: '{"a":{"b":[1,{}]}}', toml: 'model = "o3"\n', yaml: 'name: Mine\n' };
        await write(server.path, before[server.part.format]);
        await apply(await connecting([agent], { hooks: true, scope: 'user' }, around));
        if (server.part.format === 'jsonc') {
          const known: unknown = JSON.parse((await read(server.path)) ?? '');
          assert.ok(typeof known === 'object');
          await fs.writeFile(server.path, JSON.stringify({ ...known, more: true }));
          await apply(await disconnecting([agent], { scopes }, around));
          assert.equal(await read(server.path), '{"a":{"b":[1,{}]},"more":true}');
        } else {
          await fs.appendFile(server.path, '# more\n');
          await apply(await disconnecting([agent], { scopes }, around));
          assert.equal(await read(server.path), `${before[server.part.format]}# more\n`);
        }
      }));

  for (const [id, mark] of [
    ['opencode', { $schema: 'https://opencode.ai/config.json' }],
    ['qwen', { $version: 4 }],
  ] as const)
    it(`takes a file away that ${id} only marked as one of its own, and leaves one with more in it`, () =>
      withMachine(async ({ around, apply, read }) => {
        const agents = [agentOf(id)];
        const path = partsOf(agents, ['project'], around)[0]?.path ?? '';
        for (const more of [{}, { theme: 'dark' }]) {
          await apply(await connecting(agents, { hooks: true, scope: 'project' }, around));
          const written: unknown = JSON.parse((await read(path)) ?? '');
          assert.ok(typeof written === 'object');
          await fs.writeFile(path, JSON.stringify({ ...mark, ...written, ...more }));
          await apply(await disconnecting(agents, { scopes }, around));
          const left = 'theme' in more ? JSON.stringify({ ...mark, ...more }) : undefined;
          assert.equal(await read(path), left);
        }
      }));

  it('brings entries and hooks of an earlier version up to date, and keeps what else they hold', () =>
    withMachine(async ({ around, apply, read, write, machine }) => {
      const file = join(machine.home, '.gemini/settings.json');
      const before = '{\n  "a": 1\n}\n';
      const old =
        '{\n  "a": 1,\n  "mcpServers": {"history": {"command": "node", "args": ["/x/mcp-history-store-0.0.9/dist/server.js", "--root", "."], "trust": true}},\n' +
        '  "hooks": {"PreCompress": [\n    {"matcher": "*", "hooks": [{"type": "command", "command": "mine"}, {"type": "command", "command": "node /x/mcp-history-store-0.0.9/dist/hook.js"}]}\n  ]}\n}\n';
      await write(file, old);
      const gemini = agentOf('gemini');
      assert.equal((await connectionOf(gemini, 'user', around))?.state, 'partly');
      await apply(await connecting([gemini], { scope: 'user', hooks: true }, around));
      assert.equal((await connectionOf(gemini, 'user', around))?.state, 'connected');
      const text = (await read(file)) ?? '';
      assert.match(text, /"trust": true/);
      assert.match(text, /"command": "mine"/);
      assert.doesNotMatch(text, /0\.0\.9/);
      await apply(await disconnecting([gemini], { scopes }, around));
      assert.deepEqual(JSON.parse((await read(file)) ?? ''), {
        a: 1,
        mcpServers: {},
        hooks: { PreCompress: [{ matcher: '*', hooks: [{ type: 'command', command: 'mine' }] }] },
      });
      assert.notEqual(await read(file), before);
    }));

  for (const [id, file] of [
    ['claude', '.claude/settings.json'],
    ['codex', '.codex/hooks.json'],
    ['gemini', '.gemini/settings.json'],
    ['copilot-cli', '.copilot/hooks/mcp-history-store.json'],
  ] as const)
    it(`offers ${id} the hook at the end of a session where an earlier version wrote none`, () =>
      withMachine(async ({ around, machine, apply, write, read }) => {
        const options = { scope: 'user', hooks: true } as const;
        const state = async () => (await connectionOf(agentOf(id), 'user', around))?.state;
        await apply(await connecting([agentOf(id)], options, around));
        assert.equal(await state(), 'connected');
        const path = join(machine.home, file);
        const now = (await read(path)) ?? '';
        assert.match(now, /hook --remember/);
        const { hooks, ...more } = fieldsOf(parseJson(now));
        const { SessionEnd: _, sessionEnd: __, ...before } = fieldsOf(hooks);
        await write(path, JSON.stringify({ ...more, hooks: before }));
        assert.equal(await state(), 'partly');
        await apply(await connecting([agentOf(id)], options, around));
        assert.equal(await state(), 'connected');
        assert.deepEqual(JSON.parse((await read(path)) ?? ''), JSON.parse(now));
      }));

  describe('Continue', () => {
    const agent = agentOf('continue');
    const options = { scope: 'user', hooks: true } as const;
    /** As a version before wrote it. */
    const earlier: ConnectableAgent = { ...agent, parts: agent.formerParts ?? [], formerParts: [] };

    it('gets an element into the configuration that its command line reads, and nothing else', () =>
      withMachine(async ({ around, machine, apply, read, write }) => {
        const file = join(machine.home, '.continue/config.yaml');
        const before = '# mine\nname:   Mine # why\nmodels: [ {name: a} ]\nmcpServers: []\n';
        await write(file, before);
        await apply(await connecting([agent], options, around));
        const { command } = startOf(machine);
        const ours = `{ "name": "history", "command": "${command}", "args": ["serve"] }`;
        assert.equal(await read(file), before.replace('[]', `[${ours}]`));
        assert.equal((await connectionOf(agent, 'user', around))?.state, 'connected');
        await fs.appendFile(file, 'version: 1.0.0\nrules:  [ b ]\n');
        await apply(await disconnecting([agent], { scopes }, around));
        assert.equal(await read(file), `${before}version: 1.0.0\nrules:  [ b ]\n`);
      }));

    it('gets a file that its command line takes where there is none, which goes again', () =>
      withMachine(async ({ around, machine, apply, read, write, tree }) => {
        const file = join(machine.home, '.continue/config.yaml');
        await apply(await connecting([agent], options, around));
        const text = (await read(file)) ?? '';
        assert.match(
          text,
          /^name: Main Config\nversion: 1\.0\.0\nschema: v1\nmcpServers:\n {2}- name: history\n/,
        );
        await write(file, `# looked at\n${text}`);
        await apply(await disconnecting([agent], { scopes }, around));
        assert.deepEqual(await tree(), ['home', 'project']);
        await apply(await connecting([agent], options, around));
        await fs.appendFile(file, 'models:\n  - name: a\n');
        await apply(await disconnecting([agent], { scopes }, around));
        assert.equal(
          await read(file),
          'name: Main Config\nversion: 1.0.0\nschema: v1\nmodels:\n  - name: a\n',
        );
      }));

    for (const own of [undefined, '# mine\nname: Mine\nmcpServers:\n- name: other\n  command: x\n'])
      it(`loses the file of an earlier version when it is connected again, where ${own ? 'the person had one' : 'there was none'}`, () =>
        withMachine(async ({ around, machine, apply, read, write, tree }) => {
          const [file, old] = ['config.yaml', 'mcpServers/history.yaml'].map((name) =>
            join(machine.home, '.continue', name),
          );
          assert.ok(file && old);
          const config = 'name: Mine\nversion: 1.0.0\n';
          await write(file, config);
          if (own !== undefined) await write(old, own);
          const before = await tree();
          for (const again of [true, false]) {
            await apply(await connecting([earlier], options, around));
            assert.match((await read(old)) ?? '', /mcp-history-store/);
            assert.equal((await connectionOf(agent, 'user', around))?.state, 'partly');
            if (again) {
              await apply(await connecting([agent], options, around));
              assert.equal(await read(old), own);
              assert.match((await read(file)) ?? '', /mcp-history-store/);
              assert.equal((await connectionOf(agent, 'user', around))?.state, 'connected');
            }
            await apply(await disconnecting([agent], { scopes }, around));
            assert.deepEqual([await read(file), await read(old)], [config, own]);
            assert.equal((await connectionOf(agent, 'user', around))?.state, 'absent');
            assert.deepEqual(await tree(), before);
          }
        }));

    it('keeps a configuration in JSON, which a file in YAML would take the place of', () =>
      withMachine(async ({ around, machine, apply, read, write }) => {
        const folder = join(machine.home, '.continue');
        await write(join(folder, 'config.json'), '{"models":[]}');
        for (let n = 0; n < 2; n++) {
          await apply(await connecting([agent], options, around));
          assert.equal(await read(join(folder, 'config.yaml')), undefined);
          assert.match(
            (await read(join(folder, 'mcpServers/history.yaml'))) ?? '',
            /^name: History\nversion: 0\.0\.1\nschema: v1\nmcpServers:\n/,
          );
          assert.equal((await connectionOf(agent, 'user', around))?.state, 'connected');
        }
        await apply(await disconnecting([agent], { scopes }, around));
        assert.deepEqual(await fs.readdir(folder), ['config.json']);
      }));
  });

  it('gives the server of another one back that had our name', () =>
    withMachine(async ({ around, apply, read, write, machine }) => {
      const file = join(machine.home, '.cursor/mcp.json');
      const before = '{ "mcpServers": { "history": { "command": "somebody" } } }';
      await write(file, before);
      const cursor = agentOf('cursor');
      assert.equal((await connectionOf(cursor, 'user', around))?.state, 'other');
      await apply(await disconnecting([cursor], { scopes }, around));
      assert.equal(await read(file), before, 'that of another one is never taken out');
      await apply(await connecting([cursor], { scope: 'user', hooks: true }, around));
      await fs.writeFile(file, `${await read(file)}\n`);
      await apply(await disconnecting([cursor], { scopes }, around));
      assert.deepEqual(JSON.parse((await read(file)) ?? ''), JSON.parse(before));
    }));

  it('keeps an agent connected that a person told to ask less', () =>
    withMachine(async ({ around, apply, read, machine }) => {
      const cline = agentOf('cline');
      await apply(await connecting([cline], { scope: 'user', hooks: true }, around));
      const file = join(machine.home, '.cline/data/settings/cline_mcp_settings.json');
      const text =
        (await read(file))?.replace('"args"', '"autoApprove": ["history_save"],\n      "args"') ?? '';
      await fs.writeFile(file, text);
      assert.equal((await connectionOf(cline, 'user', around))?.state, 'connected');
      const again = await connecting([cline], { scope: 'user', hooks: true }, around);
      assert.ok(again.changes.every(({ before, after }) => before === after));
    }));

  it('leaves what is shared with an agent that stays', () =>
    withMachine(async ({ around, apply, read }) => {
      const [codex, zed] = [agentOf('codex'), agentOf('zed')];
      await apply(await connecting([codex, zed], { scope: 'user', hooks: true, rules }, around));
      const file = join(around.project, 'AGENTS.md');
      await apply(await disconnecting([codex], { scopes, keep: [zed] }, around));
      assert.match((await read(file)) ?? '', /AGENT RULES/);
      assert.equal((await connectionOf(codex, 'user', around))?.state, 'absent');
      await apply(await disconnecting([zed], { scopes }, around));
      assert.equal(await read(file), undefined);
    }));

  it('writes rules once into a file that two agents read by a link, in another form when asked, and refreshes old ones', () =>
    withMachine(async ({ around, apply, read, write }) => {
      const [file, link] = [join(around.project, 'AGENTS.md'), join(around.project, 'CLAUDE.md')];
      await write(file, '# Ours\n');
      await fs.symlink('AGENTS.md', link);
      const both = [agentOf('claude'), agentOf('codex')];
      const plan = await connecting(both, { scope: 'user', hooks: false, rules }, around);
      assert.equal(plan.changes.filter(({ real }) => real === file).length, 1);
      await apply(plan);
      assert.equal((await read(file))?.match(/AGENT RULES/g)?.length, 1);
      assert.ok((await fs.lstat(link)).isSymbolicLink());
      const full = { kind: 'full', language: 'zh' } as const;
      await apply(await connecting(both, { scope: 'user', hooks: false, rules: full }, around));
      const text = (await read(file)) ?? '';
      assert.match(text, /^# Ours\n\n<!-- mcp-history-store rules: full zh -->\n## Agent 必须/);
      assert.doesNotMatch(text, /AGENT RULES/);
      await fs.writeFile(file, text.replace('必须', '可以'));
      await apply(await connecting(both, { scope: 'user', hooks: false }, around));
      assert.equal(await read(file), text);
      await apply(await disconnecting(both, { scopes }, around));
      assert.equal(await read(file), '# Ours\n');
    }));

  it('writes no path of this machine into what is shared with others', () =>
    withMachine(async ({ around, apply, read, machine }) => {
      await apply(await connecting(connectableAgents, { ...all, scope: 'project' }, around));
      for (const { path, part } of partsOf(connectableAgents, ['project'], around)) {
        if (path.endsWith('.local.json')) assert.equal(part.kind, 'hooks');
        else assert.ok(!(await read(path))?.includes(machine.home), path);
      }
    }));

  it('writes nothing over what changed since it was read, nor over what is read-only', () =>
    withMachine(async ({ around, machine, read, write }) => {
      const [agent] = [agentOf('cursor')];
      const planned = await connecting([agent], { scope: 'user', hooks: false }, around);
      const [change] = planned.changes;
      assert.ok(change);
      await write(change.path, '{"mine":1}');
      await assert.rejects(applyChange(change, machine), { code: 'busy' });
      assert.equal(await read(change.path), '{"mine":1}');
      await fs.chmod(change.path, 0o444);
      const [again] = (await connecting([agent], { scope: 'user', hooks: false }, around)).changes;
      assert.ok(again);
      await assert.rejects(applyChange(again, machine), {
        code: 'storage',
        message: /mcp\.json is read-only/,
      });
      assert.equal(await read(change.path), '{"mine":1}');
      assert.equal(await read(journalFile(machine)), '{}\n');
    }));

  it('says in words that its own folder may not be written, and writes nothing then', () =>
    withMachine(async ({ around, machine, write, read }) => {
      const state = join(machine.home, 'state');
      await write(state, '');
      const on = { ...machine, env: { HISTORY_STATE_HOME: state } };
      const options = { scope: 'user', hooks: false } as const;
      const [change] = (await connecting([agentOf('cursor')], options, { ...around, machine: on })).changes;
      assert.ok(change);
      await assert.rejects(applyChange(change, on), { code: 'storage', message: /refused.*state/ });
      assert.equal(await read(change.path), undefined);
    }));

  it('undoes and takes back what it undid', () =>
    withMachine(async ({ around, machine, read, write }) => {
      const agent = agentOf('cursor');
      const file = join(machine.home, '.cursor/mcp.json');
      await write(file, '{ "a": 1 }');
      const [change] = (await connecting([agent], { scope: 'user', hooks: false }, around)).changes;
      assert.ok(change);
      await applyChange(change, machine);
      await applyChange(undoing(change), machine);
      assert.equal(await read(file), '{ "a": 1 }');
      assert.equal(await read(journalFile(machine)), '{}\n');
      await applyChange(change, machine);
      const [removal] = (await disconnecting([agent], { scopes }, around)).changes;
      assert.ok(removal);
      await applyChange(removal, machine);
      await applyChange(undoing(removal), machine);
      assert.equal((await connectionOf(agent, 'user', around))?.state, 'partly');
      await applyChange((await disconnecting([agent], { scopes }, around)).changes[0] ?? removal, machine);
      assert.equal(await read(file), '{ "a": 1 }');
    }));

  it('names each file that cannot be read, leaves it alone, and does the others', () =>
    withMachine(async ({ around, apply, machine, write, read }) => {
      const broken = join(machine.home, '.gemini/settings.json');
      await write(broken, '{ "a": 1 "b": 2 }');
      const latin = join(machine.home, '.cursor/mcp.json');
      await write(latin, '');
      await fs.writeFile(latin, Buffer.from([0x7b, 0x22, 0xe9, 0x22, 0x3a, 0x31, 0x7d]));
      const agents = ['gemini', 'cursor', 'qwen'].map(agentOf);
      const plan = await connecting(agents, { scope: 'user', hooks: true }, around);
      assert.deepEqual(
        plan.refusals.map(({ agent, path, kind }) => [agent?.id, kind, path]),
        [
          ['gemini', 'server', broken],
          ['gemini', 'hooks', broken],
          ['cursor', 'server', latin],
        ],
      );
      assert.match(plan.refusals[2]?.reason ?? '', /not UTF-8/);
      await apply({ ...plan, refusals: [] });
      assert.equal(await read(broken), '{ "a": 1 "b": 2 }');
      assert.equal((await connectionOf(agentOf('qwen'), 'user', around))?.state, 'connected');
      assert.equal((await connectionOf(agentOf('gemini'), 'user', around))?.state, 'unreadable');
    }));

  const on = (platform: NodeJS.Platform): AgentMachine => ({ home: '/home/me', env: {}, platform });
  for (const [platform, folder] of [
    ['win32', /AppData/],
    ['darwin', /Library\/Application Support/],
  ] as const)
    it(`knows where agents look on ${platform}`, () => {
      const around = { project: '/p', machine: on(platform) };
      const files = partsOf(connectableAgents, ['user'], around);
      assert.ok(
        connectableAgents.every((agent) =>
          files.some((file) => file.agent === agent && file.part.kind === 'server'),
        ),
      );
      assert.ok(files.some(({ path }) => folder.test(path)));
      assert.match(launcherState(on(platform)), folder);
      assert.equal(startOf(on(platform)).command === 'cmd', platform === 'win32');
    });

  it('looks where agents were told to keep their files', () => {
    const env = { GEMINI_CLI_HOME: '/g', CODEX_HOME: '/c', CLAUDE_CONFIG_DIR: '/d', COPILOT_HOME: '/e' };
    const machine: AgentMachine = { home: '/home/me', env, platform: 'linux' };
    const agents = ['gemini', 'codex', 'claude', 'copilot-cli'].map(agentOf);
    const files = partsOf(agents, ['user'], { project: '/p', machine });
    assert.deepEqual(
      files.flatMap(({ path, part }) => (part.kind === 'server' ? [path] : [])),
      ['/g/.gemini/settings.json', '/c/config.toml', '/d/.claude.json', '/e/mcp-config.json'],
    );
  });
});
