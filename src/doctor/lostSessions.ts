import { silentLog } from '../disk/base/core.ts';
import { contextOf } from '../disk/context.ts';
import { Archives } from '../history/archive/archives.ts';
import { Recovery } from '../history/capture/recovery.ts';
import { keepSettings } from '../history/capture/settings.ts';
import type { Workspace } from '../history/sessions/types.ts';
import { WorkspaceTranscripts } from '../history/sessions/workspaceTranscripts.ts';
import { loadAgents } from '../agents/loadTranscripts.ts';
import { TranscriptReader } from '../agents/reading/reader.ts';
import { note, RepairFailed, sessionsText, text } from './findings.ts';
import type { BilingualText, CheckTarget, RepairableFinding } from './types.ts';

/** Counts the sessions that agents have lost and that can be found again, which a person may choose. */
export async function lostFindings(
  base: string,
  workspace: Workspace,
  target: CheckTarget,
): Promise<readonly RepairableFinding[]> {
  const { length: count } = await recoveryIn(base, target, true).look(workspace);
  if (count === 0) return [];
  const message = text(
    '{0} that agents have deleted or lost can be found again by mcp-history-store recover.',
    sessionsText(count),
  );
  const repair = {
    offer: text('Recover them; those whose answers are gone say so.'),
    byChoice: true,
    run: () => recoverAll(base, workspace, target),
  } as const;
  return [note('sessions.recoverable', message, { data: { count }, repair })];
}

async function recoverAll(base: string, workspace: Workspace, target: CheckTarget): Promise<BilingualText> {
  const settings = target.keep ?? keepSettings(target.machine.env, silentLog);
  const { recovered, failed } = await recoveryIn(base, target, false).recover(workspace, settings);
  const result = text('Recovered {0}; {1} failed.', sessionsText(recovered.length), failed);
  if (failed > 0) throw new RepairFailed(result); // the archives check reports why
  return result;
}

function recoveryIn(base: string, { clock }: CheckTarget, readOnly: boolean): Recovery {
  const context = contextOf(base, { clock, log: silentLog, isReadOnly: () => readOnly });
  const transcripts = new WorkspaceTranscripts(context, loadAgents);
  const reader = new TranscriptReader(loadAgents);
  return new Recovery(context, { archives: new Archives(context), transcripts, reader, agents: loadAgents });
}
