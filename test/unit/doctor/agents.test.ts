import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { applyChange } from '../../../src/connect/apply.ts';
import { connectableAgents } from '../../../src/connect/agents.ts';
import { keepLauncher } from '../../../src/connect/launcher.ts';
import type { Scope } from '../../../src/agents/profile/machine.ts';
import { connecting } from '../../../src/connect/plan.ts';
import { noteCaller } from '../../../src/disk/projects/callers.ts';
import { agentOfClient } from '../../../src/doctor/agents.ts';
import { openStore } from '../../../src/store/store.ts';
import { tree, user } from '../store/withStore.ts';
import { withTarget, write, type Ward } from './withTarget.ts';

/** Connects an agent as `setup` does. */
async function connect({ target, root, home }: Ward, id: string, scope: Scope = 'user'): Promise<void> {
  await write(target.cli, '');
  await fs.mkdir(join(home, `.${id}`), { recursive: true });
  keepLauncher({ version: '1.0.0', cli: target.cli, runtime: process.execPath }, target.machine);
  const agents = connectableAgents.filter((agent) => agent.id === id);
  const around = { project: root, machine: target.machine };
  const { changes } = await connecting(agents, { scope, hooks: true }, around);
  for (const change of changes) await applyChange(change, target.machine);
}

const seen = async ({ findings }: Ward) =>
  (await findings('agents')).map(({ id, subject, level }) => `${id} ${subject} ${level}`);

