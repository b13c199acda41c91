import type { Project } from '../base/project.ts';
import type { HubsInfo, TeamsInfo } from './hubInfo.ts';
import type { HubNode, HubPersonNode, HubProblemNode, HubSentNode } from './hubNodes.ts';
import { hubErrorText, fixCommand } from './hubText.ts';
import type { HubTeam } from './hubTypes.ts';

/** Returns the row of a project's hub; none if it has no hub. */
export async function hubNodes(
  project: Project,
  { hubs, hubKeeping }: { readonly hubs: HubsInfo; readonly hubKeeping: TeamsInfo },
): Promise<readonly HubNode[]> {
  const status = hubs.state(project);
  if (status === undefined) return [];
  const hub = await hubs.of(project).catch(() => undefined); // its status has the reason
  return [
    {
      kind: 'hub',
      id: JSON.stringify([project.root, 'hub']),
      project,
      status,
      shown: hub?.shown,
      isPaused: hub?.settings.paused ?? false,
      people: peopleOf(project, hubKeeping),
    },
  ];
}

/** Returns members and former members whose work is still there; the current person comes last. */
function peopleOf(project: Project, keeping: TeamsInfo): readonly HubPersonNode[] {
  const team = keeping.team(project);
  if (team === undefined) return [];
  const { me, members, recent } = team;
  const isOwner = members.some(({ person, access }) => person === me && access === 'owner');
  const names = new Set([...recent.map(({ person }) => person), ...members.map(({ person }) => person)]);
  const people = [...names].map((person): HubPersonNode => {
    const isMe = person === me;
    const access = members.find((member) => member.person === person)?.access;
    const id = JSON.stringify([project.root, 'hub', person]);
    return {
      kind: 'hubPerson',
      id,
      project,
      person,
      access,
      isMe,
      isMine: isOwner && !isMe && access !== undefined,
      sent: sentBy(person, { id, project, recent, seen: keeping.seen(project) }),
    };
  });
  return [...people.filter(({ isMe }) => !isMe), ...people.filter(({ isMe }) => isMe)];
}

function sentBy(
  person: string,
  {
    id,
    project,
    recent,
    seen,
  }: {
    readonly id: string;
    readonly project: Project;
    readonly recent: HubTeam['recent'];
    readonly seen: number;
  },
): readonly HubSentNode[] {
  return recent
    .filter((one) => one.person === person)
    .map(({ dialog, kind: recordKind, count, time, number }) => ({
      kind: dialog === undefined ? 'hubRecords' : 'hubDialog',
      id: `${id}/${JSON.stringify([recordKind, dialog ?? null])}`,
      project,
      person,
      dialog,
      recordKind,
      count,
      time,
      isNew: number > seen,
    }));
}

/** Returns the rows below a row of the hub. */
export function hubChildren(
  node: HubNode | HubPersonNode,
): readonly (HubPersonNode | HubSentNode | HubProblemNode)[] {
  if (node.kind === 'hubPerson') return node.sent;
  const { status, project, id } = node;
  if (status.kind !== 'offline' && status.kind !== 'failed') return node.people;
  const text = hubErrorText(status.error);
  const fix = status.kind === 'failed' ? fixCommand(status.error) : undefined;
  return [{ kind: 'hubProblem', id: `${id}/problem`, project, text, fix }, ...node.people];
}

/** Counts new dialogs and other items of colleagues. */
export function newInHub(project: Project, keeping: TeamsInfo): number {
  const seen = keeping.seen(project);
  return keeping.team(project)?.recent.filter(({ number }) => number > seen).length ?? 0;
}
