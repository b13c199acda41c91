import { createHash } from 'node:crypto';
import { holds } from '../../protocol/find.ts';
import type { OpenSubagent, PaneSubagent, SessionPaneMessage } from '../../protocol/sessionPane.ts';
import type { MessageRecord } from '../../store/transcripts/shared/types.ts';
import { MessageView } from './shownMessage.ts';
import type { OpenedSession, SourceFacts } from './types.ts';

/** So many messages of a subagent are shown. */
const subagentLength = 200;

/** What a pane shows of a session, as it was read once. */
export interface SessionContent {
  readonly facts: SourceFacts;
  readonly messages: readonly SessionPaneMessage[];
  /** A fingerprint of each message. */
  readonly marks: readonly string[];
  readonly models: readonly string[];
  readonly tools: number;
  /** Subagents that calls of tools name. */
  readonly called: ReadonlySet<string>;
}

/** A session that somebody looks at, as far as it was read. */
export interface ShownSession {
  /** Undefined until it was read for the first time. */
  readonly reading: SessionContent | undefined;
  readonly subagents: readonly PaneSubagent[];
  /** The conversations that were asked for, as far as they were read. */
  readonly open: readonly OpenSubagent[];
  /** Why the session cannot be read (any more). */
  readonly problem: string | undefined;
}

/** Reads a session from end to end; in memory stays what is shown of it. */
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

/** The position from which on two readings differ; the length of the later one where nothing does. */
export function firstChange(before: SessionContent | undefined, { marks }: SessionContent): number {
  const old = before?.marks ?? [];
  const at = marks.findIndex((mark, index) => mark !== old[index]);
  return at === -1 ? marks.length : at;
}

/** The subagents of a session, in the order they are kept. */
export async function listSubagents(
  { subagents }: OpenedSession,
  called: ReadonlySet<string>,
): Promise<readonly PaneSubagent[]> {
  const found: PaneSubagent[] = [];
  for await (const { agentId, title = '', messages } of subagents())
    found.push({ agentId, title, messages: messages.length, called: called.has(agentId) });
  return found;
}

/** The conversation of a subagent; undefined when the session has no such one. */
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

/** The whole message at a position; undefined when there is none. */
export async function messageAt(
  { messages }: OpenedSession,
  position: number,
): Promise<MessageRecord | undefined> {
  let at = 0;
  for await (const message of messages()) if (at++ === position) return message;
  return undefined;
}

/** Positions of the messages whose shown words hold a text, in any case. */
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
