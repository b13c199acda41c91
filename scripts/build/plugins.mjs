// The plugins of agents, made from one description. Those of most agents lie in dist/, beside the programs that they
// start: each agent reads files of its own, so nothing is held twice, and a copy of that folder is a whole plugin.
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The absolute path of something in the project. */
const here = (path) => join(import.meta.dirname, '../..', path);

const {
  name: product,
  version,
  license,
  publisher,
  keywords,
} = JSON.parse(readFileSync(here('package.json'), 'utf8'));
const { displayName } = JSON.parse(readFileSync(here('package.nls.json'), 'utf8'));

/** What agents list. It begins the names of tools (`mcp__plugin_history_history__…`), which have a limit, so it is short. */
const name = 'history';
const description =
  'One conversation history for you and all your agents, kept in the project: dialogs, archives of sessions, memories, and search.';
const author = { name: publisher };
const about = { name, version, description, author, license, keywords };

/** How long an agent waits for its hook. Seconds. */
const patience = 60;

/** The server; `root` is how the agent writes the folder of a plugin. */
const servers = (root, more = {}) => ({
  history: { command: 'node', args: [`${root}/cli.js`, 'serve'], ...more },
});

/** Archives the chat, or gives a brief of it. Every shell understands it, those of Windows, too. */
const command = (root, event) =>
  `node "${root}/cli.js" hook${/^sessionEnd$/i.test(event) ? ' --remember' : ''}`;

/** The form of hooks that Claude Code began with. */
const hooks = (events, root, timeout = patience) => ({
  hooks: Object.fromEntries(
    events.map((event) => [
      event,
      [{ hooks: [{ type: 'command', command: command(root, event), timeout }] }],
    ]),
  ),
});

/** Before the chat is compacted, and when a session starts, also afterwards. */
const compactAndStart = ['PreCompact', 'SessionStart'];
/** The same, and where agents tell it when a session ends: then it is remembered, not archived. */
const andEnd = [...compactAndStart, 'SessionEnd'];
/** Copilot CLI starts no session after it compacted one, and takes context in its own form only, under its own names. */
const ofCopilot = ['PreCompact', 'sessionStart', 'userPromptSubmitted', 'sessionEnd'];

