import { l10n } from 'vscode';
import type { SessionIdentity, SessionSource } from '../../store/sessions/types.ts';
import { agentNames, resumeCommands } from '../../store/transcripts/names.ts';
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
  source === 'history' ? l10n.t('Recorded') : agentNames[source];

/** The name of a codicon. */
export const sourceIcon = (source: SessionSource): string =>
  source === 'history' ? 'record' : (icons[source] ?? 'terminal');

/** Of one word of a command line, whichever shell reads it. */
const plainWord = /^[A-Za-z0-9][\w-]{0,127}$/;

/** The command that goes on with a session in its agent's terminal program; undefined where there is none. */
export function resumeWords({
  source,
  sessionId,
  archived,
}: SessionIdentity & { readonly archived?: boolean }): readonly string[] | undefined {
  if (source === 'history' || archived || !plainWord.test(sessionId)) return undefined;
  return resumeCommands[source]?.(sessionId);
}
