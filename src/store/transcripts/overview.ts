import { dirname } from 'node:path';
import type { JsonValue } from '../json.ts';
import { streamClaude } from './claude.ts';
import { sessionsIndexFor } from './claudeFiles.ts';
import { ClaudeIndex } from './claudeIndex.ts';
import { claudeTitle } from './claudeTitle.ts';
import { streamCodex } from './codex.ts';
import { CodexIndex } from './codexIndex.ts';
import { readCodexLine } from './codexLine.ts';
import type { Ends } from './ends.ts';
import { chunksOf, JsonLines } from './lines.ts';
import { streams } from './streams.ts';
import { titleOfPrompt } from './titles.ts';
import type { Agent, SessionHeader, TranscriptSource, TranscriptStream } from './types.ts';

/** What a list needs of a session. */
export interface Overview extends Pick<
  SessionHeader,
  'sessionId' | 'title' | 'startTime' | 'lastUpdated' | 'cwd' | 'gitBranch'
> {
  /** Whether nothing was said in what was read. */
  readonly empty: boolean;
}

/** Reads head and tail of transcripts of one list; what lies beside several of them is read once. */
export class OverviewReader {
  readonly #indexes = new Map<string, JsonValue | undefined>();

  /** The session as far as the head tells of it. */
  async readHead(agent: Agent, { head }: Ends, source: TranscriptSource): Promise<Overview> {
    const open = () => chunksOf(head);
    if (agent === 'claude') {
      const sessionsIndex = await this.#sessionsIndex(source.path);
      return overviewOf(await streamClaude(open, source, { sessionsIndex }));
    }
    return overviewOf(await (agent === 'codex' ? streamCodex : streams[agent])(open, source));
  }

  /**
   * The session as far as head and tail tell of it, with the title its reader gives the whole. `known` is what
   * `readHead` gave for the same head, if it was asked.
   */
  async read(agent: Agent, ends: Ends, source: TranscriptSource, known?: Overview): Promise<Overview> {
    const head = async () => known ?? (await this.readHead(agent, ends, source));
    if (ends.tail === '') return head();
    // The newest lines of these lead back through what is missing here: so the first prompt comes from the head alone.
    if (agent === 'claude') return this.#readClaude(await head(), ends, source);
    if (agent === 'codex') return readCodex(await head(), ends);
    return overviewOf(await streams[agent](() => linesOf(ends), source));
  }

  async #readClaude(head: Overview, ends: Ends, source: TranscriptSource): Promise<Overview> {
    const index = new ClaudeIndex();
    for await (const line of new JsonLines(linesOf(ends))) index.add(line);
    const { facts } = index;
    const sessionsIndex = await this.#sessionsIndex(source.path);
    const { sessionId, startTime, title: prompt } = head;
    return {
      ...head,
      title: claudeTitle(facts, { sessionId, startTime, sessionsIndex, prompt }),
      lastUpdated: facts.lastUpdated ?? head.lastUpdated,
      ...(facts.gitBranch !== undefined && { gitBranch: facts.gitBranch }),
    };
  }

  async #sessionsIndex(transcript: string): Promise<JsonValue | undefined> {
    const folder = dirname(transcript);
    if (!this.#indexes.has(folder)) this.#indexes.set(folder, await sessionsIndexFor(transcript));
    return this.#indexes.get(folder);
  }
}

const linesOf = ({ head, tail }: Ends): AsyncIterable<Uint8Array> => chunksOf(head, '\n', tail);

async function overviewOf({ header, messages }: TranscriptStream): Promise<Overview> {
  for await (const _ of messages()) return { ...header, empty: false };
  return { ...header, empty: true };
}

async function readCodex(head: Overview, ends: Ends): Promise<Overview> {
  const index = new CodexIndex();
  for await (const line of new JsonLines(linesOf(ends)))
    for (const entry of readCodexLine(line)) index.add(entry);
  const { lastUpdated = head.lastUpdated, title } = index.facts;
  const given = titleOfPrompt(title ?? '') ?? head.title;
  return { ...head, lastUpdated, ...(given !== undefined && { title: given }) };
}
