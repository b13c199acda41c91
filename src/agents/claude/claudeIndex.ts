import type { Mutable } from '../reading/drafts.ts';
import type { JsonObject } from '../../disk/base/core.ts';
import type { ModelRequest } from '../reading/types.ts';
import { readLine, toolResults, toolUses, type ClaudeLine } from './claudeLine.ts';
import { flowOf, type ClaudeFlow, type LineLink } from './claudeLinks.ts';
import { ClaudeAnswers } from './claudeAnswers.ts';
import { ClaudeQueue, type WaitingPrompts } from './claudeQueue.ts';
import type { ClaudeTrace } from './claudeTrace.ts';
import { RepeatedLines } from './repeatedLines.ts';
import { ClaudeRequests } from './claudeRequests.ts';
import { promptTitle, type TitleFacts } from './claudeTitle.ts';
import { fieldsOf, listOf, textOf, timeOf } from '../reading/fields.ts';
import { isCommand } from '../reading/titles.ts';

/** Facts about the session as a whole. */
export interface ClaudeFacts extends TitleFacts {
  /** In order of appearance; a resumed session may hold lines of several. */
  readonly sessionIds: ReadonlySet<string>;
  /** Folders it worked in, in order of appearance, with the numbers of the lines that first name them. */
  readonly cwds: ReadonlyMap<string, number>;
  readonly gitBranch?: string | undefined;
  readonly version?: string | undefined;
  /** Earliest and latest time of any line, ISO 8601 in UTC. */
  readonly startTime?: string | undefined;
  readonly lastUpdated?: string | undefined;
  readonly agentId?: string | undefined;
  /** Whether only programs gave it prompts; undefined if no line says how it was started. */
  readonly isAutomated?: boolean | undefined;
  readonly commands: readonly string[];
}

/** The conversations of a transcript. */
export interface ClaudeConversations {
  /** Number of lines read; later ones were appended afterwards. */
  readonly lines: number;
  /** The conversation with the person. */
  readonly main: ClaudeFlow;
  /**
   * Number of the line that queued a prompt, by the number of the line that later holds it. Both are one message,
   * even if it was read while the prompt waited.
   */
  readonly queuedAt: ReadonlyMap<number, number>;
  /** Subagents' conversations by agent id. */
  readonly agents: ReadonlyMap<string, ClaudeFlow>;
}

/** Numbers texts, so that each is kept once instead of per line. */
class TextNumbers {
  readonly #numbers = new Map<string, number>();

  of(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    return number;
  }
}

/** A line with its number, and the name of the answer that it is a piece of. */
interface ReadLine {
  readonly read: ClaudeLine;
  readonly answer: string | undefined;
  readonly at: number;
}

/** How a transcript is indexed. */
interface ClaudeIndexOptions {
  readonly splitsAgents?: boolean;
  /** Notes what decides where the transcript can be divided. */
  readonly trace?: ClaudeTrace;
  /** Folders named before its beginning. */
  readonly cwds?: readonly string[];
}