describe('agents', () => {
  it('that are not used here are not spoken of', () =>
    withTarget(async (ward) => {
      assert.deepEqual(await seen(ward), ['agents.none  note']);
      await fs.mkdir(join(ward.home, '.cursor'));
      assert.deepEqual(await seen(ward), ['agent.absent cursor note']);
    }));

  it('that are connected are told until they are heard from, and then when', () =>
    withTarget(async (ward) => {
      const { root, clock, findings } = ward;
      await connect(ward, 'cursor');
      await openStore(root).dialogs.save('d', [user('x')]);
      assert.deepEqual(await seen(ward), ['agent.silent cursor note']);
      const history = join(root, '.chat-history');
      await noteCaller(history, { client: 'cursor-vscode', version: '1.7' }, clock);
      await noteCaller(history, { client: 'my own agent' }, clock);
      assert.deepEqual(await seen(ward), ['agent.heard cursor ok', 'agent.heard my own agent ok']);
      const [cursor] = await findings('agents');
      assert.match(
        cursor?.message.en ?? '',
        /^Cursor 1\.7: last call 2026-02-0\d \d\d:\d\d, last session kept by its hook –\.$/,
      );
      assert.equal(cursor?.data.calledAt, clock.now());
    }));

  it('are known by the names that their programs give', () => {
    const names = {
      'claude-code': 'claude',
      'codex-mcp-client': 'codex',
      'gemini-cli-mcp-client': 'gemini',
      'copilot-cli': 'copilot-cli',
      'qwen-cli-mcp-client-history': 'qwen',
      '@cline/core': 'cline',
      opencode: 'opencode',
      Cline: 'cline-vscode',
      'Visual Studio Code': 'vscode',
      Zed: 'zed',
    };
    for (const [name, id] of Object.entries(names)) assert.equal(agentOfClient(name), id);
    const ids = new Set(connectableAgents.map(({ id }) => id));
    assert.ok(Object.values(names).every((id) => ids.has(id)));
    assert.equal(agentOfClient('mcp-inspector'), undefined);
  });

  it('whose hook archived are heard from by that', () =>
    withTarget(async (ward) => {
      const { root, findings } = ward;
      await connect(ward, 'gemini');
      const head = {
        session: 's',
        agent: 'gemini',
        archived: '2026-02-05T12:00:00.000Z',
        messages: 1,
        part: 1,
        event: 'PreCompress',
      };
      const lines = Object.entries(head).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
      await write(
        join(root, '.chat-history/.conversations/a.md'),
        ['---', 'v: 1', ...lines, '---', ''].join('\n'),
      );
      const [gemini] = await findings('agents');
      assert.deepEqual([gemini?.id, gemini?.data.archivedAt], ['agent.heard', Date.parse(head.archived)]);
    }));

  it('that are to start what is gone are told, and connected anew', () =>
    withTarget(async (ward) => {
      const { home, repair, target } = ward;
      const file = join(home, '.cursor/mcp.json');
      const old = { command: 'node', args: ['/gone/mcp-history-store-0.1.0/dist/server.js', '--root', '.'] };
      await write(file, JSON.stringify({ mcpServers: { other: { command: 'x' }, history: old } }, null, 2));
      const name = { check: 'agents', id: 'agent.vanished', subject: 'cursor server user' };
      assert.deepEqual(await seen(ward), [`${name.id} ${name.subject} problem`]);
      assert.equal((await repair(name)).state, 'failed'); // this version is nowhere either
      assert.match(await fs.readFile(file, 'utf8'), /gone/);
      await write(target.cli, '');
      const before = await fs.readFile(file, 'utf8');
      const { state, message } = await repair(name);
      assert.equal(state, 'done');
      const kept = /As it was: (.*)$/.exec(message.en)?.[1] ?? '';
      assert.equal(await fs.readFile(kept, 'utf8'), before);
      const { mcpServers } = JSON.parse(await fs.readFile(file, 'utf8')) as {
        mcpServers: Record<string, { command: string }>;
      };
      assert.deepEqual(mcpServers.other, { command: 'x' });
      assert.equal(
        mcpServers.history?.command,
        join(home, '.local/state/mcp-history-store/bin/mcp-history-store'),
      );
      assert.ok((await seen(ward)).includes('agent.silent cursor note'));
    }));

  it('whose launcher is gone get it again', () =>
    withTarget(async (ward) => {
      const { home, repair } = ward;
      await connect(ward, 'gemini');
      await fs.rm(join(home, '.local/state/mcp-history-store/bin/mcp-history-store'));
      assert.deepEqual(await seen(ward), [
        'agent.vanished gemini server user problem',
        'agent.vanished gemini hooks user problem',
        'agent.unapproved gemini note',
        'agent.silent gemini note',
      ]);
      await repair({ check: 'agents', id: 'agent.vanished', subject: 'gemini hooks user' });
      assert.deepEqual(await seen(ward), ['agent.unapproved gemini note', 'agent.silent gemini note']);
    }));

  it('that start something else, or of which a file cannot be read, are left alone', () =>
    withTarget(async (ward) => {
      const { home, findings } = ward;
      await write(join(home, '.cursor/mcp.json'), '{"mcpServers":{"history":{"command":"fish"}}}');
      await write(join(home, '.gemini/settings.json'), '{ "a": 1 "b": 2 }');
      const before = await tree(home);
      assert.deepEqual(await seen(ward), [
        'agent.unreadable gemini server user problem',
        'agent.unreadable gemini hooks user problem',
        'agent.other cursor server user note',
      ]);
      assert.ok((await findings('agents')).every(({ repair: offer }) => offer === undefined));
      assert.deepEqual(await tree(home), before);
    }));

  it('without the hook they could have are told', () =>
    withTarget(async (ward) => {
      const { home } = ward;
      await connect(ward, 'gemini');
      const file = join(home, '.gemini/settings.json');
      const settings = JSON.parse(await fs.readFile(file, 'utf8')) as object;
      await fs.writeFile(file, JSON.stringify({ ...settings, hooks: {} }));
      assert.deepEqual(await seen(ward), [
        'agent.unapproved gemini note',
        'agent.unhooked gemini note',
        'agent.silent gemini note',
      ]);
    }));

  it('Codex skips a hook until a person trusts it', () =>
    withTarget(async (ward) => {
      const { home } = ward;
      await connect(ward, 'codex');
      assert.ok((await seen(ward)).includes('agent.untrusted codex problem'));
      const config = join(home, '.codex/config.toml');
      const trust = (event: string) =>
        `\n[hooks.state."${join(home, '.codex/hooks.json')}:${event}:0:0"]\ntrusted_hash = "sha256:0"\n`;
      await fs.appendFile(config, trust('pre_compact'));
      assert.ok((await seen(ward)).includes('agent.untrusted codex problem'));
      await fs.appendFile(config, `${trust('post_compact')}${trust('session_start')}${trust('session_end')}`);
      assert.deepEqual(await seen(ward), ['agent.silent codex note']);
    }));

  it('Gemini CLI starts servers in a folder once a person trusts it', () =>
    withTarget(async (ward) => {
      const { root, home } = ward;
      await connect(ward, 'gemini');
      const asks = async () => (await seen(ward)).filter((each) => /unapproved|refused/.test(each));
      const trusted = (folders: object) =>
        write(join(home, '.gemini/trustedFolders.json'), JSON.stringify(folders));
      assert.deepEqual(await asks(), ['agent.unapproved gemini note']);
      await trusted({ [`${root}-other`]: 'TRUST_FOLDER' });
      assert.deepEqual(await asks(), ['agent.unapproved gemini note']);
      await trusted({ [dirname(root)]: 'TRUST_FOLDER', [root]: 'DO_NOT_TRUST' });
      assert.deepEqual(await asks(), ['agent.refused gemini problem']);
      await trusted({ [root]: 'TRUST_FOLDER' });
      assert.deepEqual(await asks(), []);
      await trusted({ [join(dirname(root), 'beside')]: 'TRUST_PARENT' });
      assert.deepEqual(await asks(), []);
    }));

  it('Claude Code starts a server of the project once a person approved it', () =>
    withTarget(async (ward) => {
      const { root, home } = ward;
      await connect(ward, 'claude', 'project');
      assert.ok((await seen(ward)).includes('agent.unapproved claude note'));
      const local = join(root, '.claude/settings.local.json');
      const settings = JSON.parse(await fs.readFile(local, 'utf8')) as object;
      await fs.writeFile(local, JSON.stringify({ ...settings, disabledMcpjsonServers: ['history'] }));
      assert.ok((await seen(ward)).includes('agent.refused claude problem'));
      await fs.writeFile(local, JSON.stringify(settings));
      await write(join(home, '.claude.json'), JSON.stringify({ projects: { [root]: { enabledMcpjsonServers: ['history'] } } })); // oxfmt-ignore
      assert.deepEqual(await seen(ward), ['agent.silent claude note']);
    }));

  it('Qwen Code and Codex as well', () =>
    withTarget(async (ward) => {
      const { root, home } = ward;
      await connect(ward, 'qwen', 'project');
      await connect(ward, 'codex', 'project');
      const asks = async () => (await seen(ward)).filter((each) => /unapproved|refused/.test(each));
      assert.deepEqual(await asks(), ['agent.unapproved codex note', 'agent.unapproved qwen note']);
      await write(
        join(home, '.qwen/mcpApprovals.json'),
        JSON.stringify({ [root]: { history: { status: 'approved' } } }),
      );
      await write(join(home, '.codex/config.toml'), `[projects."${root}"]\ntrust_level = "untrusted"\n`);
      assert.deepEqual(await asks(), ['agent.refused codex problem']);
    }));
});
