import { StoreError } from '../../store/base/core.ts';
import { listenTo } from '../../store/hub/listen.ts';
import { hubMembers, ownAccess } from '../../store/hub/members.ts';
import type { Exchanged, HubSync } from '../../store/hub/openedHistory.ts';
import { newestNumber } from '../../store/hub/pull.ts';
import { haveOthersSent, recentOfOthers } from '../../store/hub/recentRecords.ts';
import { pullHistory, pushHistory } from '../../store/hub/syncHistory.ts';
import type { Project } from '../base/project.ts';
import type { Watching } from './hubKeeper.ts';
import type { HubTeam } from './hubLooks.ts';
import type { KeptHub, ProjectHub } from './hubTypes.ts';
import { connectedLive } from './openHub.ts';

/** An exchange makes vectors for so long; the next one goes on. Milliseconds. */
const vectorsWithinMs = 15_000;

/** Connects for as long as it goes. */
export async function openKept(
  hub: ProjectHub,
  { heard, ended }: { readonly heard: () => void; readonly ended: () => void },
): Promise<KeptHub> {
  const connection = await connectedLive(hub);
  connection.onEnd(ended);
  return { hub, connection, hears: await listenTo(connection, hub.inHub, heard), number: -1 };
}

/** Takes in what is new in the hub, and sends what is new here, unless that is paused or this person only reads. */
export async function exchange(
  { hub: { project, history, inHub, shown, settings }, connection }: Pick<KeptHub, 'hub' | 'connection'>,
  { onBatch }: Watching,
): Promise<Exchanged> {
  const access = await ownAccess(connection, inHub);
  if (access === undefined) throw stranger(inHub);
  return history.sync(connection, shown, async (given) => {
    const sync = { ...given, ...(onBatch && { onBatch }) };
    const received = await pullHistory(sync);
    if (settings.paused || access === 'reader') return { received, sent: 0 };
    const sent = await pushHistory(sync, settings.share);
    await sendVectors(sync, project);
    return { received, sent };
  });
}

/** Where embeddings are set up. What keeps them from being sent is logged: the words are there. */
async function sendVectors(sync: HubSync, { embeddings }: Project): Promise<void> {
  if (embeddings === undefined) return;
  const { pushVectors } = await import('../../store/hub/pushVectors.ts');
  const { problem } = await pushVectors(sync, embeddings, vectorsWithinMs);
  if (problem !== undefined) sync.local.context.log.warn(problem);
}

export const hasNews = async ({ hub, connection, number }: KeptHub): Promise<boolean> =>
  (await newestNumber(connection, hub.inHub)) !== number;

/** Who is there, and what they sent: looked through only where it may be something else than `before`. */
export async function teamOf(
  { hub: { address, inHub }, connection }: Pick<KeptHub, 'hub' | 'connection'>,
  before: HubTeam | undefined,
): Promise<HubTeam> {
  const number = await newestNumber(connection, inHub);
  const members = await hubMembers(connection, inHub);
  const isSame =
    before !== undefined &&
    JSON.stringify(before.members) === JSON.stringify(members) &&
    !(await haveOthersSent(connection, inHub, before.number));
  const recent = isSame ? before.recent : await recentOfOthers(connection, inHub);
  return { me: address.user, members, recent, number };
}

const stranger = (project: string): StoreError =>
  new StoreError(
    'outside',
    `You are no member of the project ${project} in the hub. Ask an owner of it to invite you.`,
    { project, problem: 'stranger' },
  );
