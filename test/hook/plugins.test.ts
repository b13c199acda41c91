import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import JSZip from 'jszip';
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { openStore } from '../../src/store/store.ts';
import { pluginSchemas, repositoryMarketplace } from './pluginSchemas.ts';
import { runCommand } from './runCommand.ts';
import { stateOf, withHook, type HookFixture } from './runHook.ts';

const top = resolve(__dirname, '../..');
const session = '550e8400-e29b-41d4-a716-446655440000';

interface Plugin {
  readonly agent: string;
  /** How the agent writes the folder of the plugin. */
  readonly root: string;
  /** The files with the entry of the server and with the hook. */
  readonly server: string;
  readonly hook: string;
  /** Where the agent starts the server. */
  readonly startedIn: 'plugin' | 'project';
}

const together: readonly Plugin[] = [
  {
    agent: 'Claude Code',
    root: '${CLAUDE_PLUGIN_ROOT}',
    startedIn: 'project',
    server: '.claude-plugin/plugin.json',
    hook: '.claude-plugin/plugin.json',
  },
  {
    agent: 'Codex CLI',
    root: '${PLUGIN_ROOT}',
    startedIn: 'plugin',
    server: '.codex-plugin/plugin.json',
    hook: '.codex-plugin/plugin.json',
  },
  {
    agent: 'Gemini CLI',
    root: '${extensionPath}',
    startedIn: 'project',
    server: 'gemini-extension.json',
    hook: 'hooks/hooks.json',
  },
  {
    agent: 'Copilot CLI',
    root: '${PLUGIN_ROOT}',
    startedIn: 'plugin',
    server: '.plugin/plugin.json',
    hook: 'hooks/copilot.json',
  },
  {
    agent: 'Cursor',
    root: '${CURSOR_PLUGIN_ROOT}',
    startedIn: 'project',
    server: '.cursor-plugin/plugin.json',
    hook: '.cursor-plugin/plugin.json',
  },
];
const alone: Plugin = {
  agent: 'agents that hold to Agent Plugins 1.0',
  root: '${PLUGIN_ROOT}',
  startedIn: 'plugin',
  server: 'mcp.json',
  hook: 'com.github.copilot/hooks/hooks.json',
};

const read = (path: string): unknown => JSON.parse(fs.readFileSync(path, 'utf8'));
const serverEntry = z.object({
  mcpServers: z.object({ history: z.object({ command: z.string(), args: z.array(z.string()) }) }),
});

/** All strings in a value. */
const stringsIn = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(stringsIn)
      : [];

const commandIn = (folder: string, { hook }: Plugin): string =>
  stringsIn(read(join(folder, hook))).find((text) => text.endsWith(' hook')) ?? '';

/** Starts the server as the agent does, has it list its tools and save, and gives their names. */
async function useServer(folder: string, plugin: Plugin, { project, home }: HookFixture): Promise<string[]> {
  const { command, args } = serverEntry.parse(read(join(folder, plugin.server))).mcpServers.history;
  const transport = new StdioClientTransport({
    command,
    args: args.map((arg) => arg.replace(plugin.root, folder)),
    cwd: plugin.startedIn === 'plugin' ? folder : project,
    env: { PATH: process.env.PATH ?? '', HOME: home, USERPROFILE: home, HISTORY_STATE_HOME: stateOf(home) },
  });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(transport);
  try {
    const entry = { role: 'user', text: 'Ship on Friday' };
    const named = plugin.startedIn === 'plugin' ? { projectRoot: project } : {};
    const saved = await client.callTool({
      name: 'history_save',
      arguments: { dialog: 'plan', entry, ...named },
    });
    assert.ok(!saved.isError, JSON.stringify(saved.content));
    return (await client.listTools()).tools.map(({ name }) => name);
  } finally {
    await client.close();
  }
}

async function unpack(zip: string, folder: string): Promise<void> {
  const { files } = await JSZip.loadAsync(fs.readFileSync(zip));
  for (const file of Object.values(files)) {
    fs.mkdirSync(dirname(join(folder, file.name)), { recursive: true });
    fs.writeFileSync(join(folder, file.name), await file.async('nodebuffer'));
  }
}

