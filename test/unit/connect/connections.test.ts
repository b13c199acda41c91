import assert from 'node:assert/strict';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  connectableAgents,
  scopes,
  type AgentMachine,
  type ConnectableAgent,
  type Scope,
} from '../../../src/connect/agents.ts';
import { applyChange, connecting, connectionOf, disconnecting } from '../../../src/connect/connections.ts';
import { startOf } from '../../../src/connect/launcher.ts';
import { launcherState } from '../../../src/store/base/stateFolder.ts';

/** What a person could have in the file of an agent. */
const before = ({ format }: ConnectableAgent): string =>
  format === 'toml'
    ? '# mine\nmodel = "o3"\n\n[mcp_servers.other]\ncommand = "x"\n'
    : '{\r\n  // mine\r\n  "theme": "dark",\r\n}\r\n';

const on = (platform: NodeJS.Platform, home = '/home/me'): AgentMachine => ({ home, env: {}, platform });

/** The scopes for which an agent has a file. */
const scopesOf = (agent: ConnectableAgent): readonly Scope[] =>
  scopes.filter((scope) => agent.file(scope, '/p', on('linux')) !== undefined);

describe('connecting agents', () => {
  for (const agent of connectableAgents)
    for (const scope of scopesOf(agent))
      it(`writes the entry of ${agent.label} for ${scope}, once, and leaves no trace`, async () => {
        const home = await fs.mkdtemp(join(tmpdir(), 'connect 连接 '));
        try {
          const machine = on(process.platform, home);
          const around = { project: join(home, 'project'), machine, start: startOf(machine) };
          const path = agent.file(scope, around.project, machine);
          assert.ok(path);
          await fs.mkdir(dirname(path), { recursive: true });
          await fs.writeFile(path, before(agent));
          const state = async () => (await connectionOf(agent, scope, around))?.state;
          assert.equal(await state(), 'absent');
          await applyChange(await connecting(agent, scope, around), machine);
          assert.equal(await state(), 'connected');
          const connected = await fs.readFile(path, 'utf8');
          const again = await connecting(agent, scope, around);
          assert.equal(again.after, connected);
          // After an update that starts the server in another way.
          const later = { ...around, start: { command: 'mcp-history-store-2', args: [] } };
          await applyChange(await connecting(agent, scope, later), machine);
          assert.equal(await state(), 'connected');
          await applyChange(await disconnecting(agent, scope, around), machine);
          assert.equal(await fs.readFile(path, 'utf8'), before(agent));
          assert.equal(await fs.readFile(join(launcherState(machine), 'connections.json'), 'utf8'), '{}\n');
        } finally {
          await fs.rm(home, { recursive: true, force: true });
        }
      });

  it('writes nothing over what changed since it was read', async () => {
    const home = await fs.mkdtemp(join(tmpdir(), 'connect 连接 '));
    try {
      const machine = on(process.platform, home);
      const [agent] = connectableAgents;
      assert.ok(agent);
      const around = { project: home, machine, start: startOf(machine) };
      const planned = await connecting(agent, 'user', around);
      await fs.writeFile(planned.path, '{"mine":1}');
      await assert.rejects(applyChange(planned, machine), { code: 'busy' });
      assert.equal(await fs.readFile(planned.path, 'utf8'), '{"mine":1}');
    } finally {
      await fs.rm(home, { recursive: true, force: true });
    }
  });

  for (const [platform, folder] of [
    ['win32', /AppData/],
    ['darwin', /Library\/Application Support/],
  ] as const)
    it(`knows where agents look on ${platform}`, () => {
      const files = connectableAgents.map((agent) => agent.file('user', '/p', on(platform)));
      assert.ok(files.every((file) => file !== undefined));
      assert.ok(files.some((file) => folder.test(file)));
      assert.match(launcherState(on(platform)), folder);
      assert.equal(startOf(on(platform)).command === 'cmd', platform === 'win32');
    });
});
