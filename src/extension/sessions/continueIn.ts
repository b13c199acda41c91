import { dirname } from 'node:path';
import { l10n, ProgressLocation, workspace, type Uri } from 'vscode';
import { profiles } from '../../agents/agents.ts';
import type { AgentProfile } from '../../agents/profile/agentProfile.ts';
import type { AgentMachine } from '../../agents/profile/machine.ts';
import { connectableAgents } from '../../connect/agents.ts';
import { isPresent } from '../../connect/connections.ts';
import { StoreError } from '../../disk/base/core.ts';
import { writeChatFile } from '../base/chat.ts';
import { withProgress } from '../base/notices.ts';
import { pick } from '../base/pick.ts';
import { shellLine } from './agents.ts';
import { writePastChat, type PastChat } from './pastChat.ts';
import type { SessionServices } from './sessionTarget.ts';
import { runInTerminal } from './terminalCommand.ts';

/** What continuing in an agent requires. */
export type ContinueServices = SessionServices & { readonly connect: { readonly machine: AgentMachine } };

/** A place where a conversation can continue. */
export interface ContinueChoice {
  readonly label: string;
  readonly description?: string;
  readonly run: () => Promise<void>;
}

/** Asks where a conversation continues, and continues it there. Throws `CancellationError`. */
export async function chooseAndContinue(title: string, choices: readonly ContinueChoice[]): Promise<void> {
  await (await pick(choices, title, l10n.t('Choose where to continue'))).run();
}

/**
 * Returns a choice for each agent used on this computer that can begin with a prompt in a terminal; none in an untrusted
 * workspace.
 */
export const agentChoices = (
  services: ContinueServices,
  past: () => Thenable<PastChat>,
  attachments: Uri,
): readonly ContinueChoice[] =>
  (workspace.isTrusted ? presentAgents(services) : []).map((profile) => ({
    label: `$(${iconOf(profile)}) ${profile.name}`,
    description: l10n.t('new session in a terminal'),
    run: async () => goOnInAgent(services, profile, await past(), attachments),
  }));

const iconOf = ({ icon = 'terminal' }: AgentProfile): string => icon;

const presentAgents = ({ connect }: ContinueServices): readonly AgentProfile[] =>
  profiles.filter(
    (profile) =>
      (profile.begin ?? profile.resume) !== undefined &&
      connectableAgents.some((agent) => agent.id === profile.id && isPresent(agent, connect.machine)),
  );

/**
 * Goes on in a new session of an agent that has what was said as its own. Where none can be written, as for a program
 * that is not found or too new, it begins one that reads a text.
 */
async function goOnInAgent(
  services: ContinueServices,
  profile: AgentProfile,
  past: PastChat,
  attachments: Uri,
): Promise<void> {
  const { writeForAgent } = await import('./newSession.ts');
  const shown = { location: ProgressLocation.Window, title: l10n.t('Writing the session…') };
  const writing = withProgress(shown, () => writeForAgent(services, profile.id, past));
  const line = await Promise.resolve(writing).catch((error: unknown) => {
    const cannot = error instanceof StoreError && ['disabled', 'invalid_argument'].includes(error.code);
    if (cannot && profile.begin !== undefined) return undefined;
    throw error;
  });
  if (line === undefined) return beginInAgent(services, profile, past, attachments);
  runInTerminal(line, { name: profile.name, icon: iconOf(profile), cwd: past.project.root });
}

/** Begins a session of an agent in a terminal, which first reads the conversation from a file. */
async function beginInAgent(
  { sessionLists, clock }: ContinueServices,
  profile: AgentProfile,
  past: PastChat,
  attachments: Uri,
): Promise<void> {
  const { text } = await writePastChat(past, sessionLists.places, 'text');
  const { title, project } = past;
  const { fsPath: file } = await writeChatFile(attachments, { title, text, now: clock.now() });
  const prompt = l10n.t('Read the conversation so far in {0} and continue it.', file);
  const line = shellLine(profile.begin?.(prompt, dirname(file)) ?? []);
  if (line === undefined)
    throw new StoreError(
      'disabled',
      l10n.t('A terminal would misread the path {0}. Continue it in chat.', file),
    );
  runInTerminal(line, { name: profile.name, icon: iconOf(profile), cwd: project.root });
}
