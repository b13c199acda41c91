import { containLines, jsonLine, oneLine, quoteLines } from '../../disk/text/containText.ts';
import type {
  ArchivedCall,
  ArchivedMessage,
  ArchiveInfo,
  ArchivePage,
  ArchiveStore,
} from '../../history/archive/types.ts';
import { resultText } from '../../history/sessions/parts.ts';
import type { Reply } from '../base/reply.ts';
import { beginning } from '../base/text.ts';

/** Maximum number of messages per page; most pages reach their limit of characters first. */
export const archivePageMessages = 200;
/** Approximate size of a page's heading and last line. Characters. */
const frameChars = 800;
/** Maximum shown of a tool call, enough to see what was done; the file has the rest. Characters. */
const argumentChars = 300;
const resultChars = 1_000;

/** The requested page of an archive. */
export interface ArchivePageQuery {
  /** Number of the first message. */
  readonly offset: number;
  /** Number of characters of that message to skip. */
  readonly from: number;
  readonly limit: number;
  readonly maxChars: number;
}

/** Formats a page of an archive as compact text for an agent. */
export async function readArchive(
  archives: ArchiveStore,
  name: string,
  { offset, from, limit, maxChars }: ArchivePageQuery,
): Promise<Reply> {
  const page = await archives.read(name, { offset, limit });
  const texts = page.messages.map(messageText);
  const { shown, next } = shownOf(texts, { offset, from }, Math.max(maxChars - frameChars, minChars));
  const end = next ?? (page.nextOffset === undefined ? undefined : { offset: page.nextOffset, from: 0 });
  return [
    [headOf(page.archive), ...shown, lastLine(page, offset, end), ...damageOf(page.damaged)].join('\n\n'),
  ];
}

/** Minimum shown of a message, however little room there is. Characters. */
const minChars = 200;

/** A position in an archive: a message and an offset in its characters. */
interface ArchivePosition {
  readonly offset: number;
  readonly from: number;
}

/** Selects the messages that fit, at least part of the first, and the start of the rest. */
function shownOf(texts: readonly string[], { offset, from }: ArchivePosition, room: number) {
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

function lastLine(page: ArchivePage, offset: number, next: ArchivePosition | undefined): string {
  const { archive, messages } = page;
  if (next !== undefined) return nextLine(archive, offset, next);
  if (messages.length === 0) return `No message from ${offset} on: the archive has ${archive.messages}.`;
  return `End of the archive, ${archive.messages} messages.`;
}

function nextLine({ name, messages }: ArchiveInfo, first: number, { offset, from }: ArchivePosition): string {
  const shown = from > 0 ? `A part of message ${offset}` : `Messages ${first} to ${offset - 1}`;
  const args = { name, offset, ...(from > 0 && { from }) };
  return `${shown} of ${messages}. Go on with archive_read ${jsonLine(args)}`;
}

const damageOf = (damaged: string | undefined): string[] =>
  damaged === undefined ? [] : [`The file is damaged: ${damaged}. The copy of the transcript may hold more.`];

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
  const role = `${compaction ? 'compaction' : type}${of}`;
  const parts = [text, compaction?.summary ?? ''].filter((part) => part !== '').map(contain);
  return [
    `${role} ${timestamp}${cut ? ' (cut when archived)' : ''}`,
    ...parts,
    ...toolCalls.map((call) => contain(toolText(call))),
  ].join('\n');
}

/** Escapes lines that look like the start of a message. */
const contain = (text: string): string => containLines(text, '\\[\\d+\\] ');

function toolText({ name, args, result, resultDisplay, status }: ArchivedCall): string {
  const shown = result === undefined ? (resultDisplay ?? '') : resultText(result);
  const head = `> ${oneLine(name)}(${begin(jsonLine(args), argumentChars)}): ${status}`;
  return shown === '' ? head : `${head}\n${quoteLines(begin(shown, resultChars))}`;
}

function begin(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const start = beginning(text, chars);
  return `${start}…[${text.length - start.length} more characters in the file]`;
}
