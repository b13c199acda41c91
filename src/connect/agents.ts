import { join } from 'node:path';
import {
  group,
  hooks,
  hookSeconds,
  onWindows,
  rules,
  server,
  standard,
  usual,
  type ConfigPart,
  type HookFields,
} from './agentParts.ts';
import { editorFolder, inAppData, inConfig, inEditor, inHome, type AgentMachine } from './machine.ts';
import { serverName, type PartKind, type Start, type Value, type PartValues } from './formats/parts.ts';

/** A text in both languages. */
export type Bilingual = readonly [english: string, chinese: string];

/** Where an agent looks for servers, hooks and rules, and what it wants to read there. */
export interface ConnectableAgent {
  readonly id: string;
  readonly label: string;
  /** Folders or files that are there where the agent is used. */
  readonly signs: (machine: AgentMachine) => readonly string[];
  readonly parts: readonly ConfigPart[];
  /** What the person is still to do, or ought to know, of a part that was written. */
  readonly notes?: Partial<Readonly<Record<PartKind, Bilingual>>>;
  /** Connected only where it is named: what it needs comes to it in another way as a rule. */
  readonly isByName?: true;
}

type FolderOf = (machine: AgentMachine) => string;

const agent = (
  id: string,
  label: string,
  folder: FolderOf,
  parts: readonly ConfigPart[],
  more: Pick<ConnectableAgent, 'notes' | 'isByName'> = {},
): ConnectableAgent => ({ id, label, signs: (machine) => [folder(machine)], parts, ...more });

const agentsMd = rules('AGENTS.md');

const inPowershell: HookFields = ({ powershell }) => ({ command: powershell, shell: 'powershell' });

const claudeFolder = inHome('CLAUDE_CONFIG_DIR', '.claude');
const claudeServer = server(claudeFolder, {}, standard);

const claude = agent('claude', 'Claude Code', claudeFolder, [
  {
    ...claudeServer,
    // Its servers are in a file beside its folder, unless that was set to another place.
    file: (scope, project, { home, env }) =>
      scope === 'project' ? join(project, '.mcp.json') : join(env.CLAUDE_CONFIG_DIR ?? home, '.claude.json'),
  },
  hooks(
    claudeFolder,
    { user: 'settings.json', project: '.claude/settings.local.json' },
    ['PreCompact', 'PostCompact', 'SessionStart', 'SessionEnd'],
    // Its shell is bash, or PowerShell where that is missing. With `args` it takes none, but a version that does not know
    // them would start a bare cmd, which runs the lines it is given.
    group(1, { fields: onWindows(inPowershell) }),
  ),
  rules('CLAUDE.md'),
]);

const codexFolder = inHome('CODEX_HOME', '.codex');

const codex = agent(
  'codex',
  'Codex',
  codexFolder,
  [
    server(
      codexFolder,
      { user: 'config.toml', project: '.codex/config.toml' },
      (start) => ({ ...usual(start), startup_timeout_sec: 20 }),
      { table: 'mcp_servers', format: 'toml' },
    ),
    hooks(
      codexFolder,
      { user: 'hooks.json' },
      ['PreCompact', 'PostCompact', 'SessionStart', 'SessionEnd'],
      group(1, {
        most: { SessionEnd: 3 }, // it warns at every start of more
        fields: onWindows(({ command, powershell }) => ({ command, commandWindows: powershell })),
      }),
    ),
    agentsMd,
  ],
  {
    notes: {
      hooks: [
        'Codex runs a hook only once you trust it: start codex and choose “Trust all and continue”, or type /hooks.',
        'Codex 只运行你信任的钩子：启动 codex 并选择“Trust all and continue”，或输入 /hooks。',
      ],
    },
  },
);

/** The variable stands for the home folder. */
const geminiFolder: FolderOf = ({ home, env }) => join(env.GEMINI_CLI_HOME ?? home, '.gemini');
const qwenFolder = inHome(undefined, '.qwen');
const settings = (folder: string) => ({ user: 'settings.json', project: `${folder}/settings.json` });