/** The files of each plugin. Where several lie in one folder, none reads what is another's. */
export const plugins = {
  claude: {
    '.claude-plugin/plugin.json': {
      ...about,
      displayName,
      mcpServers: servers('${CLAUDE_PLUGIN_ROOT}'),
      ...hooks(andEnd, '${CLAUDE_PLUGIN_ROOT}'),
    },
    // Codex and Copilot CLI read this one, too.
    '.claude-plugin/marketplace.json': {
      ...{ name: product, owner: author, description },
      plugins: [{ ...about, source: './' }],
    },
  },
  codex: {
    '.codex-plugin/plugin.json': {
      ...about,
      skills: './skills/',
      mcpServers: servers('.', { cwd: '.' }), // the folder of the plugin
      hooks: hooks(andEnd, '${PLUGIN_ROOT}'),
      interface: {
        displayName,
        shortDescription: description,
        developerName: publisher,
        category: 'Productivity',
      },
    },
  },
  gemini: {
    'gemini-extension.json': {
      ...{ name, version, description },
      mcpServers: servers('${extensionPath}', { cwd: '${workspacePath}' }),
    },
    'hooks/hooks.json': hooks(
      ['PreCompress', 'SessionStart', 'BeforeAgent', 'SessionEnd'],
      '${extensionPath}',
      patience * 1000,
    ),
  },
  copilot: {
    '.plugin/plugin.json': {
      ...about,
      skills: './skills/',
      mcpServers: servers('${PLUGIN_ROOT}'),
      hooks: './hooks/copilot.json',
    },
    'hooks/copilot.json': hooks(ofCopilot, '${PLUGIN_ROOT}'),
  },
  cursor: {
    '.cursor-plugin/plugin.json': {
      ...about,
      displayName,
      skills: './skills/',
      mcpServers: servers('${CURSOR_PLUGIN_ROOT}'),
      hooks: {
        version: 1,
        hooks: Object.fromEntries(
          ['preCompact', 'sessionStart'].map((event) => [
            event,
            [{ command: command('${CURSOR_PLUGIN_ROOT}', event), timeout: patience }],
          ]),
        ),
      },
    },
  },
  // Not with the others: agents that find this manifest read no other, and Codex then runs no hooks.
  agentPlugins: {
    'plugin.json': { $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json', ...about },
    'mcp.json': {
      $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
      mcpServers: servers('${PLUGIN_ROOT}', { type: 'stdio' }),
    },
    'com.github.copilot/hooks/hooks.json': hooks(ofCopilot, '${PLUGIN_ROOT}'),
  },
};

/** The marketplace in the repository: Claude Code gets the npm package by itself, whose plugin is described here. */
const marketplace = {
  ...{ name: product, owner: author, description },
  plugins: [
    {
      ...about,
      source: { source: 'npm', package: product },
      strict: false,
      skills: readdirSync(here('plugin/skills'))
        .sort()
        .map((skill) => `./dist/skills/${skill}`),
      mcpServers: servers('${CLAUDE_PLUGIN_ROOT}/dist'),
      ...hooks(andEnd, '${CLAUDE_PLUGIN_ROOT}/dist'),
    },
  ],
};

/** Runs the hook with the program that started it, where the shell can find that: many machines have no `node`. */
const withParent = (find) =>
  `n=$(${find}); export ELECTRON_RUN_AS_NODE=1; [ -n "$("$n" -p process.versions.node </dev/null 2>/dev/null)" ] || n=node; "$n" "$CLAUDE_PLUGIN_ROOT/dist/hook.js" || exit 0`;

const editorHook = {
  type: 'command',
  command: 'node "${CLAUDE_PLUGIN_ROOT}/dist/hook.js"',
  linux: withParent('readlink /proc/$PPID/exe'),
  osx: withParent('ps -o comm= -p $PPID'),
  timeout: patience,
};

/** The plugin that the extension brings to the editor, in plugin/. The server comes from the extension itself. */
const editorPlugin = {
  '.claude-plugin/plugin.json': about,
  'hooks/hooks.json': {
    hooks: Object.fromEntries(compactAndStart.map((event) => [event, [{ hooks: [editorHook] }]])),
  },
};

/** Those that lie together in dist/, and so in the npm package. */
const inPackage = ['claude', 'codex', 'gemini', 'copilot', 'cursor'];

/** Writes the files of all plugins that the build makes. */
export function writeAllPlugins() {
  writePlugins(here('dist'), inPackage);
  writeFiles(here('plugin'), editorPlugin);
  writeFiles(here('.'), { '.claude-plugin/marketplace.json': marketplace });
}

function writeFiles(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${JSON.stringify(content, undefined, 2)}\n`);
  }
}

/** Writes the files of these plugins into a folder that holds the programs, and what all of them have. */
function writePlugins(folder, names) {
  for (const agent of names) writeFiles(folder, plugins[agent]);
  rmSync(join(folder, 'skills'), { recursive: true, force: true });
  cpSync(here('plugin/skills'), join(folder, 'skills'), { recursive: true });
  const readme = readFileSync(here('docs/plugins.md'), 'utf8').replace(/ · \[.*/, '');
  writeFileSync(join(folder, 'README.md'), readme);
}

/** Makes a folder that is one plugin and nothing else, with a copy of the programs that are built. */
export function writePlugin(folder, agent) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writePlugins(folder, [agent]);
  const programs = readdirSync(here('dist')).filter((file) =>
    /^(?!extension\.js|portable\.js).*\.(js|txt)$/.test(file),
  );
  for (const file of programs) copyFileSync(join(here('dist'), file), join(folder, file));
  copyFileSync(here('LICENSE'), join(folder, 'LICENSE'));
}
