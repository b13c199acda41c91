// The plugins of agents, made from one description. Those of most agents lie in dist/, beside the programs that they
// start: each agent reads files of its own, so nothing is held twice, and a copy of that folder is a whole plugin.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { require } from 'tsx/cjs/api';

const {
  compactAndStart,
  compactStartAndEnd,
  hookSeconds,
  pluginHooks,
  pluginServers,
} = require('../../src/agents/profile/pluginParts.ts', import.meta.url);
const { copilotEvents } = require('../../src/agents/copilot-cli/plugin.ts', import.meta.url);

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

const parts = { about, displayName, publisher, description };

/** The agents that have a plugin, each with its description. */
const described = readdirSync(here('src/agents')).flatMap((agent) => {
  const file = here(`src/agents/${agent}/plugin.ts`);
  return existsSync(file) ? [[agent, require(file, import.meta.url)]] : [];
});

/** The files of each plugin. Those of agents lie in one folder: none reads what is another's. */
export const plugins = {
  ...Object.fromEntries(described.map(([agent, { pluginFiles }]) => [agent, pluginFiles(parts)])),
  // Not with the others: agents that find this manifest read no other, and Codex then runs no hooks.
  agentPlugins: {
    'plugin.json': { $schema: 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json', ...about },
    'mcp.json': {
      $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
      mcpServers: pluginServers('${PLUGIN_ROOT}', { type: 'stdio' }),
    },
    'com.github.copilot/hooks/hooks.json': pluginHooks(copilotEvents, '${PLUGIN_ROOT}'),
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
      mcpServers: pluginServers('${CLAUDE_PLUGIN_ROOT}/dist'),
      ...pluginHooks(compactStartAndEnd, '${CLAUDE_PLUGIN_ROOT}/dist'),
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
  timeout: hookSeconds,
};

/** The plugin that the extension brings to the editor, in plugin/. The server comes from the extension itself. */
const editorPlugin = {
  '.claude-plugin/plugin.json': about,
  'hooks/hooks.json': {
    hooks: Object.fromEntries(compactAndStart.map((event) => [event, [{ hooks: [editorHook] }]])),
  },
};

/** Writes the files of all plugins that the build makes. */
export function writeAllPlugins() {
  writePlugins(
    here('dist'),
    described.map(([agent]) => agent),
  );
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
