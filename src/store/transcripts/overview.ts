import { dirname } from 'node:path';
import type { JsonValue } from '../base/json.ts';
import { streamClaude } from './claude/claude.ts';
import { sessionsIndexFor } from './claude/claudeFiles.ts';
import { ClaudeIndex } from './claude/claudeIndex.ts';
import { claudeTitle } from './claude/claudeTitle.ts';
import { streamCodex } from './codex/codex.ts';
import { CodexIndex } from './codex/codexIndex.ts';
import { readCodexLine } from './codex/codexLine.ts';
import { glance, type Ends, type Telling } from './shared/ends.ts';
import { tellingRecords } from './gemini/gemini.ts';
import { chunksOf, JsonLines } from './shared/lines.ts';
import { streams } from './streams.ts';
import { isTitled, titleOfPrompt } from './shared/titles.ts';
import type { Agent, SessionHeader, TranscriptSource, TranscriptStream } from './shared/types.ts';

/** What a list needs of a session. */
export interface Overview extends Pick<
  SessionHeader,
  'sessionId' | 'title' | 'startTime' | 'lastUpdated' | 'cwd' | 'gitBranch'
> {
  /** Whether nothing was said in what was read. */
  readonly empty: boolean;
}

/** For the agents that write lines; a rewound first prompt of Claude Code has another beginning beside it. */
const telling: Readonly<Partial<Record<Agent, Telling>>> = {
  claude: { title: /"type":\s*"(?:custom-title|ai-title|summary)"/, takesBack: /"parentUuid":\s*null/ },
  codex: { title: /"thread_name_updated"/, takesBack: /"thread_rolled_back"/ },
  gemini: tellingRecords,
};

/** Whether an agent's transcripts are always lines, of which what stands last may say that they are no prompt. */
export const writesLines = (agent: Agent): boolean => agent === 'claude' || agent === 'codex';

/** Reads head and tail of transcripts of one list; what lies beside several of them is read once. */
export class OverviewReader {
  readonly #indexes = new Map<string, JsonValue | undefined>();

  /** The session as far as head and tail tell of it, with the title its reader gives the whole. */
  async read(agent: Agent, ends: Ends, source: TranscriptSource): Promise<Overview> {
    const tells = telling[agent];
    const glanced = tells && glance(ends, tells);
    const seen = glanced && (await this.#read(agent, glanced, source));
    return seen && !seen.empty && isTitled(seen) ? seen : this.#read(agent, ends, source);
  }

  async #read(agent: Agent, ends: Ends, source: TranscriptSource): Promise<Overview> {
    // The newest lines of these lead back through what is missing here: so the first prompt comes from the head alone.
    if (agent === 'claude') return this.#readClaude(ends, source);
    if (agent === 'codex') return readCodex(ends, source);
    return overviewOf(await streams[agent](() => linesOf(ends), source));
  }

  async #readClaude(ends: Ends, source: TranscriptSource): Promise<Overview> {
    const sessionsIndex = await this.#sessionsIndex(source.path);
    const begun = await overviewOf(await streamClaude(() => chunksOf(ends.head), source, { sessionsIndex }));
    if (ends.tail === '') return begun;
    const index = new ClaudeIndex();
    for await (const line of new JsonLines(linesOf(ends))) index.add(line);
    const { facts } = index;
    const { sessionId, startTime, title: prompt } = begun;
    return {
      ...begun,
      title: claudeTitle(facts, { sessionId, startTime, sessionsIndex, prompt }),
      lastUpdated: facts.lastUpdated ?? begun.lastUpdated,
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

async function readCodex(ends: Ends, source: TranscriptSource): Promise<Overview> {
  const begun = await overviewOf(await streamCodex(() => chunksOf(ends.head), source));
  if (ends.tail === '') return begun;
  const index = new CodexIndex();
  for await (const line of new JsonLines(linesOf(ends)))
    for (const entry of readCodexLine(line)) index.add(entry);
  const { lastUpdated = begun.lastUpdated, title } = index.facts;
  const given = titleOfPrompt(title ?? '') ?? begun.title;
  return { ...begun, lastUpdated, ...(given !== undefined && { title: given }) };
}
