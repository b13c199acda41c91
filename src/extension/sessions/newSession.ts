import { randomUUID } from 'node:crypto';
import { l10n, window } from 'vscode';
import { agentNameOf } from '../../agents/agents.ts';
import type { AgentMachine } from '../../agents/profile/machine.ts';
import { planSession, writeSession } from '../../connect/newSessions.ts';
import { realFolder } from '../../disk/base/projectFolder.ts';
import { newSessionOf } from '../../history/sessions/newSession.ts';
import { number } from '../base/notices.ts';
import { shellLine } from './agents.ts';
import type { PastChat } from './pastChat.ts';
import type { SessionServices } from './sessionTarget.ts';

/** How long a status message is shown. Milliseconds. */
const shownMs = 6_000;

/** Writes a new session of an agent and returns the line that resumes it. Throws where none can be written. */
export async function writeForAgent(
  {
    connect: { machine },
    clock,
  }: Pick<SessionServices, 'clock'> & { readonly connect: { readonly machine: AgentMachine } },
  agent: string,
  { project: { root }, conversation, brief }: PastChat,
): Promise<string | undefined> {
  const now = clock.now();
  const options = { id: randomUUID(), project: realFolder(root) ?? root, now, brief };
  const { session } = await newSessionOf(conversation, options);
  const plan = await planSession(session, { agent, machine, now });
  await writeSession(plan, machine);
  const turns = number(session.turns.length);
  const calls = number(session.turns.reduce((sum, turn) => sum + turn.calls.length, 0));
  const facts = l10n.t(
    'Wrote a session of {0}: {1} turns, {2} calls of tools.',
    agentNameOf(agent),
    turns,
    calls,
  );
  window.setStatusBarMessage(`$(check) ${facts}`, shownMs);
  return shellLine(plan.resume);
}