/** First pass over a transcript: collects facts and the links between lines, without message content. */
export class ClaudeIndex {
  readonly #facts: Mutable<ClaudeFacts> & {
    sessionIds: Set<string>;
    cwds: Map<string, number>;
    commands: string[];
  } = {
    sessionIds: new Set(),
    cwds: new Map(),
    commands: [],
  };
  readonly #main: LineLink[] = [];
  readonly #agents = new Map<string, LineLink[]>();
  readonly #lineByUuid = new Map<string, number>();
  /** Subagent of each line that belongs to one. */
  readonly #agentByLine = new Map<number, string>();
  readonly #numbers = { sessions: new TextNumbers(), answers: new TextNumbers(), calls: new TextNumbers() };
  readonly #queue = new ClaudeQueue();
  readonly #queuedAt = new Map<number, number>();
  readonly #answers = new ClaudeAnswers();
  readonly #requests = new ClaudeRequests();
  readonly #repeated = new RepeatedLines();
  readonly #splitsAgents: boolean;
  readonly #trace: ClaudeTrace | undefined;
  #lines = 0;

  /** `splitsAgents: false` takes all lines as one conversation, as in a subagent's transcript. */
  constructor({ splitsAgents = true, trace, cwds = [] }: ClaudeIndexOptions = {}) {
    this.#splitsAgents = splitsAgents;
    this.#trace = trace;
    for (const cwd of cwds) this.#facts.cwds.set(cwd, -1);
  }

  get facts(): ClaudeFacts {
    return this.#facts;
  }

  /** All requests to models, including those of subagents in the transcript. */
  get requests(): readonly ModelRequest[] {
    return this.#requests.all;
  }

  /** Number of requests that began before a line. */
  requestsBefore(at: number): number {
    return this.#requests.countBefore(at);
  }

  /** All lines of the conversation with the person and its rewound branches. */
  get links(): readonly LineLink[] {
    return this.#main;
  }

  /** The prompts whose fate is open, see `ClaudeQueue`. */
  get waiting(): WaitingPrompts {
    return this.#queue.open;
  }

  /** Returns the number of the line with a uuid. */
  lineOf(uuid: string): number | undefined {
    return this.#lineByUuid.get(uuid);
  }

  /** Returns the conversations of the lines read so far. */
  conversations(): ClaudeConversations {
    const flow = (links: readonly LineLink[]) => flowOf(links, (uuid) => this.#lineByUuid.get(uuid));
    const { unmatchedLines } = this.#queue;
    return {
      lines: this.#lines,
      main: flow(this.#main.filter(({ kind, at }) => kind !== 'queued' || unmatchedLines.has(at))),
      queuedAt: this.#queuedAt,
      agents: new Map([...this.#agents].map(([id, links]) => [id, flow(links)])),
    };
  }

  add(line: JsonObject): void {
    const at = this.#lines++;
    const uuid = textOf(line.uuid);
    // Some versions write a line twice when a session is resumed.
    if (this.#repeated.isCopy(line, uuid)) {
      this.#trace?.addCopy(at, this.#lineByUuid.get(uuid ?? ''));
      return;
    }
    const read = readLine(line);
    const agent = this.#agentOf(line, uuid ?? `line-${at + 1}`);
    this.#trace?.add(line, { read, at, agent, earlier: this.#lineByUuid.get(uuid ?? '') });
    const answer = this.#answers.keyOf(line, read, agent ?? '');
    this.#requests.add(line, answer, at);
    if (agent !== undefined) this.#agentByLine.set(at, agent);
    this.#addFacts(line, at);
    if (agent === undefined) this.#follow(line, read, at);
    if (uuid !== undefined || read.kind !== 'other')
      this.#linksOf(agent).push(this.#link(line, { read, answer, at }));
    if (uuid !== undefined) this.#lineByUuid.set(uuid, at);
  }

  /** Records the person's commands and the fate of prompts typed while the agent worked. */
  #follow(line: JsonObject, read: ClaudeLine, at: number): void {
    const said = read.kind === 'user' ? read : undefined;
    const text = said?.words.join('\n') ?? '';
    if (line.type === 'queue-operation') {
      if (line.operation === 'enqueue') this.#queue.enqueue(at, line, text);
      else this.#queue.operate(line);
    } else if (said) {
      const { commands, typed } = said;
      this.#facts.commands.push(...commands);
      const named = typed ?? (isCommand(text) ? text : undefined);
      this.#facts.command ??= named;
      const queuedAt =
        line.type === 'attachment' ? this.#queue.attached(text) : this.#queue.prompted([text, ...commands]);
      if (queuedAt !== undefined) this.#queuedAt.set(at, queuedAt);
    }
  }

  #linksOf(agent: string | undefined): LineLink[] {
    if (agent === undefined) return this.#main;
    const links = this.#agents.get(agent) ?? [];
    this.#agents.set(agent, links);
    return links;
  }

  #agentOf(line: JsonObject, fallback: string): string | undefined {
    if (!this.#splitsAgents || line.isSidechain !== true) return undefined;
    const parent = this.#lineByUuid.get(textOf(line.parentUuid) ?? '');
    // Older versions give subagents no id: their conversation is named after its first line.
    return textOf(line.agentId) ?? this.#agentByLine.get(parent ?? -1) ?? fallback;
  }

  #link(line: JsonObject, { read, answer, at }: ReadLine): LineLink {
    const { sessions, answers, calls } = this.#numbers;
    const results = read.kind === 'user' ? toolResults(read.results) : none;
    const uses = read.kind === 'answer' ? toolUses(read.blocks) : none;
    return {
      at,
      parent: this.#parentOf(line),
      kind: kindOf(read, line),
      time: momentOf(line.timestamp),
      session: sessions.of(textOf(line.sessionId) ?? ''),
      answer: answer === undefined ? undefined : answers.of(answer),
      uses: uses.length === 0 ? none : uses.map((id) => calls.of(id)),
      results: results.length === 0 ? none : results.map((id) => calls.of(id)),
      preserved: read.kind === 'boundary' ? preservedBy(line) : none,
      title: read.kind === 'user' ? promptTitle(read.words, read.typed) : undefined,
    };
  }

  #parentOf(line: JsonObject): LineLink['parent'] {
    // A line with the uuid of an earlier one follows what was written before it.
    if (this.#lineByUuid.has(textOf(line.uuid) ?? '')) return undefined;
    const parent = textOf(line.parentUuid) ?? textOf(line.logicalParentUuid);
    if (parent !== undefined) return this.#lineByUuid.get(parent) ?? parent;
    return line.parentUuid === null ? null : undefined;
  }

  #addFolders({ type, cwd, from, to }: JsonObject, at: number): void {
    const { cwds } = this.#facts;
    for (const folder of type === 'relocated' ? [from, to] : [cwd])
      if (typeof folder === 'string' && cwds.size < maxFolders && !cwds.has(folder)) cwds.set(folder, at);
  }

  /** A person may go on with the session of a program. */
  #addOrigin({ entrypoint, promptSource }: JsonObject): void {
    const isProgram = textOf(entrypoint)?.startsWith(programEntrypoint) ?? this.#facts.isAutomated;
    if (promptSource === 'typed') this.#facts.isAutomated = false;
    else if (this.#facts.isAutomated !== false) this.#facts.isAutomated = isProgram;
  }

  #addFacts(line: JsonObject, at: number): void {
    const facts = this.#facts;
    const sessionId = textOf(line.sessionId);
    if (sessionId !== undefined) facts.sessionIds.add(sessionId);
    this.#addFolders(line, at);
    this.#addOrigin(line);
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

const none: readonly never[] = [];

/** Prefix of the entry points through which programs start Claude Code. */
const programEntrypoint = 'sdk-';

/** Number of folders to remember. */
const maxFolders = 100;

function kindOf(read: ClaudeLine, { type }: JsonObject): LineLink['kind'] {
  if (read.kind === 'other') return type === 'system' ? 'note' : 'other';
  if (read.kind !== 'user') return read.kind;
  if (type === 'queue-operation') return 'queued';
  if (read.parts.length > 0 || read.interruption !== undefined || read.relayed) return 'prompt';
  return read.results.length > 0 ? 'results' : 'other';
}

function momentOf(timestamp: JsonObject[string] | undefined): number | undefined {
  const time = timeOf(timestamp);
  return time === undefined ? undefined : Date.parse(time);
}

function preservedBy(line: JsonObject): readonly string[] {
  const { preservedSegment, preservedMessages } = fieldsOf(line.compactMetadata);
  const { headUuid, tailUuid } = fieldsOf(preservedSegment);
  return [...listOf(fieldsOf(preservedMessages).uuids), headUuid, tailUuid].filter(
    (uuid) => typeof uuid === 'string',
  );
}
