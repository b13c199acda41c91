import type { Clock } from '../disk/base/context.ts';
import { silentLog } from '../disk/base/core.ts';
import { sayIn } from '../disk/base/texts.ts';
import { keepSettings } from '../history/capture/settings.ts';
import type { KeepSettings } from '../history/capture/types.ts';
import { Archives } from '../history/archive/archives.ts';
import { Capture } from '../history/capture/capture.ts';
import { contextOf } from '../disk/context.ts';
import type { Workspace } from '../history/sessions/types.ts';
import { WorkspaceTranscripts } from '../history/sessions/workspaceTranscripts.ts';
import { brokenLinks, linksOut, type LinkOut } from '../agents/reading/linksOut.ts';
import type { Agent, TranscriptInfo, UnreadPlace } from '../agents/reading/types.ts';
import { unreadHomes } from '../agents/reading/unread.ts';
import { agentNameOf } from '../agents/agents.ts';
import { unreadText } from '../agents/unreadText.ts';
import { loadAgents } from '../agents/loadTranscripts.ts';
import { TranscriptReader } from '../agents/reading/reader.ts';
import { note, ok, problem, sessionsText, text, RepairFailed } from './findings.ts';
import { retentionFindings } from './retention.ts';
import { isClosed } from './historyFolder.ts';
import { lostFindings } from './lostSessions.ts';
import type { Check, RepairableFinding, BilingualText, CheckTarget } from './types.ts';

/** How long a repair may archive sessions while the person waits; the rest is archived later. Milliseconds. */
const keepWithinMs = 60_000;

/** Checks that sessions are archived before their agents delete them, and that there is signal space. */
export const sessionsCheck: Check = {
  id: 'sessions',
  title: text('Sessions'),
  withinMs: 20_000,
  run: async (target) => {
    const { project, base = project, machine, clock, keep = keepSettings(machine.env, silentLog) } = target;
    if (project === undefined || base === undefined || isClosed(base))
      return unreadFindings(unreadHomes(await loadAgents(), machine, []).all);
    const workspace: Workspace = { folders: [project], places: machine };
    const capture = captureIn(base, clock, () => true);
    const { due, bytes, unread, transcripts } = await capture.status(workspace);
    const homeless = await homelessFindings(machine);
    return [
      dueFinding(due, keep, workspace, target),
      roomFinding(bytes, keep),
      ...(await lostFindings(base, workspace, target)),
      ...(await retentionFindings(transcripts, await loadAgents(), target)),
      ...(await foundFindings(countByAgent(transcripts))),
      ...[...countByAgent(transcripts.filter(({ hasMoved }) => hasMoved))].map(movedFinding),
      ...(await linksOut(transcripts, await loadAgents(), machine)).map(linkFinding),
      ...transcripts.filter(({ isDamaged }) => isDamaged).map(({ path }) => damagedFinding(path)),
      ...unreadFindings([...unread, ...brokenLinks(transcripts, await loadAgents(), machine)]),
      ...homeless,
    ];
  },
};

function countByAgent(transcripts: readonly TranscriptInfo[]): ReadonlyMap<Agent, number> {
  const counts = new Map<Agent, number>();
  for (const { agent } of transcripts) counts.set(agent, (counts.get(agent) ?? 0) + 1);
  return counts;
}

/** Says in which forms the sessions of each agent here are read, in the words of docs/forms.md. */
async function foundFindings(found: ReadonlyMap<string, number>): Promise<readonly RepairableFinding[]> {
  return (await loadAgents()).flatMap(({ id, forms }) => {
    const count = found.get(id) ?? 0;
    const sessions = sessionsText(count);
    const places = (wanted: string): string =>
      forms.flatMap(({ state, place }) => (state === wanted ? place : [])).join('; ');
    const about = [agentNameOf(id), sessions, places('read')] as const;
    const unread = places('unread');
    const message =
      unread === ''
        ? text('{0}: {1}. Forms that are read: {2}', ...about)
        : text('{0}: {1}. Forms that are read: {2}. Forms that are not read: {3}', ...about, unread);
    const data = { count, unread };
    return count === 0 ? [] : [ok('sessions.found', message, { subject: id, data })];
  });
}

