import { basename } from 'node:path';
import { StoreError } from '../disk/base/core.ts';
import type { Say, Text } from '../disk/base/texts.ts';
import { isUuid } from '../disk/files/projectId.ts';
import { noHub, openToJoin, parseHubUrl, shareTexts, teamProject } from './team.ts';
import type { ProjectsOfPerson, TeamProject } from './team.ts';
import type { TeamSetupOptions } from './teamOptions.ts';
import type { CommandResult, Terminal } from './terminal.ts';

/** `team setup`: JSON `{hub, project, access, share, migrations}`. */
export async function setupTeam(
  { url, share, join, ...options }: TeamSetupOptions,
  terminal: Terminal,
): Promise<CommandResult> {
  const { say } = terminal;
  const team = await teamProject(options, terminal);
  const { history, setup, root, address: known } = team;
  const address = url === undefined ? known : parseHubUrl(url);
  if (address === undefined) throw noHub();
  const opened = await openToJoin(address);
  try {
    const { migrations, shown: hub } = opened;
    const projects = await opened.projects(root);
    const { all, origin: remote } = projects;
    const project = join ?? sameProject(projects, team) ?? team.project;
    const access = await (join === undefined
      ? opened.add({ id: project, name: basename(root), ...(remote && { remote }) })
      : opened.join(uuidOf(join)));
    const kept = await setup.join(history, {
      ...(url !== undefined && { address }),
      project,
      ...(share && { share }),
    });
    const joined = say('Joined {0} as {1}.', hub, access);
    const isNew = !all.some(({ id }) => id === project);
    return {
      json: { hub, project, access, share: kept.share, migrations },
      text: [joined, ...(isNew ? [madeNew(project, say)] : []), say(shareTexts[kept.share]), say(next)].join(
        '\n',
      ),
    };
  } finally {
    await opened.close();
  }
}

/**
 * Returns this person's hub project of the same repository, for a clone that never joined one; undefined without one.
 */
function sameProject({ all, same, origin }: ProjectsOfPerson, { project }: TeamProject): string | undefined {
  if (all.some(({ id }) => id === project)) return undefined;
  if (same.length < 2) return same[0]?.id;
  const ids = same.map(({ id, name }) => `${id} (${name})`);
  throw new StoreError(
    'invalid_argument',
    `Several projects of the hub have the origin ${String(origin)}: ${ids.join(', ')}. Name one with --join.`,
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

const madeNew = (project: string, say: Say): string =>
  say(
    'A new project there: {0}. If another clone made it before, take that one: team setup --join ID, with the id that team status tells there.',
    project,
  );

const next: Text = 'Send it with: mcp-history-store team push';
