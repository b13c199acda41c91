import type { Text } from '../disk/base/texts.ts';
import { withTeam } from './team.ts';
import type { TeamOptions } from './teamOptions.ts';
import type { CommandResult, Terminal } from './terminal.ts';

/** `team repair`: JSON `{renumbered, ended, stuck}`: whether numbers were brought back, and whose connections were ended or could not be. */
export const repairTeam = (options: TeamOptions, terminal: Terminal): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ client }) => {
    const { say } = terminal;
    const repaired = await client.repair();
    const { renumbered, ended, stuck } = repaired;
    const isFine = !renumbered && ended.length + stuck.length === 0;
    const lines = [
      ...(isFine ? [say('Nothing holds this project up, and its numbers are in order.')] : []),
      ...(ended.length > 0
        ? [say('Ended, as they held this project up: connections of {0}', ended.join(', '))]
        : []),
      ...(stuck.length > 0
        ? [say('Held up by connections of {0}. {1}', stuck.join(', '), say(endThem))]
        : []),
      ...(renumbered
        ? [
            say(
              'Numbers that had been set far ahead are in order again; every machine compares everything once.',
            ),
          ]
        : []),
    ];
    return { json: { ...repaired }, text: lines.join('\n') };
  });

const endThem: Text = 'Whoever invited them, or who runs the server, can end these; nothing else was done.';
