import { l10n } from 'vscode';
import type { SessionIdentity, SessionSource } from '../../history/sessions/types.ts';
import { agentNameOf, profileOf } from '../../agents/agents.ts';

/** Returns the name of the agent that wrote a session, or that this store recorded it. */
export const sourceName = (source: SessionSource): string =>
  source === 'history' ? l10n.t('Recorded') : agentNameOf(source);

/** Returns the name of the agent's codicon, or that of recordings. */
export const sourceIcon = (source: SessionSource): string =>
  source === 'history' ? 'record' : (profileOf(source)?.icon ?? 'terminal');

/** A word that no shell treats specially. */
const plainWord = /^[A-Za-z0-9][\w-]{0,127}$/;

/** Returns the command that resumes a session in its agent's terminal program; undefined without one. */
export function resumeWords({
  source,
  sessionId,
  archived,
}: SessionIdentity & { readonly archived?: boolean }): readonly string[] | undefined {
  if (source === 'history' || archived || !plainWord.test(sessionId)) return undefined;
  return profileOf(source)?.resume?.(sessionId);
}

/** Text that no shell changes between double quotes; PowerShell also ends them at typographic ones. */
const quotable = /^[^"“”„$`!%\p{Cc}]*[^"“”„$`!%\p{Cc}\\]$/u;

/** Returns a line that runs these words in any shell; undefined if a shell would change one of them. */
export function shellLine(words: readonly string[]): string | undefined {
  if (!words.every((word) => quotable.test(word))) return undefined;
  return words.map((word) => (/^[\w.-]+$/.test(word) ? word : `"${word}"`)).join(' ');
}
