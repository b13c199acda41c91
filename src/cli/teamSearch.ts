import { fetchDialog } from '../store/hub/fetchDialog.ts';
import type { HubHit } from '../store/hub/searchRecords.ts';
import type { RecordKind } from '../store/hub/types.ts';
import { oneLine } from '../store/text/containText.ts';
import { localTime } from './localTime.ts';
import { marked } from './marked.ts';
import { withColleague, withTeam } from './team.ts';
import { searchHub } from './teamMeaning.ts';
import type { FetchOptions, TeamSearchOptions } from './teamOptions.ts';
import { many, type CommandResult, type Terminal, type Text } from './terminal.ts';

/** Hits that are shown unless a limit says otherwise. */
const shown = 20;

/**
 * `team search`: JSON `{hits: [{author, kind, id, time, dialog?, session?, role, headline, ranges, meant?}], notes?}`, the best
 * first.
 */
export const searchTeam = (
  { words, limit = shown, ...options }: TeamSearchOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ history, connection, project, address }) => {
    const when = { now: history.local.context.clock.now(), zone: 'local' as const };
    const search = { query: words.join(' '), limit, when };
    const { hits: found, notes } = await searchHub(connection, project, search);
    const hits = found.map(({ owner: author, ...hit }) => ({ author, ...hit }));
    const total: Text = [`${hits.length} found.`, `找到 ${hits.length} 条。`];
    const lines = found.map((hit) => hitText(hit, address.user, terminal));
    return {
      json: { hits, ...(notes.length > 0 && { notes }) },
      text: [terminal.say(total), ...lines, ...notes].join('\n'),
    };
  });

/** `team fetch`: JSON `{dialog, saved, summary, contexts}`, as `FetchedDialog` tells. */
export const fetchFromTeam = (
  { person, dialog, ...options }: FetchOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withColleague({ person, own: 'dialogs', ...options }, terminal, async (sync) => {
    const fetched = await fetchDialog(sync, { person, dialog });
    const { dialog: name, saved } = fetched;
    const text: Text = [
      `${oneLine(name)}: ${many(saved, 'new message')}`,
      `${oneLine(name)}：${saved} 条新消息`,
    ];
    return { json: fetched, text: terminal.say(text) };
  });

const kinds: Readonly<Record<RecordKind, Text>> = {
  message: ['message', '消息'],
  summary: ['summary', '摘要'],
  memory: ['memory', '记忆'],
  context: ['context', '上下文'],
  archive: ['archive', '归档'],
  session: ['session', '会话'],
  shared: ['shared', '共享'],
};

/** Where a colleague's dialog has it, the last line is the command that fetches the dialog. */
function hitText(
  { owner, kind, time, dialog, session, headline, ranges, meant }: HubHit,
  me: string,
  { bold, dim, say }: Terminal,
): string {
  const place = dialog ?? session?.title ?? '';
  const where = place === '' ? '' : ` ${oneLine(place)}`;
  const lines = [
    `${bold(`${localTime(time)} ${oneLine(owner)}`)} ${say(kinds[kind])}${where}${meant ? ' ≈' : ''}`,
    `  ${marked(headline, ranges, bold)}`,
  ];
  if (dialog !== undefined && owner !== me)
    lines.push(`  ${dim(`mcp-history-store team fetch ${shellWord(owner)} ${shellWord(dialog)}`)}`);
  if (session?.hasArchives && owner !== me)
    lines.push(
      `  ${dim(`mcp-history-store team fetch-session ${shellWord(owner)} ${shellWord(session.id)}`)}`,
    );
  return lines.join('\n');
}

/** A text as one word of a shell; on Windows of PowerShell. */
const shellWord = (text: string): string =>
  /^[\w.][\w.-]*$/.test(text)
    ? text
    : `'${text.replaceAll("'", process.platform === 'win32' ? "''" : String.raw`'\''`)}'`;
