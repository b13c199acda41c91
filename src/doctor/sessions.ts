import type { Clock } from '../store/base/context.ts';
import { silentLog } from '../store/base/core.ts';
import { keepSettings } from '../store/capture/settings.ts';
import type { KeepSettings } from '../store/capture/types.ts';
import { Archives } from '../store/archive/archives.ts';
import { Capture } from '../store/capture/capture.ts';
import { contextOf } from '../store/context.ts';
import type { Workspace } from '../store/sessions/types.ts';
import { WorkspaceTranscripts } from '../store/sessions/workspaceTranscripts.ts';
import { loadAgents } from '../store/transcripts/loadAgents.ts';
import { TranscriptReader } from '../store/transcripts/reader.ts';
import { note, ok, problem, text, Unrepaired } from './findings.ts';
import type { Check, RepairableFinding, BilingualText, Patient } from './types.ts';

/** A person waits no longer for sessions to be kept; the rest is kept later. Milliseconds. */
const keepWithinMs = 60_000;

/** Whether sessions are kept before their agents delete them, and whether there is room for them. */
export const sessionsCheck: Check = {
  id: 'sessions',
  title: text('Sessions', '会话'),
  withinMs: 20_000,
  run: async (patient) => {
    const { project, base = project, machine, clock, keep = keepSettings(machine.env, silentLog) } = patient;
    if (project === undefined || base === undefined) return [];
    const workspace: Workspace = { folders: [project], places: machine };
    const capture = captureIn(base, clock, () => true);
    const { due, bytes } = await capture.standing(workspace);
    return [dueFinding(due, keep, workspace, patient), roomFinding(bytes, keep)];
  },
};

function captureIn(base: string, clock: Clock, isReadOnly = () => false): Capture {
  const context = contextOf(base, { clock, log: silentLog, isReadOnly });
  const transcripts = new WorkspaceTranscripts(context, loadAgents);
  return new Capture(context, new Archives(context), transcripts, new TranscriptReader(loadAgents));
}

function dueFinding(
  due: number,
  keep: KeepSettings,
  workspace: Workspace,
  patient: Patient,
): RepairableFinding {
  const data = { due, keep: keep.keep };
  if (due === 0)
    return keep.keep === 'off'
      ? note('sessions.off', text('Sessions are not kept by themselves.', '会话不会自动保留。'), { data })
      : ok('sessions.kept', text('No session is lost within a week.', '一周内不会丢失任何会话。'), { data });
  const message = text(
    `${due === 1 ? '1 session' : `${due} sessions`} will soon be deleted by their agents and are not kept yet.`,
    `有 ${due} 个会话即将被其智能体删除，尚未保留。`,
  );
  const repair = {
    offer: text('Keep them now.', '立即保留。'),
    run: () => keepDue(keep, workspace, patient),
  };
  const about = { data, repair };
  return keep.keep === 'off'
    ? problem('sessions.lost', message, about)
    : note('sessions.due', message, about);
}

async function keepDue(keep: KeepSettings, workspace: Workspace, patient: Patient): Promise<BilingualText> {
  const { project = '', base = project, clock } = patient;
  const capture = captureIn(base, clock);
  const settings = { ...keep, keep: 'beforeDeletion' } as const;
  const { kept, left, failed } = await capture.sweep(workspace, settings, { within: keepWithinMs });
  const told = text(
    `${kept} kept, ${failed} failed, ${left} left.`,
    `已保留 ${kept} 个，失败 ${failed} 个，剩余 ${left} 个。`,
  );
  if (failed > 0) throw new Unrepaired(told); // the archives tell why
  return told;
}

function roomFinding(bytes: number, { maxMegabytes }: KeepSettings): RepairableFinding {
  const used = Math.round(bytes / 1e5) / 10;
  const data = { bytes, maxMegabytes };
  const en = `Archives take ${used} of ${maxMegabytes} MB.`;
  const zh = `归档占用 ${used} MB，上限 ${maxMegabytes} MB。`;
  if (bytes < maxMegabytes * 1e6) return ok('sessions.room', text(en, zh), { data });
  const more = text(
    `${en} From now on sessions are kept without a copy of their transcript.`,
    `${zh}此后保留的会话不含原始文件的副本。`,
  );
  return note('sessions.full', more, { data });
}