const gemini = agent(
  'gemini',
  'Gemini CLI',
  geminiFolder,
  [
    server(geminiFolder, settings('.gemini')),
    hooks(
      geminiFolder,
      { user: 'settings.json' },
      ['PreCompress', 'SessionStart', 'BeforeAgent', 'SessionEnd'], // it starts no session after it compressed one
      group(1_000, {
        ...{ more: { name: serverName }, around: { matcher: '*' } },
        fields: onWindows(({ powershell }) => ({ command: powershell })), // its only shell there
      }),
    ),
    rules('GEMINI.md'),
  ],
  {
    notes: {
      server: [
        'Gemini CLI starts no servers in a folder that it does not trust: start gemini there and choose “Trust folder”.',
        'Gemini CLI 不在未信任的文件夹中启动服务器：在那里启动 gemini 并选择“Trust folder”。',
      ],
    },
  },
);

const qwen = agent('qwen', 'Qwen Code', qwenFolder, [
  server(qwenFolder, settings('.qwen')),
  hooks(
    qwenFolder,
    { user: 'settings.json' },
    ['PreCompact', 'PostCompact', 'UserPromptSubmit', 'SessionEnd'], // it drops what hooks answer to a start
    // Its usual shell there is cmd, to which the quotes of a path come escaped.
    group(1_000, { more: { name: serverName }, fields: onWindows(inPowershell) }),
  ),
  agentsMd,
]);

const copilotFolder = inHome('COPILOT_HOME', '.copilot');
const copilotEntry = (start: Start): object => ({ type: 'local', ...usual(start), tools: ['*'] });
const copilotHook = ({ hook }: PartValues): object => ({
  ...{ type: 'command', bash: hook.command, powershell: hook.powershell },
  timeoutSec: hookSeconds,
});
const copilotHooks = hooks(
  copilotFolder,
  { user: 'hooks/mcp-history-store.json' },
  ['preCompact', 'sessionStart', 'userPromptSubmitted', 'sessionEnd'], // it starts no session after it compacted one
  copilotHook,
  true,
);

const copilot = agent('copilot', 'Copilot CLI', copilotFolder, [
  server(copilotFolder, { user: 'mcp-config.json', project: '.github/mcp.json' }, copilotEntry),
  copilotHooks,
  rules('.github/copilot-instructions.md'),
]);

/** In newer versions sessions run outside of the editor, where neither servers of extensions nor hooks of plugins are. */
const agentHost = agent(
  'agent-host',
  'VS Code Agent Host',
  editorFolder,
  [
    server(copilotFolder, { user: 'mcp-config.json' }, copilotEntry),
    server(copilotFolder, { project: '.mcp.json' }, standard),
    copilotHooks,
    agentsMd,
  ],
  {
    notes: {
      server: [
        'Sessions in VS Code’s agent host read the files of Copilot CLI, not the servers of extensions and the hooks of plugins.',
        'VS Code 智能体主机中的会话读取 Copilot CLI 的文件，而不读取扩展的服务器和插件的钩子。',
      ],
    },
  },
);

const vscode = agent(
  'vscode',
  'VS Code',
  editorFolder,
  [
    server(editorFolder, { user: 'mcp.json', project: '.vscode/mcp.json' }, standard, { table: 'servers' }),
    agentsMd,
  ],
  {
    isByName: true,
    notes: {
      server: [
        'Where the extension is installed, VS Code has the server from it already.',
        '如果已安装扩展，VS Code 已从扩展获得该服务器。',
      ],
    },
  },
);

const cursorFolder = inHome(undefined, '.cursor');

const cursor = agent('cursor', 'Cursor', cursorFolder, [
  server(cursorFolder, { user: 'mcp.json', project: '.cursor/mcp.json' }),
  hooks(
    cursorFolder,
    { user: 'hooks.json' },
    ['preCompact', 'sessionStart'],
    ({ hook }) => ({ command: hook.command, timeout: hookSeconds }),
    true,
  ),
  rules('.cursor/rules/history.mdc', '---\ndescription: Conversation history\nalwaysApply: true\n---\n'),
]);

const droidFolder = inHome(undefined, '.factory');

