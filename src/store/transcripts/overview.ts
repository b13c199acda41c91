import { dirname } from 'node:path';
import type { JsonValue } from '../json.ts';
import { readClaude } from './claude.ts';
import { sessionsIndexFor } from './claudeFiles.ts';
import { ClaudeIndex } from './claudeIndex.ts';
import { claudeTitle } from './claudeTitle.ts';
import { readCodex } from './codex.ts';
import { CodexIndex } from './codexIndex.ts';
import { readCodexLine } from './codexLine.ts';
import type { Ends } from './ends.ts';
import { chunksOf, JsonLines } from './lines.ts';
import { readers } from './readers.ts';
import { titleOfPrompt } from './titles.ts';
import type { Agent, SessionRecord, TranscriptSource } from './types.ts';

/** What a list needs of a session. */
export type Overview = Pick<
  SessionRecord,
  'sessionId' | 'title' | 'startTime' | 'lastUpdated' | 'cwd' | 'gitBranch' | 'messages'
>;

/** Reads head and tail of transcripts of one list; what lies beside several of them is read once. */
export class OverviewReader {
  readonly #indexes = new Map<string, JsonValue | undefined>();

  /** The session as far as head and tail tell of it, with the title its reader gives the whole. */
  async read(agent: Agent, ends: Ends, source: TranscriptSource): Promise<Overview> {
    if (agent === 'claude') return this.#readClaude(ends, source);
    if (agent === 'codex' && !ends.complete) return readCodexEnds(ends, source);
    return readers[agent](chunksOf(ends.head, '\n', ends.tail), source);
  }

  /** Newest lines follow from the ones before them, which are missing here: so the first prompt comes from the head alone. */
  async #readClaude(ends: Ends, source: TranscriptSource): Promise<Overview> {
    const sessionsIndex = await this.#sessionsIndex(source.path);
    const head = await readClaude(chunksOf(ends.head), source);
    const index = new ClaudeIndex();
    for await (const line of new JsonLines(chunksOf(ends.head, '\n', ends.tail))) index.add(line);
    const { facts } = index;
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

/** The same for Codex, whose tail may take back turns that are missing here. */
async function readCodexEnds(ends: Ends, source: TranscriptSource): Promise<Overview> {
  const head = await readCodex(chunksOf(ends.head), source);
  const index = new CodexIndex();
  for await (const line of new JsonLines(chunksOf(ends.head, '\n', ends.tail)))
    for (const entry of readCodexLine(line)) index.add(entry);
  const { lastUpdated = head.lastUpdated, title } = index.facts;
  const given = titleOfPrompt(title ?? '') ?? head.title;
  return { ...head, lastUpdated, ...(given !== undefined && { title: given }) };
}
