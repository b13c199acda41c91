import { l10n } from 'vscode';
import type { SessionSource } from '../../store/sessions/types.ts';
import type { Agent } from '../../store/transcripts/shared/types.ts';

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

/** The agent that wrote a session; of those this store recorded, that it did. */
export const sourceName = (source: SessionSource): string =>
  source === 'history' ? l10n.t('Recorded') : shown[source].name;

/** The name of a codicon. */
export const sourceIcon = (source: SessionSource): string =>
  source === 'history' ? 'record' : shown[source].icon;
