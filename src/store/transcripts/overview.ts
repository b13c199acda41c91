import { dirname, join } from 'node:path';
import type { JsonValue } from '../json.ts';
import { readJsonBeside } from './beside.ts';
import { readClaude } from './claude.ts';
import { ClaudeIndex } from './claudeIndex.ts';
import { claudeTitle } from './claudeTitle.ts';
import type { Ends } from './ends.ts';
import { chunksOf, JsonLines } from './lines.ts';
import { readers } from './readers.ts';
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
    return readers[agent](chunksOf(ends.head, '\n', ends.tail), source);
  }

  /** Newest lines follow from the ones before them, which are missing here: so the first prompt comes from the head alone. */
  async #readClaude(ends: Ends, source: TranscriptSource): Promise<Overview> {
    const sessionsIndex = await this.#sessionsIndex(dirname(source.path));
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

  async #sessionsIndex(folder: string): Promise<JsonValue | undefined> {
    if (!this.#indexes.has(folder))
      this.#indexes.set(folder, await readJsonBeside(join(folder, 'sessions-index.json')));
    return this.#indexes.get(folder);
  }
}
