import type { Agent } from '../../store/transcripts/types.ts';

/** What agents call themselves, the same in every language, and their icons in the tree. */
const shown: Readonly<Record<Agent, { readonly name: string; readonly icon: string }>> = {
  claude: { name: 'Claude Code', icon: 'sparkle' },
  codex: { name: 'Codex', icon: 'hubot' },
  gemini: { name: 'Gemini CLI', icon: 'star-empty' },
  vscode: { name: 'VS Code Chat', icon: 'comment-discussion' },
  copilot: { name: 'GitHub Copilot', icon: 'copilot' },
  'copilot-cli': { name: 'Copilot CLI', icon: 'terminal' },
  cline: { name: 'Cline', icon: 'robot' },
};

export const agentName = (agent: Agent): string => shown[agent].name;

/** The name of a codicon. */
export const agentIcon = (agent: Agent): string => shown[agent].icon;
