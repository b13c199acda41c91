// Has each agent that is installed examine its plugin by its own means, put it in, reach the server, and take it out again,
// in a home of its own.   node scripts/tryPlugins.mjs [agent…]   (after npm run build; agents are found on the PATH)
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writePlugin } from './build/plugins.mjs';

const { name: market } = JSON.parse(readFileSync('package.json', 'utf8'));
const temporary = mkdtempSync(join(tmpdir(), 'history-try-plugins-'));
const folder = join(temporary, 'plugins');
const claude = join(temporary, 'claude alone');
const plugin = `history@${market}`;

/** What is run, and what it must say. */
const agents = {
  claude: [
    [['plugin', 'validate', '--strict', claude], /Validation passed/],
    [['plugin', 'validate', folder], /Validation passed/], // with a warning about the event of Gemini CLI
    [['plugin', 'marketplace', 'add', folder], /Successfully added/],
    [['plugin', 'install', plugin], /Successfully installed/],
    [['plugin', 'details', plugin], /Hooks \(1\) +PreCompact/],
    [['mcp', 'list'], /plugin:history:history: .*Connected/],
    [['plugin', 'uninstall', plugin], /Successfully uninstalled/],
    [['plugin', 'marketplace', 'remove', market], /Successfully removed/],
    [['plugin', 'list'], /No plugins installed/],
  ],
  codex: [
    [['plugin', 'marketplace', 'add', folder], /Added marketplace/],
    [['plugin', 'add', plugin], /Added plugin/],
    [['plugin', 'list'], /history@\S+ +installed, enabled/],
    [['mcp', 'list'], /^history +node /m],
    [['plugin', 'remove', plugin], /Removed plugin/],
    [['plugin', 'marketplace', 'remove', market], /Removed marketplace/],
    [['mcp', 'list'], /^(?!.*history)/],
  ],
  gemini: [
    [['extensions', 'validate', folder], /successfully validated/],
    [
      ['extensions', 'install', '--consent', '--skip-settings', folder],
      /installed successfully and enabled/,
      'y\n',
    ],
    [['mcp', 'list'], /history .*Connected/],
    [['extensions', 'uninstall', 'history'], /successfully uninstalled/],
    [['extensions', 'list'], /No extensions installed/],
  ],
  'copilot-cli': [
    [['plugin', 'marketplace', 'add', folder], /added successfully/],
    [['plugin', 'install', plugin], /installed successfully/],
    [['mcp', 'list'], /history \(local\)/],
    [['plugin', 'uninstall', plugin], /disabled|uninstalled/],
    [['plugin', 'marketplace', 'remove', market], /removed successfully/],
    [['mcp', 'list'], /^(?!.*history)/s],
  ],
};

/** Tells how it went; throws where it did not go well. */
function tryAgent(agent) {
  if (!Object.hasOwn(agents, agent))
    throw new Error(`${agent}? There are ${Object.keys(agents).join(', ')}.`);
  const home = join(temporary, agent);
  const project = join(home, 'project');
  mkdirSync(join(project, '.git'), { recursive: true });
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    NO_COLOR: '1',
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  };
  for (const [args, expected, input = ''] of agents[agent]) {
    const { error, status, stdout, stderr } = spawnSync(agent, args, {
      ...{ cwd: project, env, input, encoding: 'utf8', timeout: 120_000 },
    });
    if (error?.code === 'ENOENT') return 'is not installed';
    const said = `${stdout}\n${stderr}`;
    if (status !== 0 || !expected.test(said))
      throw new Error(
        `${agent} ${args.join(' ')} ended with ${status}, and did not say ${expected}:\n${said}`,
      );
  }
  return 'took the plugin, reached its server, and gave it back';
}

try {
  cpSync('dist', folder, {
    recursive: true,
    filter: (path) => !/webview$|\.map$|\.wasm$|(extension|portable)\.js$/.test(path),
  });
  writePlugin(claude, 'claude');
  for (const agent of process.argv.length > 2 ? process.argv.slice(2) : Object.keys(agents))
    console.log(`${agent} ${tryAgent(agent)}`);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
} finally {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5 });
}
