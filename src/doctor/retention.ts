import { agentNameOf, profileOf } from '../agents/agents.ts';
import type { AgentTable, Retention } from '../agents/reading/agent.ts';
import type { TranscriptInfo } from '../agents/reading/types.ts';
import { deletedSoon } from '../history/capture/deletion.ts';
import { note, ok, sessionsText, text } from './findings.ts';
import type { BilingualText, CheckTarget, RepairableFinding } from './types.ts';

const dayMs = 24 * 60 * 60_000;

/** Days that are offered: ten years. */
export const offeredDays = 3_650;

/** Says how long each agent with sessions here keeps them, by its own settings, and how many go within a week. */
export async function retentionFindings(
  transcripts: readonly TranscriptInfo[],
  agents: AgentTable,
  { machine, clock, project = '' }: CheckTarget,
): Promise<readonly RepairableFinding[]> {
  const found: RepairableFinding[] = [];
  const soon = deletedSoon(transcripts, clock.now());
  for (const { id, retention } of agents) {
    const own = transcripts.filter(({ agent }) => agent === id);
    const rule = own.length === 0 ? undefined : await retention?.(machine, project).catch(() => undefined);
    if (rule === undefined) continue;
    const going = soon.filter(({ agent }) => agent === id).length;
    const isSettable = rule.maxAgeMs !== undefined && hasSetting(id);
    const message = withAdvice(ruleText(agentNameOf(id), rule, going), isSettable ? id : undefined);
    const data = { going, ...(isSettable && { keepDays: offeredDays }) };
    const make = going === 0 ? ok : note;
    found.push(make('sessions.retention', message, { subject: id, data }));
  }
  return found;
}

const hasSetting = (id: string): boolean =>
  (profileOf(id)?.setups ?? []).some(({ retention }) => retention !== undefined);

function ruleText(name: string, { maxAgeMs, newest }: Retention, going: number): BilingualText {
  const goes = sessionsText(going);
  if (maxAgeMs !== undefined)
    return text(
      '{0} deletes sessions {1} days after their last change. Within 7 days: {2}.',
      name,
      Math.round((maxAgeMs / dayMs) * 10) / 10,
      goes,
    );
  if (newest !== undefined)
    return text(
      '{0} keeps its newest {1} sessions of a folder. Within 7 days may go: {2}.',
      name,
      newest,
      goes,
    );
  return text('{0} is set to delete no sessions.', name);
}

/** Adds how to change it. */
function withAdvice(message: BilingualText, id: string | undefined): BilingualText {
  if (id === undefined) return message;
  return text(
    '{0} To keep them longer: mcp-history-store setup {1} --keep-days {2}, which shows the edit first.',
    message,
    id,
    offeredDays,
  );
}
