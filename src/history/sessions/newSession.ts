import { defined, StoreError } from '../../disk/base/core.ts';
import { objectOf } from '../../agents/reading/fields.ts';
import type { NewCall, NewSession, NewTurn } from '../../agents/writing/newSession.ts';
import { containTags } from '../../disk/text/containText.ts';
import { estimatedTokens } from '../../disk/text/textLength.ts';
import type { Content, ContentPart, DatedMessage } from './content.ts';
import { datedHistory } from './convert.ts';
import { extractCuratedHistory } from './curate.ts';
import { writers } from './formats.ts';
import { newest, stepsOf } from './newestTurns.ts';
import { movedTexts } from './movedPaths.ts';
import { pairedHistory } from './pairing.ts';
import { responseText } from './parts.ts';
import type { HandOverSource } from './types.ts';

/** A conversation from any source, of which a session of another agent is made. */
export interface PastConversation {
  readonly messages: readonly DatedMessage[];
  readonly title: string;
  readonly source: HandOverSource;
  /** Folder it ran in, on whatever machine. */
  readonly cwd?: string;
  /** Last change of its transcript, milliseconds. */
  readonly changedAt?: number;
}

export interface NewSessionOptions {
  /** A UUID. */
  readonly id: string;
  /** Real path of the project. */
  readonly project: string;
  /** Maximum estimated tokens. Default 100,000. */
  readonly maxTokens?: number;
  /** Id of the last message, or its beginning; default all. */
  readonly until?: string;
  /** Tells what was before, for a session of which older turns do not fit. */
  readonly brief?: () => Promise<string>;
  /** Milliseconds. */
  readonly now: number;
}

/** What a new session lacks. */
export interface LeftOut {
  readonly olderTurns: number;
  readonly shortened: number;
  readonly thoughts: number;
  /** Pictures and documents; of those of the user, a line is left. */
  readonly pictures: number;
}

export interface MadeSession {
  readonly session: NewSession;
  readonly left: LeftOut;
}

/** Fits the windows of all models that agents use today, with room to go on. */
const usualTokens = 100_000;

/** Makes a session for another agent, whole or the newest turns. Throws `invalid_argument` where there is nothing. */
export async function newSessionOf(
  conversation: PastConversation,
  { id, project, maxTokens = usualTokens, until, brief, now }: NewSessionOptions,
): Promise<MadeSession> {
  if (until === undefined) refuseRunning(conversation, now);
  const messages = messagesUpTo(conversation.messages, until);
  const history = pairedHistory(extractCuratedHistory(datedHistory(messages).map(onlyResults)), true);
  const moved = history.map((turn) => movedTurn(turn, conversation.cwd, project));
  const costs = {
    of: (some: readonly Content[]) => estimatedTokens(writers.gemini.text(some)) + 1,
    text: estimatedTokens,
  };
  const { turns, shortened } = newest(stepsOf(moved), maxTokens, costs, true);
  const written = turnsOf(turns);
  if (written.length === 0)
    throw new StoreError('invalid_argument', `Nothing was said in ${conversation.source.title}.`);
  const left = { olderTurns: turnsOf(moved).length - written.length, shortened, ...notHeld(messages) };
  const before = left.olderTurns > 0 ? ((await brief?.()) ?? '') : '';
  const note = noteOf(conversation, left, before);
  return { session: { id, title: conversation.title, cwd: project, note, turns: written }, left };
}

/** A call without a result that is older was interrupted. Milliseconds. */
const longestCall = 60_000;

/** Throws `busy` for a session whose agent is at work: of its last answer a part would be missing. */
function refuseRunning({ messages, changedAt = 0, source }: PastConversation, now: number): void {
  const isOpen = messages.at(-1)?.toolCalls?.some(({ status }) => status === 'pending') === true;
  if (!isOpen || now - changedAt > longestCall) return;
  throw new StoreError('busy', `The agent is at work in ${source.title}. Try again when it has answered.`);
}

