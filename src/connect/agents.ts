import { join } from 'node:path';
import type { Machine } from '../store/base/stateFolder.ts';
import type { ConfigFormat, Entry, EntryPath } from './formats.ts';

/** The machine whose agents are connected. */
export interface AgentMachine extends Machine {
  /** Where the editor that runs keeps what belongs to the person; that of VS Code unless said otherwise. */
  readonly editorFolder?: string;
}

/** For the person in all projects, or for everybody in one. */
export const scopes = ['user', 'project'] as const;
export type Scope = (typeof scopes)[number];

/** How the server is started: a program that stays where it is over updates. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

/** Where an agent looks for servers, and what it wants to read there. */
export interface ConnectableAgent {
  readonly id: string;
  readonly label: string;
  /** Folders or files that are there where the agent is used. */
  readonly signs: (machine: AgentMachine) => readonly string[];
  /** The file of a scope; undefined where the agent has none. */
  readonly file: (scope: Scope, project: string, machine: AgentMachine) => string | undefined;
  readonly format: ConfigFormat;
  readonly path: EntryPath;
  readonly entry: (start: Start) => Entry;
}

/** What the entry of our server is called everywhere. */
export const serverName = 'history';

const usual = ({ command, args }: Start): Entry => ({ command, args: [...args] });
const standard = (start: Start): Entry => ({ type: 'stdio', ...usual(start) });

const inHome =
  (variable: string | undefined, ...path: readonly string[]) =>
  ({ home, env }: AgentMachine): string =>
    (variable === undefined ? undefined : env[variable]) ?? join(home, ...path);

/** An agent whose files are JSON with a table of servers: one in a folder of its own, one in the project. */
function jsonAgent(
  id: string,
  label: string,
  folder: (machine: AgentMachine) => string,
  names: { readonly user?: string; readonly project?: string; readonly table?: string },
  entry: (start: Start) => Entry = usual,
): ConnectableAgent {
  const { user, project: inProject, table = 'mcpServers' } = names;
  return {
    ...{ id, label, entry, format: 'jsonc', path: [table, serverName] },
    signs: (machine) => [folder(machine)],
    file: (scope, project, machine) => {
      if (scope === 'user') return user === undefined ? undefined : join(folder(machine), user);
      return inProject === undefined ? undefined : join(project, inProject);
    },
  };
}

const codexFolder = inHome('CODEX_HOME', '.codex');

const claude: ConnectableAgent = {
  ...jsonAgent(
    'claude',
    'Claude Code',
    inHome('CLAUDE_CONFIG_DIR', '.claude'),
    { project: '.mcp.json' },
    standard,
  ),
  // Its servers are in a file beside its folder, unless that was set to another place.
  file: (scope, project, { home, env }) =>
    scope === 'project' ? join(project, '.mcp.json') : join(env.CLAUDE_CONFIG_DIR ?? home, '.claude.json'),
};

const codex: ConnectableAgent = {
  ...{ id: 'codex', label: 'Codex', format: 'toml', path: ['mcp_servers', serverName] },
  signs: (machine) => [codexFolder(machine)],
  file: (scope, project, machine) =>
    join(scope === 'user' ? codexFolder(machine) : join(project, '.codex'), 'config.toml'),
  entry: (start) => ({ ...usual(start), startup_timeout_sec: 20 }),
};

/** The folder in which VS Code keeps what belongs to a person. */
function usualEditorFolder({ home, env, platform }: AgentMachine): string {
  if (platform === 'win32') return join(env.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Code', 'User');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Code', 'User');
  return join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'Code', 'User');
}

const inEditor =
  (...path: readonly string[]) =>
  (machine: AgentMachine): string =>
    join(machine.editorFolder ?? usualEditorFolder(machine), 'globalStorage', ...path);

const configHome =
  (name: string) =>
  ({ home, env }: AgentMachine): string =>
    join(env.XDG_CONFIG_HOME ?? join(home, '.config'), name);

/** All agents that can be connected. Files and entries are those of their own documentation or of their programs. */
export const connectableAgents: readonly ConnectableAgent[] = [
  claude,
  codex,
  jsonAgent('gemini', 'Gemini CLI', inHome(undefined, '.gemini'), {
    user: 'settings.json',
    project: '.gemini/settings.json',
  }),
  jsonAgent(
    'copilot',
    'Copilot CLI',
    inHome('COPILOT_HOME', '.copilot'),
    { user: 'mcp-config.json', project: '.github/mcp.json' },
    (start) => ({
      ...{ type: 'local', ...usual(start) },
      tools: ['*'],
    }),
  ),
  jsonAgent('qwen', 'Qwen Code', inHome(undefined, '.qwen'), {
    user: 'settings.json',
    project: '.qwen/settings.json',
  }),
  jsonAgent('cline', 'Cline CLI', inHome('CLINE_DIR', '.cline'), {
    user: 'data/settings/cline_mcp_settings.json',
  }),
  jsonAgent('cline-vscode', 'Cline', inEditor('saoudrizwan.claude-dev'), {
    user: 'settings/cline_mcp_settings.json',
  }),
  jsonAgent('roo', 'Roo Code', inEditor('rooveterinaryinc.roo-cline'), {
    user: 'settings/mcp_settings.json',
    project: '.roo/mcp.json',
  }),
  jsonAgent('cursor', 'Cursor', inHome(undefined, '.cursor'), {
    user: 'mcp.json',
    project: '.cursor/mcp.json',
  }),
  jsonAgent('windsurf', 'Windsurf', inHome(undefined, '.codeium', 'windsurf'), { user: 'mcp_config.json' }),
  jsonAgent(
    'opencode',
    'OpenCode',
    configHome('opencode'),
    { user: 'opencode.json', project: 'opencode.json', table: 'mcp' },
    ({ command, args }) => ({
      ...{ type: 'local', command: [command, ...args], enabled: true },
    }),
  ),
  jsonAgent(
    'zed',
    'Zed',
    configHome('zed'),
    { user: 'settings.json', project: '.zed/settings.json', table: 'context_servers' },
    (start) => ({
      ...{ source: 'custom', ...usual(start), env: {} },
    }),
  ),
  jsonAgent(
    'droid',
    'Factory Droid',
    inHome(undefined, '.factory'),
    { user: 'mcp.json', project: '.factory/mcp.json' },
    standard,
  ),
  jsonAgent('kiro', 'Kiro', inHome(undefined, '.kiro'), {
    user: 'settings/mcp.json',
    project: '.kiro/settings/mcp.json',
  }),
];
