import { fetchSession } from '../store/hub/fetchSession.ts';
import { hubSessions, type HubSession } from '../store/hub/hubSessions.ts';
import { oneLine } from '../store/text/containText.ts';
import { localTime } from './localTime.ts';
import { withColleague, withTeam } from './team.ts';
import type { FetchSessionOptions, TeamSessionsOptions } from './teamOptions.ts';
import { many, type CommandResult, type Terminal, type Text } from './terminal.ts';

/** Sessions that are listed unless a limit says otherwise. */
const shown = 20;

/**
 * `team sessions`: JSON `{sessions: [{author, session, source, title, startedAt, activeAt, branch?, requests, files, card, archives}]}`,
 * the most recently active first.
 */
export const teamSessions = (
  { person, limit = shown, ...options }: TeamSessionsOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ connection, project }) => {
    const found = await hubSessions(connection, project, { person, limit });
    const sessions = found.map(({ owner: author, ...session }) => ({ author, ...session }));
    const none: Text = [
      'Nobody sent a session yet; --share dialogs sends a card of each.',
      '尚无人发送会话；--share dialogs 会发送每个会话的卡片。',
    ];
    const text = found.map((session) => sessionText(session, terminal)).join('\n') || terminal.say(none);
    return { json: { sessions }, text };
  });

function sessionText(
  { owner, source, session, title, activeAt, requests, files, archives }: HubSession,
  { bold, dim, say }: Terminal,
): string {
  const counts = say([
    `${many(requests.length, 'request')}, ${many(files.length, 'file')}, ${many(archives, 'archive')}`,
    `${requests.length} 个请求，${files.length} 个文件，${archives} 个归档`,
  ]);
  const lines = [
    `${bold(`${localTime(activeAt)} ${oneLine(owner)}`)} ${oneLine(title)}`,
    `  ${dim(`${source} ${session} (${counts})`)}`,
  ];
  const [first] = requests;
  if (first !== undefined) lines.push(`  ${oneLine(first)}`);
  return lines.join('\n');
}

/** `team fetch-session`: JSON `{archives, added}`, as `FetchedSession` tells. */
export const fetchTeamSession = (
  { person, session, ...options }: FetchSessionOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withColleague({ person, own: 'archives', ...options }, terminal, async (sync) => {
    const fetched = await fetchSession(sync, { person, session });
    const [name = ''] = fetched.archives;
    const text: Text = [
      `${many(fetched.added, 'new archive')}: ${oneLine(name)}`,
      `${fetched.added} 个新归档：${oneLine(name)}`,
    ];
    return { json: fetched, text: terminal.say(text) };
  });
