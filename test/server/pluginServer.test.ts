import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { serverFile, startServer, withFolder, type ServerUnderTest } from './withServer.ts';

const session = '5d60dcbd-c90c-45b2-a295-551b67ebe381';
const entry = { role: 'user', text: 'x' };

/** Runs with a server whose program lies in a folder of its own, where it is started, as agents start those of plugins. */
async function inPlugin(
  env: Record<string, string>,
  run: (server: ServerUnderTest, plugin: string, project: string) => Promise<void>,
): Promise<void> {
  await withFolder(async (home) => {
    const [plugin, project] = [join(home, 'plugins/history'), join(home, 'app')];
    for (const folder of [plugin, join(project, '.git')]) mkdirSync(folder, { recursive: true });
    const built = dirname(serverFile);
    for (const file of readdirSync(built).filter((name) => /^(?!extension).*\.js$/.test(name)))
      copyFileSync(join(built, file), join(plugin, file));
    const copilot = join(home, '.copilot/session-state', session);
    mkdirSync(copilot, { recursive: true });
    writeFileSync(join(copilot, 'workspace.yaml'), `id: ${session}\ncwd: ${project}\nbranch: main\n`);
    const program = join(plugin, 'server.js');
    const server = await startServer(home, {
      args: [],
      cwd: plugin,
      program,
      env: { HOME: home, USERPROFILE: home, ...env },
    });
    try {
      await run(server, plugin, project);
    } finally {
      await server.close();
    }
  });
}

describe('a server started in its own program folder', () => {
  it('does not use that as a project, and asks for one', () =>
    inPlugin({}, async ({ refused, ok }, plugin, project) => {
      assert.match(await refused('history_save', { dialog: 'x', entry }), /projectRoot is missing/);
      await ok('history_save', { dialog: 'x', entry, projectRoot: project });
      assert.ok(existsSync(join(project, '.chat-history/x')));
      assert.ok(!existsSync(join(plugin, '.chat-history')));
    }));

  it('uses the project of the Copilot CLI session that started it', () =>
    inPlugin({ COPILOT_AGENT_SESSION_ID: session }, async ({ ok }, plugin, project) => {
      await ok('history_save', { dialog: 'x', entry });
      assert.ok(existsSync(join(project, '.chat-history/x')));
      assert.ok(!existsSync(join(plugin, '.chat-history')));
    }));

  it('asks for a project when that session is unknown', () =>
    inPlugin({ COPILOT_AGENT_SESSION_ID: '../x' }, async ({ refused }) => {
      assert.match(await refused('history_save', { dialog: 'x', entry }), /projectRoot is missing/);
    }));
});