const droid = agent('droid', 'Factory Droid', droidFolder, [
  server(droidFolder, { user: 'mcp.json', project: '.factory/mcp.json' }, standard),
  hooks(
    droidFolder,
    { user: 'settings.json', project: '.factory/settings.local.json' },
    ['PreCompact', 'SessionStart', 'SessionEnd'],
    group(1),
  ),
  agentsMd,
]);

/** An agent without hooks that read a transcript. */
const withoutHooks = (
  id: string,
  label: string,
  folder: FolderOf,
  names: { readonly user?: string; readonly project?: string },
  ...more: readonly [entry?: (start: Start) => object, options?: { readonly table: string }]
): ConnectableAgent => agent(id, label, folder, [server(folder, names, ...more), agentsMd]);

const openCodeEntry = ({ command, args }: Start): object => ({
  ...{ type: 'local', command: [command, ...args], enabled: true },
});

const continueFolder = inHome('CONTINUE_GLOBAL_DIR', '.continue');

const continueValues = (wanted: PartValues): readonly Value[] => [
  { kind: 'default', path: ['name'], value: 'History' },
  { kind: 'default', path: ['version'], value: '0.0.1' },
  { kind: 'default', path: ['schema'], value: 'v1' },
  {
    ...{ kind: 'element', path: ['mcpServers'], named: serverName },
    value: { name: serverName, ...usual(wanted.server) },
  },
];

const continueAgent = agent('continue', 'Continue', continueFolder, [
  {
    ...server(continueFolder, {
      user: 'mcpServers/history.yaml',
      project: '.continue/mcpServers/history.yaml',
    }),
    format: 'yaml',
    values: continueValues,
  },
  rules('.continue/rules/history.md', '---\nname: Conversation history\nalwaysApply: true\n---\n'),
]);

const zedFolder: FolderOf = (machine) =>
  machine.platform === 'win32' ? join(inAppData(machine), 'Zed') : inConfig('zed')(machine);

const windsurfFolder = inHome(undefined, '.codeium', 'windsurf');

/** All agents that can be connected. Files and entries are those of their own documentation or of their programs. */
export const connectableAgents: readonly ConnectableAgent[] = [
  ...[claude, codex, gemini, copilot, qwen],
  withoutHooks('cline', 'Cline CLI', inHome('CLINE_DIR', '.cline'), {
    user: 'data/settings/cline_mcp_settings.json',
  }),
  agentHost,
  vscode,
  withoutHooks('cline-vscode', 'Cline', inEditor('saoudrizwan.claude-dev'), {
    user: 'settings/cline_mcp_settings.json',
  }),
  withoutHooks('roo', 'Roo Code', inEditor('rooveterinaryinc.roo-cline'), {
    ...{ user: 'settings/mcp_settings.json', project: '.roo/mcp.json' },
  }),
  withoutHooks(
    'kilo',
    'Kilo Code',
    inConfig('kilo'),
    { user: 'kilo.jsonc', project: '.kilo/kilo.jsonc' },
    openCodeEntry,
    { table: 'mcp' },
  ),
  withoutHooks('kilo-vscode', 'Kilo Code 4', inEditor('kilocode.kilo-code'), {
    ...{ user: 'settings/mcp_settings.json', project: '.kilocode/mcp.json' },
  }),
  cursor,
  agent('windsurf', 'Windsurf', windsurfFolder, [
    server(windsurfFolder, { user: 'mcp_config.json' }),
    rules('.windsurf/rules/history.md', '---\ntrigger: always_on\n---\n'),
  ]),
  continueAgent,
  withoutHooks(
    'opencode',
    'OpenCode',
    inConfig('opencode'),
    { user: 'opencode.json', project: 'opencode.json' },
    openCodeEntry,
    { table: 'mcp' },
  ),
  withoutHooks(
    'zed',
    'Zed',
    zedFolder,
    { user: 'settings.json', project: '.zed/settings.json' },
    (start) => ({ source: 'custom', ...usual(start), env: {} }),
    { table: 'context_servers' },
  ),
  droid,
  withoutHooks('kiro', 'Kiro', inHome(undefined, '.kiro'), {
    ...{ user: 'settings/mcp.json', project: '.kiro/settings/mcp.json' },
  }),
];
