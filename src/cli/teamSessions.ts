import { localTime } from '../disk/base/core.ts';
import { oneLine } from '../disk/text/containText.ts';
import { withColleague, withTeam, type HubSession } from './team.ts';
import type { FetchSessionOptions, TeamSessionsOptions } from './teamOptions.ts';
import { many, type CommandResult, type Terminal } from './terminal.ts';

/** Default number of sessions. */
const shown = 20;

/**
 * `team sessions`: JSON `{sessions: [{author, session, source, title, startedAt, activeAt, branch?, requests, files,
 * card, archives}]}`, most recently active first.
 */
export const teamSessions = (
  { person, limit = shown, ...options }: TeamSessionsOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ client }) => {
    const found = await client.sessions({ person, limit });
    const sessions = found.map(({ owner: author, ...session }) => ({ author, ...session }));
    const none = 'Nobody sent a session yet; --share dialogs sends a card of each.';
    const text = found.map((session) => sessionText(session, terminal)).join('\n') || terminal.say(none);
    return { json: { sessions }, text };
  });

function sessionText(
  { owner, source, session, title, activeAt, requests, files, archives }: HubSession,
  { bold, dim, say }: Terminal,
): string {
  const counts = say(
    '{0}, {1}, {2}',
    many(say, requests.length, 'request'),
    many(say, files.length, 'file'),
    many(say, archives, 'archive'),
  );
  const lines = [
    `${bold(`${localTime(activeAt)} ${oneLine(owner)}`)} ${oneLine(title)}`,
    `  ${dim(`${source} ${session} (${counts})`)}`,
  ];
  const [first] = requests;
  if (first !== undefined) lines.push(`  ${oneLine(first)}`);
  return lines.join('\n');
}

/** `team fetch-session`: JSON `{archives, added}`, as in `FetchedSession`. */
export const fetchTeamSession = (
  { person, session, ...options }: FetchSessionOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withColleague({ person, own: 'archives', ...options }, terminal, async (client) => {
    const fetched = await client.fetchSession({ person, session });
    const [name = ''] = fetched.archives;
    const text = terminal.say('{0}: {1}', many(terminal.say, fetched.added, 'new archive'), oneLine(name));
    return { json: fetched, text };
  });