/** Returns the messages up to the one whose id is or begins so. Throws `not_found` if there is none. */
export function messagesUpTo<Message extends DatedMessage>(
  messages: readonly Message[],
  until: string | undefined,
): readonly Message[] {
  if (until === undefined) return messages;
  const exact = messages.findLastIndex(({ id }) => id === until);
  const at = exact === -1 ? messages.findLastIndex(({ id }) => id?.startsWith(until)) : exact;
  if (at !== -1 && until !== '') return messages.slice(0, at + 1);
  throw new StoreError('not_found', `The session has no message ${JSON.stringify(until)}.`, { until });
}

/** Drops pictures beside results, which would be words of the user. */
const onlyResults = (turn: Content): Content =>
  turn.parts.some(({ functionResponse }) => functionResponse)
    ? { ...turn, parts: turn.parts.filter(({ functionResponse }) => functionResponse) }
    : turn;

function notHeld(messages: readonly DatedMessage[]): Pick<LeftOut, 'thoughts' | 'pictures'> {
  const parts = messages.flatMap(({ content }): readonly ContentPart[] =>
    typeof content === 'string' ? [] : content,
  );
  const inCalls = messages.flatMap(({ toolCalls = [] }) =>
    toolCalls.flatMap(({ pictures = [] }) => pictures),
  );
  return {
    thoughts: messages.reduce((sum, { thoughts = [] }) => sum + thoughts.length, 0),
    pictures: parts.filter(({ inlineData, fileData }) => inlineData ?? fileData).length + inCalls.length,
  };
}

/** Rewrites paths in calls and results, not in what was said. */
const movedTurn = (turn: Content, from: string | undefined, to: string): Content => ({
  ...turn,
  parts: turn.parts.map((part) => (part.text === undefined ? movedTexts(part, from, to) : part)),
});

/** Joins turns with the results that follow them. */
function turnsOf(history: readonly Content[]): readonly NewTurn[] {
  return history.flatMap((turn, n): NewTurn[] => {
    const { role, parts, said } = turn;
    const text = parts.flatMap((part) => (part.text === undefined ? [] : [part.text])).join('\n\n');
    const calls = parts.flatMap((part) => callOf(part, history[n + 1]));
    if (text === '' && calls.length === 0) return [];
    const { at = '', model } = said ?? {};
    return [{ role: role === 'user' ? 'user' : 'assistant', at, text, calls, ...defined({ model }) }];
  });
}

function callOf({ functionCall }: ContentPart, next: Content | undefined): readonly NewCall[] {
  if (!functionCall) return [];
  const { id = '', name, args = {} } = functionCall;
  const found = next?.parts.find(({ functionResponse }) => functionResponse?.id === id)?.functionResponse;
  const response = found?.response ?? {};
  const failed = 'error' in response && !('output' in response);
  const inner = failed ? objectOf(response.error) : undefined; // some agents record the whole response as the error
  return [{ id, name, args, output: responseText(inner ?? response), failed }];
}

/** Tells the model of the new session what it is, in the element that is no message when the session is read. */
function noteOf({ source }: PastConversation, left: LeftOut, brief: string): string {
  const missing = [
    [left.olderTurns, 'older turns'],
    [left.thoughts, 'thoughts'],
    [left.pictures, 'pictures'],
  ].flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`]));
  const lines = [
    `This session continues ${source.title}, of which MCP History Store made it. The whole is in ${source.path}.`,
    'Calls of tools are as they were made there; tools of these names may be missing here.',
    ...(missing.length > 0 ? [`Left out: ${missing.join(', ')}.`] : []),
    ...(left.shortened > 0 ? [`Shortened: ${left.shortened} long texts.`] : []),
    ...(brief === '' ? [] : ['', brief]),
  ];
  return `<session_context>\n${containTags(lines.join('\n'), 'session_context')}\n</session_context>`;
}
