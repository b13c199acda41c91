import { l10n } from 'vscode';
import type { SessionSource } from '../../store/sessions/types.ts';
import { agentTranscripts } from '../../store/transcripts/agents.ts';
import type { Agent } from '../../store/transcripts/shared/types.ts';

/** The codicons of agents in the tree; others have that of a terminal. */
const icons: Readonly<Partial<Record<Agent, string>>> = {
  claude: 'sparkle',
  codex: 'hubot',
  gemini: 'star-empty',
  vscode: 'comment-discussion',
  copilot: 'copilot',
  cline: 'robot',
};

/** The agent that wrote a session; of those this store recorded, that it did. */
export const sourceName = (source: SessionSource): string =>
  source === 'history' ? l10n.t('Recorded') : agentTranscripts[source].label;

/** The name of a codicon. */
export const sourceIcon = (source: SessionSource): string =>
  source === 'history' ? 'record' : (icons[source] ?? 'terminal');
