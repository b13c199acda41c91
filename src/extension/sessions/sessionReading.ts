import { createHash } from 'node:crypto';
import { holds } from '../../protocol/find.ts';
import type { OpenSubagent, PaneSubagent, SessionPaneMessage } from '../../protocol/sessionPane.ts';
import type { MessageRecord } from '../../agents/reading/types.ts';
import { MessageView } from './shownMessage.ts';
import type { OpenedSession, SourceFacts } from './types.ts';

/** Maximum number of a subagent's messages shown. */
const subagentLength = 200;

/** The content of a session for a pane, as read once. */
export interface SessionContent {
  readonly facts: SourceFacts;
  readonly messages: readonly SessionPaneMessage[];
  /** A fingerprint per message. */
  readonly marks: readonly string[];
  readonly models: readonly string[];
  readonly tools: number;
  /** Subagents that tool calls refer to. */
  readonly called: ReadonlySet<string>;
}

/** A displayed session, as far as read. */
export interface ShownSession {
  /** Undefined until first read. */
  readonly reading: SessionContent | undefined;
  readonly subagents: readonly PaneSubagent[];
  /** The requested conversations, as far as read. */
  readonly open: readonly OpenSubagent[];
  /** Why the session cannot be read. */
  readonly problem: string | undefined;
  readonly isGone: boolean;
}

/** Reads a session completely, keeping only what is shown. */
export async function readSession({ facts, messages }: OpenedSession): Promise<SessionContent> {
  const view = new MessageView(facts.cwd);
  const shown: SessionPaneMessage[] = [];
  const marks: string[] = [];
  for await (const record of messages()) {
    const message = view.show(record, shown.length);
    shown.push(message);
    marks.push(createHash('sha1').update(JSON.stringify(message)).digest('base64'));
  }
  const tools = shown.flatMap((message) => message.tools);
  return {
    facts,
    messages: shown,
    marks,
    models: [...new Set(shown.flatMap(({ model }) => model ?? []))],
    tools: tools.length,
    called: new Set(tools.flatMap(({ agentId }) => agentId ?? [])),
  };
}

/** Returns the first position at which two readings differ; the length of the later one if none does. */
export function firstChange(before: SessionContent | undefined, { marks }: SessionContent): number {
  const old = before?.marks ?? [];
  const at = marks.findIndex((mark, index) => mark !== old[index]);
  return at === -1 ? marks.length : at;
}

/** Lists a session's subagents in stored order. */
export async function listSubagents(
  { subagents }: OpenedSession,
  called: ReadonlySet<string>,
): Promise<readonly PaneSubagent[]> {
  const found: PaneSubagent[] = [];
  for await (const { agentId, title = '', messages } of subagents())
    found.push({ agentId, title, messages: messages.length, called: called.has(agentId) });
  return found;
}

/** Returns a subagent's conversation; undefined if the session has no such subagent. */
export async function readSubagent(
  { facts, subagents }: OpenedSession,
  wanted: string,
): Promise<OpenSubagent | undefined> {
  for await (const { agentId, messages } of subagents()) {
    if (agentId !== wanted) continue;
    const view = new MessageView(facts.cwd);
    const shown = messages.slice(0, subagentLength).map((record, index) => view.show(record, index));
    return { agentId, messages: shown, left: messages.length - shown.length };
  }
  return undefined;
}

/** Returns the complete message at a position; undefined if there is none. */
export async function messageAt(
  { messages }: OpenedSession,
  position: number,
): Promise<MessageRecord | undefined> {
  let at = 0;
  for await (const message of messages()) if (at++ === position) return message;
  return undefined;
}

/** Returns positions of messages whose displayed text contains a text, ignoring case. */
export function findIn({ messages }: SessionContent, query: string): readonly number[] {
  return messages.filter((message) => holds(wordsOf(message), query)).map(({ position }) => position);
}

function wordsOf({ text, thoughts, tools }: SessionPaneMessage): string {
  const ofTools = tools.flatMap(({ name, hint, args, result = '', edits }) => [
    ...[name, hint, args, result],
    ...edits.flatMap((edit) => (edit.kind === 'patch' ? [edit.patch] : [edit.before, edit.after])),
  ]);
  return [text, ...thoughts, ...ofTools].join('\n');
}
