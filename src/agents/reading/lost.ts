import { createHash } from 'node:crypto';
import { defined, isoTime } from '../../disk/base/core.ts';
import type { LostSession, OrphanTranscript } from './agent.ts';
import { isCommand, textOfContent, titleOfMessages } from './titles.ts';
import type { MessageRecord, TranscriptStream } from './types.ts';

/** Whether what was found is a transcript that can be read. */
export const isOrphan = (found: LostSession | OrphanTranscript): found is OrphanTranscript =>
  !('messages' in found);

/** Whether a text may name a session and its files: hostile ones lead out of a folder. */
export const isSessionName = (id: string | undefined): id is string =>
  id !== undefined && /^[A-Za-z0-9][\w.-]{3,127}$/.test(id);

/** Something said in a session, as a trace tells it. */
interface Trace {
  /** Milliseconds. */
  readonly at: number;
  readonly text: string;
  readonly type?: MessageRecord['type'];
  /** Tells apart what was said several times, where no time does. */
  readonly key?: string;
}

/** What is known of a session besides its messages. */
type LostFacts = Pick<LostSession, 'agent' | 'sessionId' | 'path' | 'isUnnamed'> &
  Partial<Pick<LostSession, 'cwd' | 'title' | 'gitBranch'>>;

/** Collects what traces tell of one session, each text of a time once. */
export class LostMessages {
  readonly #said = new Map<string, MessageRecord>();
  #isAnswered = false;

  add({ at, text, type = 'user', key = '' }: Trace): void {
    if (text.trim() === '' || at <= 0 || at > maxTime) return;
    const timestamp = isoTime(at);
    const id = createHash('sha256')
      .update(`${timestamp}\n${type}\n${key}\n${text}`)
      .digest('hex')
      .slice(0, 16);
    this.#said.set(id, { id, timestamp, type, content: text });
    this.#isAnswered ||= type === 'assistant';
  }

  /** Adds a person's message unless one that begins so was said within this time of it. */
  addUntold({ at, text }: Trace, withinMs: number): void {
    const isTold = [...this.#said.values()].some(
      (said) =>
        said.type === 'user' &&
        Math.abs(Date.parse(said.timestamp) - at) <= withinMs &&
        textOfContent(said).trim().startsWith(text.trim()),
    );
    if (!isTold) this.add({ at, text });
  }

  /** The session; undefined if nobody said anything in it but commands of one word. */
  session(facts: LostFacts): LostSession | undefined {
    const messages = [...this.#said.values()].sort(
      (a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp),
    );
    if (!isWorthKeeping(messages)) return undefined;
    const { title = titleOfMessages(messages), ...more } = facts;
    return { ...more, ...defined({ title }), ...(!this.#isAnswered && { isUnanswered: true }), messages };
  }
}

/** The end of the year 9999. Milliseconds. */
const maxTime = 253_402_300_799_999;

/** Whether a person said something in messages but commands of one word. */
export const isWorthKeeping = (messages: readonly MessageRecord[]): boolean =>
  messages.some((message) => message.type === 'user' && !isBareCommand(textOfContent(message)));

const isBareCommand = (text: string): boolean => isCommand(text.trim()) && !/\s/.test(text.trim());

/** Makes the id of a session that its trace does not name, from the folder and the day in UTC. */
export function unnamedId(cwd: string, at: number): string {
  const day = isoTime(at).slice(0, 10);
  return `${createHash('sha256').update(`${cwd}\n${day}`).digest('hex').slice(0, 8)}-prompts-${day}`;
}

/** Makes the stream of a lost session from messages, which may be masked by now. */
export function lostStream(
  lost: LostSession,
  messages: () => AsyncIterable<MessageRecord>,
): TranscriptStream {
  const { agent: source, sessionId, title, cwd, gitBranch, messages: known } = lost;
  const header = {
    sessionId,
    source,
    projectHash: createHash('sha256')
      .update(cwd ?? '')
      .digest('hex'),
    startTime: known.at(0)?.timestamp ?? isoTime(0),
    lastUpdated: known.at(-1)?.timestamp ?? isoTime(0),
    ...defined({ title, cwd, gitBranch }),
    omitted: { unreadable: 0, rewound: 0 },
  };
  return { header, messages, subagents: noSubagents };
}

async function* noSubagents(): AsyncGenerator<never> {
  // Traces tell of none.
}
