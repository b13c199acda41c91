import type { Project } from '../base/project.ts';
import type { HubsLook, HubTeam, TeamsLook } from './hubLooks.ts';
import type { HubNode, HubPersonNode, HubProblemNode, HubSentNode } from './hubNodes.ts';
import { hubErrorText, mendingCommand } from './hubText.ts';

/** The row of the hub of a project; none where none is set up. */
export async function hubNodes(
  project: Project,
  { hubs, hubKeeping }: { readonly hubs: HubsLook; readonly hubKeeping: TeamsLook },
): Promise<readonly HubNode[]> {
  const standing = hubs.state(project);
  if (standing === undefined) return [];
  const hub = await hubs.of(project).catch(() => undefined); // how it stands says why
  return [
    {
      ...{ kind: 'hub', id: JSON.stringify([project.root, 'hub']), project, standing },
      shown: hub?.shown,
      isPaused: hub?.settings.paused ?? false,
      people: peopleOf(project, hubKeeping),
    },
  ];
}

/** Those who are in the project, and those whose work is still there; the person who looks comes last. */
function peopleOf(project: Project, keeping: TeamsLook): readonly HubPersonNode[] {
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
      ...{ kind: 'hubPerson', id, project, person, access, isMe },
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
      ...{ project, person, dialog, recordKind, count, time, isNew: number > seen },
    }));
}

/** What stands below a row of the hub. */
export function hubChildren(
  node: HubNode | HubPersonNode,
): readonly (HubPersonNode | HubSentNode | HubProblemNode)[] {
  if (node.kind === 'hubPerson') return node.sent;
  const { standing, project, id } = node;
  if (standing.kind !== 'offline' && standing.kind !== 'failed') return node.people;
  const text = hubErrorText(standing.error);
  const mending = standing.kind === 'failed' ? mendingCommand(standing.error) : undefined;
  return [{ kind: 'hubProblem', id: `${id}/problem`, project, text, mending }, ...node.people];
}

/** How many dialogs and other things of colleagues are new. */
export function newInHub(project: Project, keeping: TeamsLook): number {
  const seen = keeping.seen(project);
  return keeping.team(project)?.recent.filter(({ number }) => number > seen).length ?? 0;
}
