import { resolve } from 'node:path';
import { withTeam } from './team.ts';
import type { TeamFileOptions } from './teamOptions.ts';
import type { CommandResult, Terminal } from './terminal.ts';

/** `team backup`: JSON `{file, project, records}`. */
export const backUpTeam = (
  { file: given, ...options }: TeamFileOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ client, project }) => {
    const file = resolve(given);
    const records = await client.backUp(file);
    const text = [terminal.say('Written to {0}.', file), terminal.say('Records: {0}', records)].join('\n');
    return { json: { file, project, records }, text };
  });

/** `team restore`: JSON `{project, records, missing}`: the project of the backup, and members who have no user there. */
export const restoreTeam = (
  { file, ...options }: TeamFileOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ client }) => {
    const { say } = terminal;
    const { project, records, missing } = await client.restore(resolve(file));
    const text = [
      say('Project {0}', `${project.id} (${project.name})`),
      say('Records that were not there: {0}', records),
      ...(missing.length > 0
        ? [say('Without a user in this database, to be invited again: {0}', missing.join(', '))]
        : []),
    ].join('\n');
    return { json: { project: project.id, records, missing }, text };
  });
