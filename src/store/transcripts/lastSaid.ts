import type { Secrets } from '../base/context.ts';
import { statForeign } from '../files/foreign.ts';
import type { AgentTranscripts } from './shared/agent.ts';
import { readLastLines } from './shared/ends.ts';
import { chunksOf } from './shared/lines.ts';
import type { MessageRecord } from './shared/types.ts';
import { all, withoutSecrets } from './shared/whole.ts';

/** So much of the end is read as it stands. Bytes. */
const endBytes = 256 * 1024;
/** Where too few requests are in it, they are looked for in so much before it. Bytes. */
const beforeBytes = 8 * 1024 * 1024;
/** So many requests do. */
const enough = 3;
/** As many of the lines that may be requests are read. */
const mostLines = 24;
/** Longer lines hold what tools gave, or pictures. Characters. */
const longLine = 64 * 1024;

/** What lines of the person begin with, in the transcripts of agents that write lines. */
const mayAsk = /"(?:type|role)":\s*"user(?:[._]message)?"/;
const isResult = /"(?:tool_result|functionResponse|function_call_output)"/;

/**
 * What was said last in a transcript that is made of lines, from its end alone, however long it is: the last messages,
 * and before these, where they hold few, requests of the person. Undefined where nobody asks anything there, as in a
 * transcript of another form. The numbers of the messages are not known. Secrets are masked.
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
  const missing = enough - messages.filter(isRequest).length;
  if (missing <= 0 || size <= endBytes) return asked(messages);
  const lines = await readLastLines(path, size - endBytes, beforeBytes);
  const requests = await requestsIn(lines.filter(maybeRequest).slice(-mostLines), messagesOf);
  return asked([...requests.slice(-missing), ...messages]);
}

const asked = (messages: readonly MessageRecord[]): readonly MessageRecord[] | undefined =>
  messages.some(isRequest) ? messages : undefined;

const isRequest = ({ type }: MessageRecord): boolean => type === 'user';

const maybeRequest = (line: string): boolean =>
  line.length <= longLine && mayAsk.test(line) && !isResult.test(line);

/** Each line by itself, as what lies between them is not there; what two lines tell counts once. */
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
