import { searchRecords, type HubHit } from '../store/hub/searchRecords.ts';
import type { RecordKind } from '../store/hub/types.ts';
import { oneLine } from '../store/text/containText.ts';
import { localTime } from './localTime.ts';
import { withTeam } from './team.ts';
import type { TeamSearchOptions } from './teamOptions.ts';
import type { CommandResult, Terminal, Text } from './terminal.ts';

/** Hits that are shown unless a limit says otherwise. */
const shown = 20;

/** `team search`: JSON `{hits: [{author, kind, id, time, dialog?, headline}]}`, the best first. */
export const searchTeam = (
  { words, limit = shown, ...options }: TeamSearchOptions,
  terminal: Terminal,
): Promise<CommandResult> =>
  withTeam(options, terminal, async ({ connection, project }) => {
    const found = await searchRecords(connection, project, { query: words.join(' '), limit });
    const hits = found.map(({ owner: author, ...hit }) => ({ author, ...hit }));
    const total: Text = [`${hits.length} found.`, `找到 ${hits.length} 条。`];
    const lines = found.map((hit) => hitText(hit, terminal));
    return { json: { hits }, text: [terminal.say(total), ...lines].join('\n') };
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

function hitText({ owner, kind, time, dialog, headline }: HubHit, { bold, say }: Terminal): string {
  const where = dialog === undefined ? '' : ` ${oneLine(dialog)}`;
  return `${bold(`${localTime(time)} ${oneLine(owner)}`)} ${say(kinds[kind])}${where}\n  ${headline}`;
}
