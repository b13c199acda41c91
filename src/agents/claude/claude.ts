import { defined, isoTime, type JsonValue } from '../../disk/base/core.ts';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { placedFolders } from './claudeFolders.ts';
import { ClaudeIndex, type ClaudeConversations, type ClaudeFacts } from './claudeIndex.ts';
import { unknownOfClaude } from './claudeKinds.ts';
import type { ClaudeFlow } from './claudeLinks.ts';
import { ClaudeMessages } from './claudeMessages.ts';
import { claudeTitle } from './claudeTitle.ts';
import { timeOf } from '../reading/fields.ts';
import { countedBy, UnknownKinds, type Omitted } from '../reading/kinds.ts';
import { heldBytes, JsonLines, type Lines } from '../reading/lines.ts';
import { all } from '../reading/whole.ts';
import type {
  MessageRecord,
  OpenTranscript,
  SessionHeader,
  SubagentRecord,
  TranscriptSource,
  TranscriptStream,
} from '../reading/types.ts';

/** What is known of a session besides its transcript. */
export interface ClaudeSidecars {
  /** Content of the `sessions-index.json` beside the transcript. */
  readonly sessionsIndex?: JsonValue | undefined;
}

/**
 * Reads a Claude Code transcript of any length in bounded memory: two passes, a third for subagents. Yields the
 * conversation that leads to the newest message, without rewound branches; pieces of an answer are joined, tool calls
 * carry their results.
 */
export async function streamClaude(
  open: OpenTranscript,
  source: TranscriptSource,
  about: ClaudeSidecars = {},
): Promise<TranscriptStream> {
  const index = new ClaudeIndex();
  const kinds = new UnknownKinds();
  const lines = new JsonLines(open(), { holdBytes: heldBytes });
  for await (const line of countedBy(kinds, lines, unknownOfClaude)) index.add(line);
  const left = { unreadable: lines.unreadable, ...kinds.found };
  return streamOf(index, { left, source, about }, () => lines.held ?? new JsonLines(open()));
}

/** Reads `<session>/subagents/agent-<id>.jsonl`, whose user messages are instructions from the calling agent. */
export async function readClaudeSubagent(
  chunks: AsyncIterable<Uint8Array>,
  source: TranscriptSource,
): Promise<SubagentRecord> {
  const index = new ClaudeIndex({ splitsAgents: false });
  const lines = await all(new JsonLines(chunks));
  for (const line of lines) index.add(line);
  const conversations = index.conversations();
  const { startTime } = timesOf(index.facts, source);
  const messages = await all(messagesOf(lines, conversations, startTime));
  const agentId = index.facts.agentId ?? basename(source.path, '.jsonl').replace(/^agent-/, '');
  return { ...subagent(agentId, conversations.main, messages), ...requestsIn(index) };
}

interface ClaudeOrigin {
  readonly left: Omitted;
  readonly source: TranscriptSource;
  readonly about: ClaudeSidecars;
}

function streamOf(index: ClaudeIndex, known: ClaudeOrigin, reread: () => Lines): TranscriptStream {
  const conversations = index.conversations();
  const { links, rewound } = conversations.main;
  const told = { ...known, prompt: firstPrompt(links), rewound: rewound.length };
  const header = { ...headerOf(index.facts, told), ...requestsIn(index) };
  return {
    header,
    messages: () => messagesOf(reread(), conversations, header.startTime),
    subagents: () => subagentsOf(reread(), conversations, header.startTime),
  };
}

const requestsIn = ({ requests }: ClaudeIndex) => (requests.length > 0 ? { requests } : {});

/** Returns the title that the first prompt of a conversation makes. */
export const firstPrompt = (links: ClaudeFlow['links']): string | undefined =>
  links.find((link) => link.title !== undefined)?.title;

/** What a header tells besides the facts. */
interface ClaudeHeading extends ClaudeOrigin {
  /** Title that the first prompt makes. */
  readonly prompt: string | undefined;
  /** Number of rewound messages. */
  readonly rewound: number;
}

