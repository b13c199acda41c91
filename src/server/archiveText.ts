import { containLines, oneLine } from '../store/containText.ts';
import type {
  ArchivedCall,
  ArchivedMessage,
  ArchiveInfo,
  ArchivePage,
  ArchiveStore,
} from '../store/archive/types.ts';
import { resultText } from '../store/sessions/parts.ts';
import { fit, longestPrefix, wireBytes, type Reply } from './reply.ts';

/** A page ends once its messages have so many characters; what agents take in at a time is not much more. */
const pageChars = 50_000;
/** What is shown of a tool use: enough to know what was done; the file has the whole. Characters. */
const argumentChars = 300;
const resultChars = 1_000;

interface NumberedMessage {
  readonly number: number;
  readonly message: ArchivedMessage;
}

/** A page of an archive as text that an agent reads at little cost. */
export async function readArchive(
  archives: ArchiveStore,
  name: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<Reply> {
  const page = await archives.read(name, { offset, limit });
  const items = firstOf(page.messages.map((message, index) => ({ number: offset + index, message })));
  const endsEarly = items.length < page.messages.length;
  const next = endsEarly ? offset + items.length : page.nextOffset;
  const { archive, damaged } = page;
  return fit({
    items,
    keep: 'first',
    render: ({ number, message }) => `[${number}] ${messageText(message)}`,
    compose: (texts, omitted) => [
      [headOf(archive), ...texts, omitted ?? lastLine(page, offset, next), ...damageOf(damaged)].join('\n\n'),
    ],
    rest: (dropped) => nextLine(archive, offset, offset + items.length - dropped.length),
    shorten: (item, bytes) => shorten(item, bytes, archive.path),
  });
}

function firstOf(items: readonly NumberedMessage[]): readonly NumberedMessage[] {
  let chars = 0;
  const end = items.findIndex(({ message }, index) => {
    chars += messageText(message).length;
    return chars > pageChars && index > 0;
  });
  return end === -1 ? items : items.slice(0, end);
}

function headOf({ title, agent, session, part, previous, started, updated, path }: ArchiveInfo): string {
  const earlier = previous === undefined ? '' : `, continues ${previous}`;
  return `# ${oneLine(title)}\n${agent ?? 'agent unknown'}, session ${session}, part ${part}${earlier}, ${started} to ${updated}\nWhole file: ${path}`;
}

function lastLine(page: ArchivePage, offset: number, next: number | undefined): string {
  const { archive, messages } = page;
  if (next !== undefined) return nextLine(archive, offset, next);
  if (messages.length === 0) return `No message from ${offset} on: the archive has ${archive.messages}.`;
  return `End of the archive, ${archive.messages} messages.`;
}

const nextLine = ({ name, messages }: ArchiveInfo, offset: number, next: number): string =>
  `Messages ${offset} to ${next - 1} of ${messages}. Go on with archive_read ${JSON.stringify({ name, offset: next })}`;

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
  const start = longestPrefix(text, chars, (piece) => piece.length);
  return `${start}…[${text.length - start.length} more characters in the file]`;
}

/** Cuts a message that alone is too long for a reply, saying in it how much is missing and where the whole is. */
function shorten({ number, message }: NumberedMessage, bytes: number, path: string): NumberedMessage {
  const whole = message.text;
  const { compaction, toolCalls, ...rest } = message;
  const room = bytes - 1_000;
  const text = longestPrefix(whole, room, (piece) => wireBytes(contain(piece)));
  const note = `…[too long for this reply: ${whole.length - text.length} characters of the text${toolCalls.length > 0 ? `, ${toolCalls.length} tool uses` : ''}${compaction ? ', a summary' : ''} left out; they are in ${path}]`;
  return { number, message: { ...rest, text: text + note, toolCalls: [] } };
}
