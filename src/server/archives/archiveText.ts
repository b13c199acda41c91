import { containLines, oneLine } from '../../store/text/containText.ts';
import type {
  ArchivedCall,
  ArchivedMessage,
  ArchiveInfo,
  ArchivePage,
  ArchiveStore,
} from '../../store/archive/types.ts';
import { resultText } from '../../store/sessions/parts.ts';
import type { Reply } from '../base/reply.ts';
import { beginning } from '../base/text.ts';

/** About what the head and the last line of a page take. */
const frameChars = 800;
/** What is shown of a tool use: enough to know what was done; the file has the whole. Characters. */
const argumentChars = 300;
const resultChars = 1_000;

/** Which page of an archive is wanted. */
export interface ArchivePageQuery {
  /** Number of the first message. */
  readonly offset: number;
  /** Characters of that message that were read before. */
  readonly from: number;
  readonly limit: number;
  readonly maxChars: number;
}

/** A page of an archive as text that an agent reads at little cost. */
export async function readArchive(
  archives: ArchiveStore,
  name: string,
  { offset, from, limit, maxChars }: ArchivePageQuery,
): Promise<Reply> {
  const page = await archives.read(name, { offset, limit });
  const texts = page.messages.map(messageText);
  const { shown, next } = shownOf(texts, { offset, from }, Math.max(maxChars - frameChars, leastChars));
  const end = next ?? (page.nextOffset === undefined ? undefined : { offset: page.nextOffset, from: 0 });
  return [
    [headOf(page.archive), ...shown, lastLine(page, offset, end), ...damageOf(page.damaged)].join('\n\n'),
  ];
}

/** However little room there is, so much of a message is shown. */
const leastChars = 200;

/** A place in an archive: a message, and how many of its characters are before it. */
interface ArchivePlace {
  readonly offset: number;
  readonly from: number;
}

/** As many messages as fit, at least a part of the first, and where the rest begins. */
function shownOf(texts: readonly string[], { offset, from }: ArchivePlace, room: number) {
  const shown: string[] = [];
  let left = room;
  for (const [index, text] of texts.entries()) {
    const number = offset + index;
    const rest = index === 0 && from > 0 ? `(from character ${from}) ${text.slice(from)}` : text;
    if (rest.length > left && shown.length > 0) return { shown, next: { offset: number, from: 0 } };
    if (rest.length > left) {
      const part = beginning(rest, left);
      const missing = rest.length - part.length;
      const note = `…[${missing} more characters of this message: see the last line]`;
      return { shown: [`[${number}] ${part}${note}`], next: { offset: number, from: text.length - missing } };
    }
    shown.push(`[${number}] ${rest}`);
    left -= rest.length + 10;
  }
  return { shown, next: undefined };
}

function headOf({ title, agent, session, part, previous, started, updated, path }: ArchiveInfo): string {
  const earlier = previous === undefined ? '' : `, continues ${previous}`;
  return `# ${oneLine(title)}\n${agent ?? 'agent unknown'}, session ${session}, part ${part}${earlier}, ${started} to ${updated}\nWhole file: ${path}`;
}

function lastLine(page: ArchivePage, offset: number, next: ArchivePlace | undefined): string {
  const { archive, messages } = page;
  if (next !== undefined) return nextLine(archive, offset, next);
  if (messages.length === 0) return `No message from ${offset} on: the archive has ${archive.messages}.`;
  return `End of the archive, ${archive.messages} messages.`;
}

function nextLine({ name, messages }: ArchiveInfo, first: number, { offset, from }: ArchivePlace): string {
  const shown = from > 0 ? `A part of message ${offset}` : `Messages ${first} to ${offset - 1}`;
  const args = { name, offset, ...(from > 0 && { from }) };
  return `${shown} of ${messages}. Go on with archive_read ${JSON.stringify(args)}`;
}

const damageOf = (damaged: string | undefined): string[] =>
  damaged === undefined ? [] : [`The file is damaged: ${damaged}. The copy of the transcript may hold more.`];

const roles = {
  user: 'user',
  gemini: 'assistant',
  info: 'info',
  error: 'error',
  warning: 'warning',
} as const;

function messageText({
  type,
  timestamp,
  text,
  compaction,
  subagent,
  cut,
  toolCalls,
}: ArchivedMessage): string {
  const of = subagent ? ` of subagent ${oneLine(subagent.title ?? subagent.agentId)}` : '';
  const role = `${compaction ? 'compaction' : roles[type]}${of}`;
  const parts = [text, compaction?.summary ?? ''].filter((part) => part !== '').map(contain);
  return [
    `${role} ${timestamp}${cut ? ' (cut when archived)' : ''}`,
    ...parts,
    ...toolCalls.map((call) => contain(toolText(call))),
  ].join('\n');
}

/** No line of a message looks like the beginning of another one. */
const contain = (text: string): string => containLines(text, '\\[\\d+\\] ');

function toolText({ name, args, result, resultDisplay, status }: ArchivedCall): string {
  const shown = result === undefined ? (resultDisplay ?? '') : resultText(result);
  const head = `> ${oneLine(name)}(${begin(JSON.stringify(args), argumentChars)}): ${status}`;
  return shown === '' ? head : `${head}\n${begin(shown, resultChars).replaceAll(/^/gm, '> ')}`;
}

function begin(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const start = beginning(text, chars);
  return `${start}…[${text.length - start.length} more characters in the file]`;
}