/** Returns the header of a session without its requests. */
export function headerOf(
  facts: ClaudeFacts,
  { source, about, left, prompt, rewound }: ClaudeHeading,
): SessionHeader {
  const { gitBranch, version, summary, commands } = facts;
  const placed = placedIn(facts, source.path);
  const sessionId = sessionIdOf(facts, source);
  const times = timesOf(facts, source);
  const { sessionsIndex } = about;
  return {
    sessionId,
    projectHash: createHash('sha256')
      .update(placed.cwd ?? '')
      .digest('hex'),
    ...times,
    title: claudeTitle(facts, { sessionId, startTime: times.startTime, sessionsIndex, prompt }),
    source: 'claude',
    ...placed,
    ...originOf(facts),
    ...defined({ summary, gitBranch, version }),
    ...(commands.length > 0 && { commands }),
    omitted: { ...left, rewound },
  };
}

/** The folder from which a session is resumed, and the others it worked in. */
export function placedIn({ cwds }: ClaudeFacts, path: string): Pick<SessionHeader, 'cwd' | 'alsoIn'> {
  const [cwd, ...alsoIn] = placedFolders(path, [...cwds.keys()]);
  return { ...defined({ cwd }), ...(alsoIn.length > 0 && { alsoIn }) };
}

/** Says that a program ran the session, if only programs did. */
export const originOf = ({ isAutomated }: ClaudeFacts): Pick<SessionHeader, 'isAutomated'> =>
  isAutomated === true ? { isAutomated } : {};

/** The session id; a resumed session may hold lines of earlier ones, and the file name is the current id. */
export function sessionIdOf({ sessionIds }: ClaudeFacts, source: TranscriptSource): string {
  const name = basename(source.path).replace(/\.jsonl$/, '');
  return sessionIds.has(name) ? name : ([...sessionIds].at(-1) ?? source.sessionId ?? name);
}

export function timesOf(facts: ClaudeFacts, source: TranscriptSource) {
  const changed = isoTime(source.mtimeMs);
  return { startTime: facts.startTime ?? changed, lastUpdated: facts.lastUpdated ?? changed };
}

/** Yields messages; `before` is the number of earlier lines, and `fed` receives the number of each line. */
export async function* messagesOf(
  lines: Lines,
  { lines: count, main, queuedAt }: ClaudeConversations,
  startTime: string,
  { before = 0, fed }: { readonly before?: number; readonly fed?: (at: number) => void } = {},
): AsyncGenerator<MessageRecord> {
  const conversation = new ClaudeMessages(main.links, queuedAt, before);
  for await (const at of feed(lines, count, [conversation], startTime)) {
    fed?.(at);
    yield* conversation.completedAt(at);
  }
}

async function* subagentsOf(lines: Lines, { lines: count, agents }: ClaudeConversations, startTime: string) {
  if (agents.size === 0) return;
  const open = [...agents].map(([id, flow]) => {
    const messages: MessageRecord[] = [];
    return { id, flow, messages, conversation: new ClaudeMessages(flow.links) };
  });
  const conversations = open.map(({ conversation }) => conversation);
  for await (const at of feed(lines, count, conversations, startTime))
    for (const { id, flow, messages, conversation } of open) {
      messages.push(...conversation.completedAt(at));
      if (messages.length > 0 && conversation.isDone()) yield subagent(id, flow, messages.splice(0));
    }
}

/** Feeds each line to the conversations that include it; yields its number afterwards, and infinity at the end. */
async function* feed(
  lines: Lines,
  count: number,
  conversations: readonly ClaudeMessages[],
  startTime: string,
): AsyncGenerator<number> {
  let at = 0;
  let time = startTime;
  for await (const line of lines) {
    // Lines appended since the first pass are left to the next read.
    if (at >= count) break;
    const conversation = conversations.find((one) => one.includes(at));
    if (conversation) {
      time = timeOf(line.timestamp) ?? time;
      conversation.feed(line, time);
      yield at;
    }
    at++;
  }
  yield Infinity;
}

function subagent(agentId: string, flow: ClaudeFlow, messages: readonly MessageRecord[]): SubagentRecord {
  const title = firstPrompt(flow.links);
  return { agentId, ...defined({ title }), messages };
}
