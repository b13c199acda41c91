import { defined } from '../disk/base/core.ts';
import type { BriefPurpose } from '../insight/brief/types.ts';
import type { CliProject } from './project.ts';
import type { CommandResult, Terminal } from './terminal.ts';

export interface BriefFlags {
  readonly session?: string;
  readonly purpose?: BriefPurpose;
  readonly maxTokens?: number;
  readonly within?: number;
}

/**
 * `brief`: what an agent receives at start; JSON `{purpose, text, tokens, items, omitted, left, outdated, unread}` as
 * returned by the store.
 */
export async function brief(
  { store, workspace }: CliProject,
  { session, purpose, maxTokens, within }: BriefFlags,
  { say }: Terminal,
): Promise<CommandResult> {
  const made = await store.brief.make(workspace, {
    ...defined({ session, purpose, maxTokens }),
    ...(within !== undefined && { atOnce: true }),
  });
  await store.brief.noteGiven(made, { by: 'terminal', ...defined({ session }) });
  const nothing = say('There is nothing to tell yet.');
  return { json: made, text: made.text === '' ? nothing : made.text };
}
