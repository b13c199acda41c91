import type { Agent } from './shared/types.ts';

/** What each agent calls itself, the same in every language. */
export const agentNames: Readonly<Record<Agent, string>> = {
  roo: 'Roo Code',
  kilo: 'Kilo Code',
  cline: 'Cline',
  vscode: 'VS Code Chat',
  gemini: 'Gemini CLI',
  traex: 'TraeX',
  codex: 'Codex',
  copilot: 'GitHub Copilot',
  'copilot-cli': 'Copilot CLI',
  cursor: 'Cursor',
  qwen: 'Qwen Code',
  openclaude: 'OpenClaude',
  iflow: 'iFlow CLI',
  droid: 'Factory Droid',
  pi: 'Pi',
  kiro: 'Kiro',
  continue: 'Continue',
  antigravity: 'Antigravity',
  amp: 'Amp',
  aider: 'Aider',
  specstory: 'SpecStory',
  opencode: 'OpenCode',
  goose: 'Goose',
  zed: 'Zed',
  claude: 'Claude Code',
};

/** What an agent is called that is named by its id, or as it calls itself to servers; another name stays as it is. */
export function agentCalled(agent: string): string {
  const id = agent === 'claude-code' ? 'claude' : agent;
  return isAgent(id) ? agentNames[id] : agent;
}

const isAgent = (id: string): id is Agent => Object.hasOwn(agentNames, id);

/** The commands that go on with a session in the terminal programs of agents, run in the folder of the session. */
export const resumeCommands: Readonly<Partial<Record<Agent, (sessionId: string) => readonly string[]>>> = {
  qwen: (sessionId) => ['qwen', '--resume', sessionId],
  codex: (sessionId) => ['codex', 'resume', sessionId],
  'copilot-cli': (sessionId) => ['copilot', `--resume=${sessionId}`],
  gemini: (sessionId) => ['gemini', '--resume', sessionId],
  claude: (sessionId) => ['claude', '--resume', sessionId],
  opencode: (sessionId) => ['opencode', '--session', sessionId],
};