describe('agent plugins', () => {
  const base = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'plugins 插件 ')));
  /** Where an agent might copy them. */
  const [copied, single] = [join(base, 'a copy'), join(base, 'agent plugin')];
  const inEditorOnly = /(?:webview|\.map|\.wasm|extension\.js|portable\.js)$/;

  before(async () => {
    fs.cpSync(join(top, 'dist'), copied, {
      recursive: true,
      filter: (path) => !inEditorOnly.test(path),
    });
    execFileSync(process.execPath, [join(top, 'scripts/plugins.mjs'), 'agentPlugins', `${single}.zip`]);
    await unpack(`${single}.zip`, single);
  });
  after(() => fs.rmSync(base, { recursive: true, force: true, maxRetries: 3 }));

  const jsonIn = (folder: string): string[] =>
    fs
      .readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => path.endsWith('.json'));

  it('contain only the files that agents accept', () => {
    const files = [copied, single].flatMap((folder) => jsonIn(folder).map((path) => ({ folder, path })));
    for (const { folder, path } of files) pluginSchemas[path]?.parse(read(join(folder, path)));
    assert.deepEqual(files.map(({ path }) => path).sort(), Object.keys(pluginSchemas).sort());
  });

  it('omit the manifest that would hide the others when combined', () => {
    assert.deepEqual(
      jsonIn(copied).filter((path) => /^\.?(?:plugin|mcp)\.json$/.test(path)),
      [],
    );
    assert.deepEqual(jsonIn(single).sort(), [
      'com.github.copilot/hooks/hooks.json',
      'mcp.json',
      'plugin.json',
    ]);
  });

  it('refer only to files in their folder', () => {
    for (const folder of [copied, single])
      for (const path of jsonIn(folder)) {
        const strings = stringsIn(read(join(folder, path)));
        const named = strings.flatMap((text) => [...text.matchAll(/(?:\}|^\.)\/([\w./-]*)/g)]);
        for (const [whole, file = ''] of named)
          assert.ok(fs.existsSync(join(folder, file)), `${path}: ${whole}`);
        assert.ok(!strings.some((text) => text.includes('..')), path);
      }
  });

  it('have the built version and explain how to uninstall them', () => {
    const own = z.object({ version: z.string() });
    const { version } = own.parse(read(join(top, 'package.json')));
    const manifests = [
      ...new Set(together.map(({ server }) => join(copied, server))),
      join(single, 'plugin.json'),
    ];
    for (const path of manifests) assert.equal(own.parse(read(path)).version, version, path);
    for (const folder of [copied, single]) {
      const readme = fs.readFileSync(join(folder, 'README.md'), 'utf8');
      assert.match(readme, /gemini extensions uninstall history/);
      assert.doesNotMatch(readme, /\]\((?!https:)/, 'a link that leads nowhere there');
    }
  });

  it('contain the skills under their own names', () => {
    for (const folder of [copied, single]) {
      const skills = fs.readdirSync(join(folder, 'skills'));
      assert.ok(skills.includes('history'), skills.join());
      for (const skill of skills)
        assert.match(
          fs.readFileSync(join(folder, 'skills', skill, 'SKILL.md'), 'utf8'),
          new RegExp(`^---\\nname: ${skill}\\n`),
        );
    }
  });

  it('are offered by a marketplace in the repository whose plugin is the npm package', () => {
    const { plugins } = repositoryMarketplace.parse(read(join(top, '.claude-plugin/marketplace.json')));
    const strings = stringsIn(plugins);
    const named = strings.flatMap((text) =>
      [...text.matchAll(/(?:\}|^\.)\/([\w./-]+)/g)].map(([, file = '']) => file),
    );
    assert.deepEqual(
      named.filter((file) => !fs.existsSync(join(top, file))),
      [],
    );
    assert.equal(named.filter((file) => file === 'dist/cli.js').length, 4, named.join());
  });

  for (const plugin of [...together, alone]) {
    const folder = plugin === alone ? single : copied;

    it(`start the server for ${plugin.agent}`, () =>
      withHook(async (fixture) => {
        const tools = await useServer(folder, plugin, fixture);
        assert.ok(tools.includes('history_save') && tools.includes('history_search'), tools.join());
        assert.ok(fs.existsSync(join(fixture.project, '.chat-history/plan')));
        assert.ok(!fs.existsSync(join(folder, '.chat-history')));
      }));

    it(`archive for ${plugin.agent} in any shell`, () =>
      withHook(async ({ project, home, transcript }) => {
        const command = commandIn(folder, plugin).replaceAll(plugin.root, folder);
        assert.doesNotMatch(command, /[$%|&;]/);
        const path = await transcript(session, [{ id: 'u1', text: 'Hello' }]);
        const env = { PATH: process.env.PATH ?? '', HOME: home, HISTORY_STATE_HOME: stateOf(home) };
        const ended = await runCommand(command, project, env, { transcript_path: path, cwd: project });
        assert.deepEqual(ended, { code: 0, stdout: '', stderr: '' });
        assert.equal((await openStore(project).archives.list()).archives.length, 1);
      }));
  }
});
