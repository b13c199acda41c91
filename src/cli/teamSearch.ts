import { localTime } from '../disk/base/core.ts';
import type { Text } from '../disk/base/texts.ts';
import { oneLine } from '../disk/text/containText.ts';
import { withColleague, withTeam, type HubHit, embeddingsHere } from './team.ts';
import type { FetchOptions, RecordKind, TeamSearchOptions } from './teamOptions.ts';
import { many, type CommandResult, type Terminal, marked } from './terminal.ts';

/** Default number of hits. */
const shown = 20;

/**
 * `team search`: JSON `{hits: [{author, kind, id, time, dialog?, session?, role, headline, ranges, meant?}],
 * notes?}`, best first.
 */
export const searchTeam = (
  { words, limit = shown, ...options }: TeamSearchOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ history, client, address }) => {
    const when = { now: history.local.context.clock.now(), zone: 'local' as const };
    const search = { query: words.join(' '), limit, when, language: terminal.language };
    const { provider, problem } = embeddingsHere();
    const { hits: found, notes: missing } = await client.search(search, provider);
    const notes = problem === undefined ? missing : [problem];
    const hits = found.map(({ owner: author, ...hit }) => ({ author, ...hit }));
    const total = terminal.say('{0} found.', hits.length);
    const lines = found.map((hit) => hitText(hit, address.user, terminal));
    return {
      json: { hits, ...(notes.length > 0 && { notes }) },
      text: [total, ...lines, ...notes].join('\n'),
    };
  });

/** `team fetch`: JSON `{dialog, saved, summary, contexts}`, as in `FetchedDialog`. */
export const fetchFromTeam = (
  { person, dialog, ...options }: FetchOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withColleague({ person, own: 'dialogs', ...options }, terminal, async (client) => {
    const fetched = await client.fetchDialog({ person, dialog });
    const { dialog: name, saved } = fetched;
    const text = terminal.say('{0}: {1}', oneLine(name), many(terminal.say, saved, 'new message'));
    return { json: fetched, text };
  });

const kinds: Readonly<Record<RecordKind, Text>> = {
  message: 'message',
  summary: 'summary',
  memory: 'memory',
  context: 'context',
  archive: 'archive',
  session: 'session',
  shared: 'shared // kind of item',
};

/** Formats a hit; for a colleague's dialog, the last line is the command that fetches it. */
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

/** Quotes a text as one word for the shell; for PowerShell on Windows. */
const shellWord = (text: string): string =>
  /^[\w.][\w.-]*$/.test(text)
    ? text
    : `'${text.replaceAll("'", process.platform === 'win32' ? "''" : String.raw`'\''`)}'`;
