import { agentNameOf, readAgents } from '../agents/agents.ts';
import { loadAgents } from '../agents/loadTranscripts.ts';
import { readerOf, type AgentTranscripts } from '../agents/reading/agent.ts';
import { foreignFileNow } from '../disk/files/foreign.ts';
import { problem, text } from './findings.ts';
import type { CheckTarget, RepairableFinding } from './types.ts';

/** A session writes at least this often while a tool of it runs. Milliseconds. */
const writesWithinMs = 60 * 60_000;

/**
 * Finds the marks that a session leaves on what its tools start, where that session does not write any more: whatever
 * they were passed on to since, such as a terminal, now starts sessions of which the agent keeps no transcript.
 */
export async function unsavedFindings(target: CheckTarget): Promise<readonly RepairableFinding[]> {
  const { env } = target.machine;
  const isSet = (variable: string): boolean => (env[variable]?.trim() ?? '') !== '';
  const found: RepairableFinding[] = [];
  for (const { id, client: { unsaved, sessionVariable = '' } = {} } of readAgents) {
    if (!unsaved || !isSet(unsaved.variable) || isSet(unsaved.unless)) continue;
    if (await isWriting(readerOf(await loadAgents(), id), env[sessionVariable] ?? '', target)) continue;
    const message = text(
      '{0} is set by a session of {1} that writes no more: {1} keeps no transcript of sessions that start here. Unset it before.',
      unsaved.variable,
      agentNameOf(id),
    );
    found.push(problem('variable.unsaved', message, { subject: unsaved.variable }));
  }
  return found;
}

/** Whether the transcript of a session grew lately. */
async function isWriting(
  { ofSession }: AgentTranscripts,
  session: string,
  { machine, clock }: CheckTarget,
): Promise<boolean> {
  const paths = (await ofSession?.(machine, session.trim().toLowerCase())) ?? [];
  return paths.some((path) => clock.now() - (foreignFileNow(path)?.mtimeMs ?? 0) < writesWithinMs);
}
