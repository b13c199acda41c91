import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { connectableAgents } from '../../../src/connect/agents.ts';
import { connectionOf } from '../../../src/connect/connections.ts';
import { startOf } from '../../../src/connect/launcher.ts';
import { connecting, disconnecting, partsOf } from '../../../src/connect/plan.ts';
import { toolsFor, withTools } from '../../../src/connect/toolChoice.ts';
import type { ToolProfile } from '../../../src/connect/toolProfiles.ts';
import { scopes } from '../../../src/agents/profile/machine.ts';
import { agentOf, withMachine } from './withMachine.ts';

const start = { command: '/x/mcp-history-store', args: ['serve'] };
const short = { tools: 'core' } as const;

describe('the tools that an agent is told to list', () => {
  it('are the short list for agents that keep every listed tool in each request', () => {
    const chosen = connectableAgents.filter(({ parts }) => parts.some(({ tools }) => tools === 'core'));
    assert.deepEqual(
      chosen.map(({ id }) => id),
      ['gemini', 'copilot-cli', 'agent-host', 'cline', 'cline-vscode', 'kilo', 'kilo-vscode', 'opencode'],
    );
  });

  it('are the same for all agents that read one file', () => {
    const around = { project: '/p', machine: { home: '/home/me', env: {}, platform: process.platform } };
    const byFile = new Map<string, Set<string | undefined>>();
    for (const { part, path } of partsOf(connectableAgents, scopes, around))
      if (part.kind === 'server') byFile.set(path, (byFile.get(path) ?? new Set()).add(part.tools));
    assert.deepEqual(
      [...byFile].filter(([, tools]) => tools.size > 1).map(([path]) => path),
      [],
    );
  });

  it('are those that a person chose, now or in the entry, before those that suit the agent', () => {
    assert.equal(toolsFor(short, undefined), 'core');
    assert.equal(toolsFor({}, undefined), undefined);
    assert.equal(toolsFor(short, start), 'core');
    assert.equal(toolsFor(short, withTools(start, 'full')), 'full');
    assert.equal(toolsFor(short, { ...start, args: ['serve', '--tools=memory'] }), 'memory');
    assert.equal(toolsFor({}, { command: [start.command, 'serve', '--tools', 'a,b'] }), 'a,b');
    assert.equal(toolsFor(short, { ...start, env: { HISTORY_TOOLS: 'full' } }), undefined);
    assert.equal(toolsFor(short, { ...start, environment: { HISTORY_TOOLS: 'full' } }), undefined);
    for (const picked of [
      { tools: ['history_search'] },
      { includeTools: ['history_stats'] },
      { excludeTools: ['history_clear'] },
      { disabledTools: ['history_clear'] },
    ]) {
      assert.equal(toolsFor(short, { ...start, ...picked }), undefined);
      assert.equal(toolsFor(short, { ...withTools(start, 'core'), ...picked }), 'core');
    }
    assert.equal(toolsFor(short, { ...start, tools: ['*'], excludeTools: [] }), 'core');
    assert.equal(toolsFor(short, withTools({ command: 'other', args: [] }, 'full')), 'core');
    assert.equal(toolsFor(short, withTools(start, 'full'), 'memory'), 'memory');
  });

  it('leave what a person picked in the entry of Copilot CLI, also when that is brought up to date', () =>
    withMachine(async ({ around, apply, read }) => {
      const agent = agentOf('copilot-cli');
      const file = partsOf([agent], ['user'], around)[0]?.path ?? '';
      const connect = async () => apply(await connecting([agent], { scope: 'user', hooks: false }, around));
      await connect();
      const whole = (await read(file)) ?? '';
      const picked = whole.replace('"*"', '"history_search"').replace(/,\s*"--tools",\s*"core"/, '');
      writeFileSync(file, picked.replace('"serve"', '"server"'));
      await connect();
      assert.equal(await read(file), picked);
      const connection = await connectionOf(agent, 'user', around);
      assert.equal(connection?.parts[0]?.state, 'connected');
    }));

  for (const id of ['gemini', 'opencode', 'claude', 'codex', 'continue'])
    it(`stay in the entry of ${id}, which counts as connected, and go with it`, () =>
      withMachine(async ({ around, apply, read, machine }) => {
        const agent = agentOf(id);
        const file = partsOf([agent], ['user'], around)[0]?.path ?? '';
        const connect = async (tools?: ToolProfile) => {
          await apply(
            await connecting([agent], { scope: 'user', hooks: false, ...(tools && { tools }) }, around),
          );
          const connection = await connectionOf(agent, 'user', around);
          const server = connection?.parts.find(({ kind }) => kind === 'server');
          assert.equal(server?.state, 'connected');
          const [, tail = ''] = ((await read(file)) ?? '').split(startOf(machine).command);
          return /"--tools",\s*"(\w+)"|--tools\n\s*- (\w+)/.exec(tail)?.slice(1).find(Boolean);
        };
        const usual = ['gemini', 'opencode'].includes(id) ? 'core' : undefined;
        assert.equal(await connect(), usual);
        assert.equal(await connect('full'), 'full');
        assert.equal(await connect(), 'full');
        assert.equal(await connect('default'), 'default');
        await apply(await disconnecting([agent], { scopes }, around));
        assert.equal(await read(file), undefined);
      }));
});
