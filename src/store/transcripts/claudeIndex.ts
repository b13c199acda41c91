import type { JsonObject } from '../json.ts';
import { readLine, toolResults, toolUses, type ClaudeLine } from './claudeLine.ts';
import { flowOf, type Flow, type Link } from './claudeLinks.ts';
import { fieldsOf, listOf, textOf, timeOf } from './fields.ts';
import { titleOfPrompt } from './titles.ts';

/** What a transcript says of its session as a whole. */
export interface ClaudeFacts {
  /** In the order they come up; a resumed session may hold lines of several. */
  readonly sessionIds: ReadonlySet<string>;
  readonly cwd?: string | undefined;
  readonly gitBranch?: string | undefined;
  readonly version?: string | undefined;
  /** Earliest and latest time of any line, ISO 8601 in UTC. */
  readonly startTime?: string | undefined;
  readonly lastUpdated?: string | undefined;
  readonly customTitle?: string | undefined;
  readonly aiTitle?: string | undefined;
  readonly summary?: string | undefined;
  readonly agentId?: string | undefined;
  readonly commands: readonly string[];
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The first reading of a transcript: facts, and how its lines hang together. Holds no content of messages. */
export class ClaudeIndex {
  readonly #facts: Mutable<ClaudeFacts> & { sessionIds: Set<string>; commands: string[] } = {
    sessionIds: new Set(),
    commands: [],
  };
  readonly #main: Link[] = [];
  readonly #agents = new Map<string, Link[]>();
  /** The agent of every line seen, '' for lines of the main conversation. */
  readonly #agentByUuid = new Map<string, string>();
  readonly #splitsAgents: boolean;
  #lines = 0;

  /** `splitsAgents` false takes all lines for one conversation, as in the transcript of a subagent. */
  constructor({ splitsAgents = true } = {}) {
    this.#splitsAgents = splitsAgents;
  }

  get facts(): ClaudeFacts {
    return this.#facts;
  }

  /** Lines added so far; lines after them came later and belong to no flow. */
  get lines(): number {
    return this.#lines;
  }

  /** The conversation with the person. */
  main(): Flow {
    return flowOf(this.#main);
  }

  /** Conversations with subagents inside the transcript, by the agent's id. */
  agents(): ReadonlyMap<string, Flow> {
    return new Map([...this.#agents].map(([id, links]) => [id, flowOf(links)]));
  }

  add(line: JsonObject): void {
    const at = this.#lines++;
    const uuid = textOf(line.uuid);
    // Some versions write a line twice when a session is resumed.
    if (uuid !== undefined && this.#agentByUuid.has(uuid)) return;
    const read = readLine(line);
    const agent = this.#agentOf(line, uuid ?? `line-${at + 1}`);
    if (uuid !== undefined) this.#agentByUuid.set(uuid, agent);
    this.#addFacts(line);
    if (agent === '' && read.kind === 'user') this.#facts.commands.push(...read.commands);
    if (uuid === undefined && read.kind === 'other') return;
    const links = agent === '' ? this.#main : (this.#agents.get(agent) ?? []);
    if (agent !== '') this.#agents.set(agent, links);
    links.push(linkOf(line, read, at));
  }

  #agentOf(line: JsonObject, fallback: string): string {
    if (!this.#splitsAgents || line.isSidechain !== true) return '';
    const parent = this.#agentByUuid.get(textOf(line.parentUuid) ?? '');
    // Older versions give subagents no id: their conversation is that of its first line.
    return textOf(line.agentId) ?? (parent === undefined || parent === '' ? fallback : parent);
  }

  #addFacts(line: JsonObject): void {
    const facts = this.#facts;
    const sessionId = textOf(line.sessionId);
    if (sessionId !== undefined) facts.sessionIds.add(sessionId);
    facts.cwd ??= textOf(line.cwd);
    facts.gitBranch = textOf(line.gitBranch) ?? facts.gitBranch;
    facts.version = textOf(line.version) ?? facts.version;
    facts.agentId ??= textOf(line.agentId);
    if (line.type === 'custom-title') facts.customTitle = textOf(line.customTitle) ?? facts.customTitle;
    if (line.type === 'ai-title') facts.aiTitle = textOf(line.aiTitle) ?? facts.aiTitle;
    if (line.type === 'summary') facts.summary = textOf(line.summary) ?? facts.summary;
    const time = timeOf(line.timestamp);
    if (time === undefined) return;
    if (facts.startTime === undefined || time < facts.startTime) facts.startTime = time;
    if (facts.lastUpdated === undefined || time > facts.lastUpdated) facts.lastUpdated = time;
  }
}

const none: readonly string[] = [];

function linkOf(line: JsonObject, read: ClaudeLine, at: number): Link {
  const link = {
    at,
    uuid: textOf(line.uuid),
    parent: parentOf(line),
    sessionId: textOf(line.sessionId),
    uses: none,
    results: none,
  };
  if (read.kind === 'answer') {
    return { ...link, kind: 'answer', messageId: read.messageId, uses: toolUses(read.blocks) };
  }
  if (read.kind === 'boundary') return { ...link, kind: 'boundary', preserved: preservedBy(line) };
  if (read.kind !== 'user') return { ...link, kind: read.kind };
  const results = read.results.length > 0 ? toolResults(read.results) : none;
  if (read.parts.length === 0 && read.interruption === undefined)
    return { ...link, results, kind: results.length > 0 ? 'results' : 'other' };
  return { ...link, results, kind: 'prompt', title: promptTitle(read) };
}

function parentOf(line: JsonObject): string | null | undefined {
  const parent = textOf(line.parentUuid) ?? textOf(line.logicalParentUuid);
  return parent ?? (line.parentUuid === null ? null : undefined);
}

function preservedBy(line: JsonObject): readonly string[] {
  const { preservedSegment, preservedMessages } = fieldsOf(line.compactMetadata);
  const { headUuid, tailUuid } = fieldsOf(preservedSegment);
  return [...listOf(fieldsOf(preservedMessages).uuids), headUuid, tailUuid].filter(
    (uuid) => typeof uuid === 'string',
  );
}

function promptTitle(read: Extract<ClaudeLine, { kind: 'user' }>): string | undefined {
  for (const part of read.parts) {
    const title = 'text' in part ? titleOfPrompt(part.text) : undefined;
    if (title !== undefined) return title;
  }
  return undefined;
}
