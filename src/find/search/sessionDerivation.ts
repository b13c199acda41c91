import { textHash } from '../../disk/text/textHash.ts';
import { isSessionContext } from '../../history/sessions/sessionContext.ts';
import type { ListedSession } from '../../history/sessions/types.ts';
import { contentText } from '../../history/sessions/parts.ts';
import type { ReadPlace } from '../../agents/reading/continued.ts';
import { isCommand } from '../../agents/reading/titles.ts';
import type { MessageRecord, SubagentRecord } from '../../agents/reading/types.ts';
import { helperEntryId } from './sessionNote.ts';
import { noWork, SessionWork, workStep, type WorkState, type WorkStep } from './sessionWork.ts';
import type { SearchEntry } from './types.ts';

/** State of a derivation at a place of a session, besides its entries. */
export interface FoldState {
  /** Where reading continues; undefined at the beginning. */
  readonly place: ReadPlace | undefined;
  /** Number of messages. */
  readonly messages: number;
  readonly work: WorkState;
  /** Positions of the calls that started subagents, by their ids. */
  readonly calls: readonly (readonly [id: string, position: number])[];
}

/** The state before the first message. */
export const atBeginning: FoldState = { place: undefined, messages: 0, work: noWork, calls: [] };

/** What is derived of a subagent. */
export interface HelperTexts {
  readonly agentId: string;
  /** Its words, without positions. */
  readonly entries: readonly SearchEntry[];
  readonly work: readonly WorkStep[];
}

/**
 * Derives what search takes from a session's messages, one after the other: the words of person and agent, without
 * tools, thoughts, commands and secrets, and what tools did.
 */
export class SessionDerivation {
  /** The words since the state it began with. */
  readonly entries: SearchEntry[] = [];
  readonly #session: ListedSession;
  readonly #work: SessionWork;
  readonly #calls: Map<string, number>;
  #messages: number;

  constructor(session: ListedSession, { messages, work, calls }: FoldState) {
    this.#session = session;
    this.#work = new SessionWork(work);
    this.#calls = new Map(calls);
    this.#messages = messages;
  }

  /** Returns the present state, for continuing at a place. */
  state(place: ReadPlace | undefined): FoldState {
    return { place, messages: this.#messages, work: this.#work.state, calls: [...this.#calls] };
  }

  add(message: MessageRecord): void {
    const position = this.#messages++;
    const entry = entryOf(message, this.#session);
    if (entry) this.entries.push({ ...entry, position });
    this.#work.add(workStep(message, this.#session.cwd), position);
    for (const { agentId } of message.toolCalls ?? [])
      if (agentId !== undefined) this.#calls.set(agentId, position);
  }

  /** Returns the words of subagents that their session does not repeat, then the entries of `SessionWork`. */
  rest(helpers: readonly HelperTexts[], said: ReadonlySet<number>): readonly SearchEntry[] {
    const work = new SessionWork(this.#work.state);
    const entries = helpers.flatMap((helper) => {
      const position = this.#calls.get(helper.agentId) ?? Math.max(0, this.#messages - 1);
      for (const step of helper.work) work.add(step, position);
      const own = helper.entries.filter(({ text }) => !said.has(textHash(text)));
      return own.map((entry, n) => ({ ...entry, position, startsSession: n === 0 }));
    });
    return [...entries, ...work.entries.map((entry) => ({ ...entry, ...agentOf(this.#session) }))];
  }
}

/** Derives what search takes from a subagent's conversation. */
export function helperTexts(
  { agentId, messages }: SubagentRecord,
  { source, cwd }: ListedSession,
): HelperTexts {
  const entries = messages.flatMap((message) => entryOf(message, { source, parentId: agentId }) ?? []);
  return {
    agentId,
    entries: entries.map((entry) => ({ ...entry, id: helperEntryId(agentId, entry.id ?? '') })),
    work: messages.flatMap((message) => workStep(message, cwd) ?? []),
  };
}

function entryOf(
  { type, content, id, timestamp, isRelayed }: MessageRecord,
  { source, parentId }: Pick<ListedSession, 'source' | 'parentId'>,
): SearchEntry | undefined {
  // Requests of another agent to a helper are no person's words, and are in that agent's session.
  if (type === 'user' && parentId !== undefined) return undefined;
  if (type !== 'user' && type !== 'assistant' && !isRelayed) return undefined;
  const text = contentText(content).trim();
  if (text === '' || (type === 'user' && (isCommand(text) || isSessionContext(text)))) return undefined;
  const role = isRelayed ? 'note' : type === 'user' ? 'user' : 'assistant';
  return { role, text, ts: Date.parse(timestamp), id, ...agentOf({ source }) };
}

const agentOf = ({ source }: Pick<ListedSession, 'source'>): Pick<SearchEntry, 'agent'> =>
  source === 'history' ? {} : { agent: source };
