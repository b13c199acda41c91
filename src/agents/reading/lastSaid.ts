import type { Secrets } from '../../disk/base/context.ts';
import { separated } from '../../disk/text/gluedRecords.ts';
import { statForeign } from '../../disk/files/foreign.ts';
import type { AgentTranscripts } from './agent.ts';
import { readLastLines } from './ends.ts';
import { chunksOf } from './lines.ts';
import type { MessageRecord } from './types.ts';
import { all, withoutSecrets } from './whole.ts';

/** Size of the end that is read completely. Bytes. */
const endBytes = 256 * 1024;
/** Range before it that is searched if it holds too few requests. Bytes. */
const beforeBytes = 8 * 1024 * 1024;
/** Number of requests to find. */
const wantedRequests = 3;
/** Limit on the lines parsed as possible requests. */
const maxLines = 24;
/** Longer lines hold tool results or pictures and are skipped. Characters. */
const maxLineLength = 64 * 1024;

/** Matches lines that may be requests, in transcripts made of lines. */
const requestPattern = /"(?:type|role)":\s*"user(?:[._]message)?"/;
const resultPattern = /"(?:tool_result|functionResponse|function_call_output)"/;

/**
 * Reads the last messages from the end of a transcript made of lines, at a cost independent of its length.
 *
 * If there are few requests among them, earlier ones precede them. Undefined if there is no request, as in other forms.
 * Message numbers are unknown. Secrets are masked.
 */
export async function lastSaid(
  { stream }: Pick<AgentTranscripts, 'stream'>,
  path: string,
  secrets: Secrets,
): Promise<readonly MessageRecord[] | undefined> {
  const { size, mtimeMs } = await statForeign(path);
  const messagesOf = async (lines: readonly string[]): Promise<readonly MessageRecord[]> => {
    const masked = () => secrets.chunks(chunksOf(lines.join('\n')));
    return all(withoutSecrets(await stream(masked, { path, mtimeMs }), secrets).messages());
  };
  const messages = await messagesOf(await readLastLines(path, size, endBytes));
  const missing = wantedRequests - messages.filter(isRequest).length;
  if (missing <= 0 || size <= endBytes) return ifRequested(messages);
  const lines = await readLastLines(path, size - endBytes, beforeBytes);
  const requests = await requestsIn(lines.flatMap(parted).filter(maybeRequest).slice(-maxLines), messagesOf);
  return ifRequested([...requests.slice(-missing), ...messages]);
}

/** Returns the records of a line on which several may have been written; others are not parsed for this. */
const parted = (line: string): readonly string[] => (/\}[\s\0]*\{/.test(line) ? separated(line) : [line]);

const ifRequested = (messages: readonly MessageRecord[]): readonly MessageRecord[] | undefined =>
  messages.some(isRequest) ? messages : undefined;

const isRequest = ({ type }: MessageRecord): boolean => type === 'user';

const maybeRequest = (line: string): boolean =>
  line.length <= maxLineLength && requestPattern.test(line) && !resultPattern.test(line);

/** Parses each line by itself, as the lines between are missing; duplicates count once. */
async function requestsIn(
  lines: readonly string[],
  messagesOf: (lines: readonly string[]) => Promise<readonly MessageRecord[]>,
): Promise<MessageRecord[]> {
  const found: MessageRecord[] = [];
  for (const line of lines)
    for (const message of (await messagesOf([line])).filter(isRequest))
      if (JSON.stringify(found.at(-1)?.content) !== JSON.stringify(message.content)) found.push(message);
  return found;
}
