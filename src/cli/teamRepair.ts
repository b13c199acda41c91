import { localTime } from '../disk/base/core.ts';
import type { Text } from '../disk/base/texts.ts';
import { oneLine } from '../disk/text/containText.ts';
import { withTeam, type AuditEntry } from './team.ts';
import type { TeamLogOptions, TeamOptions } from './teamOptions.ts';
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

/** Default number of entries. */
const shown = 50;

/** `team log`: JSON `{entries: [{at, by, action, person, detail}]}`, newest first. */
export const teamLog = (
  { limit = shown, ...options }: TeamLogOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ client }) => {
    const entries = await client.log(limit);
    const lines = entries.map((entry) => entryText(entry, terminal));
    return { json: { entries }, text: lines.join('\n') || terminal.say('Nothing was noted yet.') };
  });

const entryTexts: Readonly<Record<AuditEntry['action'], Text>> = {
  joined: '{0} let {1} in ({2})',
  changed: '{0} changed what {1} may do ({2})',
  excluded: '{0} excluded {1} ({2})',
  read: '{0} read a session of {1} ({2})',
};

function entryText({ at, by, action, person, detail }: AuditEntry, { dim, say }: Terminal): string {
  const [who, whom, what] = [by, person, detail].map(oneLine);
  const text =
    action === 'joined' && by === person
      ? say('{0} joined ({1})', who ?? '', what ?? '')
      : say(entryTexts[action], who ?? '', whom ?? '', what ?? '');
  return `${dim(localTime(at))} ${text}`;
}