/** Says that sessions here stand in the lists of other folders, too. */
function movedFinding([id, count]: readonly [Agent, number]): RepairableFinding {
  const sessions = sessionsText(count);
  const message = text(
    '{0}: {1} moved from one folder to another, and listed in each.',
    agentNameOf(id),
    sessions,
  );
  return ok('sessions.moved', message, { subject: id, data: { count } });
}

/** Names a link behind which sessions lie: other programs may reach them, and a copy of the home lacks them. */
const linkFinding = ({ agent, path, target }: LinkOut): RepairableFinding =>
  note(
    'sessions.link',
    text('{0}: {1} is a link out of its folder: sessions lie in {2}.', agentNameOf(agent), path, target),
    {
      subject: path,
      data: { path, target },
    },
  );

/** Says which places of agents cannot be read: a session there is neither listed nor kept. */
const unreadFindings = (unread: readonly UnreadPlace[]): readonly RepairableFinding[] =>
  unread.map((place) => {
    const message = { en: unreadText(place, sayIn('en')), zh: unreadText(place, sayIn('zh')) };
    return problem('sessions.unread', message, { subject: place.path, data: { ...place } });
  });

/** Counts the sessions of each agent that belong to no project because they ran in no folder. */
async function homelessFindings(machine: CheckTarget['machine']): Promise<readonly RepairableFinding[]> {
  const found: RepairableFinding[] = [];
  for (const { id, homeless } of await loadAgents()) {
    const { length } = (await homeless?.(machine)) ?? [];
    const message = text(
      '{0}: {1} of no project, in windows without a folder.',
      agentNameOf(id),
      sessionsText(length),
    );
    if (length > 0) found.push(note('sessions.homeless', message, { subject: id, data: { count: length } }));
  }
  return found;
}

function captureIn(base: string, clock: Clock, isReadOnly = () => false): Capture {
  const context = contextOf(base, { clock, log: silentLog, isReadOnly });
  const transcripts = new WorkspaceTranscripts(context, loadAgents);
  return new Capture(context, new Archives(context), transcripts, new TranscriptReader(loadAgents));
}

const damagedFinding = (path: string): RepairableFinding =>
  note('sessions.damaged', text('A packed session is damaged and cannot be read: {0}', path), {
    subject: path,
    data: { path },
  });

function dueFinding(
  due: number,
  keep: KeepSettings,
  workspace: Workspace,
  target: CheckTarget,
): RepairableFinding {
  const data = { due, keep: keep.keep };
  if (due === 0)
    return keep.keep === 'off'
      ? note('sessions.off', text('Sessions are not kept automatically.'), { data })
      : ok('sessions.kept', text('No session is lost within a week.'), { data });
  const message = text('{0} will soon be deleted by their agents and are not kept yet.', sessionsText(due));
  const repair = {
    offer: text('Keep them now.'),
    run: () => keepDue(keep, workspace, target),
  };
  const about = { data, repair };
  return keep.keep === 'off'
    ? problem('sessions.lost', message, about)
    : note('sessions.due', message, about);
}

async function keepDue(
  keep: KeepSettings,
  workspace: Workspace,
  target: CheckTarget,
): Promise<BilingualText> {
  const { project = '', base = project, clock } = target;
  const capture = captureIn(base, clock);
  const settings = { ...keep, keep: 'beforeDeletion' } as const;
  const { kept, left, failed } = await capture.sweep(workspace, settings, { within: keepWithinMs });
  const result = text('{0} kept, {1} failed, {2} left.', kept, failed, left);
  if (failed > 0) throw new RepairFailed(result); // the archives check reports why
  return result;
}

function roomFinding(bytes: number, { maxMegabytes }: KeepSettings): RepairableFinding {
  const used = Math.round(bytes / 1e5) / 10;
  const data = { bytes, maxMegabytes };
  const room = text('Kept sessions take {0} of {1} MB.', used, maxMegabytes);
  if (bytes < maxMegabytes * 1e6) return ok('sessions.room', room, { data });
  const more = text('{0} From now on sessions are kept without a copy of their transcript.', room);
  return note('sessions.full', more, { data });
}
