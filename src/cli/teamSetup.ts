import { basename } from 'node:path';
import { StoreError } from '../store/base/core.ts';
import { removeFile } from '../store/files/folders.ts';
import { isUuid } from '../store/files/projectId.ts';
import { connectHub } from '../store/hub/connection.ts';
import { changeHubSettings } from '../store/hub/hubSettings.ts';
import { stateFile } from '../store/hub/hubState.ts';
import { ofSameOrigin, prepareHub } from '../store/hub/joinHub.ts';
import { formatHubUrl, parseHubUrl, shownHub } from '../store/hub/hubUrl.ts';
import { addProject, hubProjects, joinProject, type HubProject } from '../store/hub/members.ts';
import { originOf } from '../store/hub/origin.ts';
import { noHub, shareTexts, teamProject, type TeamProject } from './team.ts';
import type { TeamSetupOptions } from './teamOptions.ts';
import type { CommandResult, Terminal, Text } from './terminal.ts';

/** `team setup`: JSON `{hub, project, access, share, migrations}`. */
export async function setupTeam(
  { url, share, join, ...options }: TeamSetupOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const { say } = terminal;
  const team = await teamProject(options, terminal);
  const { history, machine, local, root, address: known } = team;
  const address = url === undefined ? known : parseHubUrl(url);
  if (address === undefined) throw noHub();
  const connection = await connectHub(address);
  try {
    const migrations = await prepareHub(connection);
    const remote = await originOf(root);
    const projects = await hubProjects(connection);
    const project = join ?? sameProject(projects, team, remote) ?? team.project;
    const access = await (join === undefined
      ? addProject(connection, { id: project, name: basename(root), ...(remote && { remote }) })
      : joinProject(connection, uuidOf(join)));
    if (project !== team.project) await removeFile(stateFile(history.local.context.folder));
    const kept = await changeHubSettings(machine, local, {
      ...(url !== undefined && { url: formatHubUrl(address) }),
      project,
      ...(share && { share }),
    });
    const hub = shownHub(address);
    const joined: Text = [`Joined ${hub} as ${access}.`, `已加入 ${hub}，权限为 ${access}。`];
    const isNew = !projects.some(({ id }) => id === project);
    return {
      json: { hub, project, access, share: kept.share, migrations },
      text: [
        say(joined),
        ...(isNew ? [say(madeNew(project))] : []),
        say(shareTexts[kept.share]),
        say(next),
      ].join('\n'),
    };
  } finally {
    await connection.close();
  }
}

/** What this person has in the hub of the same repository, for a clone that was never in it; undefined where there is none. */
function sameProject(
  projects: readonly HubProject[],
  { project }: TeamProject,
  remote: string | undefined,
): string | undefined {
  if (remote === undefined || projects.some(({ id }) => id === project)) return undefined;
  const same = ofSameOrigin(projects, remote);
  if (same.length < 2) return same[0]?.id;
  const ids = same.map(({ id, name }) => `${id} (${name})`);
  throw new StoreError(
    'invalid_argument',
    `Several projects of the hub have the origin ${remote}: ${ids.join(', ')}. Name one with --join.`,
  );
}

function uuidOf(given: string): string {
  const id: unknown = given;
  if (isUuid(id)) return id;
  throw new StoreError(
    'invalid_argument',
    `--join is not the id of a project: ${given}. team status tells it.`,
  );
}

const madeNew = (project: string): Text => [
  `A new project there: ${project}. If another clone made it before, take that one: team setup --join ID, with the id that team status tells there.`,
  `已在其中新建项目：${project}。如果另一个克隆已建立此项目，请改用它：team setup --join ID，ID 见那里的 team status。`,
];

const next: Text = ['Send it with: mcp-history-store team push', '发送：mcp-history-store team push'];
