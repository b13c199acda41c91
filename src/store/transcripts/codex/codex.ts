import { defined, isoTime } from '../../base/core.ts';
import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { CodexIndex, type CodexFacts, type CodexPlan } from './codexIndex.ts';
import { readCodexLine } from './codexLine.ts';
import { CodexMessages } from './codexMessages.ts';
import { JsonLines, type Lines } from '../shared/lines.ts';
import { titleOfPrompt, titleOfTime } from '../shared/titles.ts';
import type {
  MessageRecord,
  OpenTranscript,
  SessionHeader,
  SubagentRecord,
  TranscriptSource,
  TranscriptStream,
} from '../shared/types.ts';

/**
 * Reads a rollout of Codex of any length in bounded memory. Codex writes the conversation twice, as items of the API and
 * as events for its screen; what the items do not tell is taken from the events, and nothing from both.
 */
export async function streamCodex(open: OpenTranscript, source: TranscriptSource): Promise<TranscriptStream> {
  const reading = new JsonLines(open());
  const index = await codexIndexOf(reading);
  return streamOf(index, { unreadable: reading.unreadable, source }, () => new JsonLines(open()));
}

/** What lines of a rollout tell, of which some may be missing. */
export async function codexIndexOf(lines: Lines): Promise<CodexIndex> {
  const index = new CodexIndex();
  for await (const line of lines) for (const entry of readCodexLine(line)) index.add(entry);
  return index;
}

interface RolloutFacts {
  readonly unreadable: number;
  readonly source: TranscriptSource;
}

function streamOf(index: CodexIndex, known: RolloutFacts, reread: () => Lines): TranscriptStream {
  const plan = index.plan();
  const header = headerOf(index.facts, plan, known);
  return { header, messages: () => messagesOf(reread(), plan, header.startTime), subagents: noSubagents };
}

function headerOf(facts: CodexFacts, plan: CodexPlan, { unreadable, source }: RolloutFacts): SessionHeader {
  const { cwd, gitBranch, version } = facts;
  const changed = isoTime(source.mtimeMs);
  const startTime = facts.startTime ?? changed;
  return {
    sessionId: facts.sessionId ?? sessionIdOf(source.path),
    projectHash: createHash('sha256')
      .update(cwd ?? '')
      .digest('hex'),
    startTime,
    lastUpdated: facts.lastUpdated ?? changed,
    title: titleOfPrompt(facts.title ?? '') ?? plan.title ?? titleOfTime(startTime),
    source: 'codex',
    ...defined({ cwd, gitBranch, version }),
    ...(plan.commands.length > 0 && { commands: plan.commands }),
    omitted: { unreadable, rewound: plan.rewound },
  };
}

/** `rollout-<time>-<uuid>.jsonl`. */
function sessionIdOf(path: string): string {
  const name = basename(path).replace(/\.jsonl?$/, '');
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.exec(name)?.[0] ?? name;
}

async function* messagesOf(lines: Lines, plan: CodexPlan, startTime: string): AsyncGenerator<MessageRecord> {
  const conversation = new CodexMessages(plan);
  let at = 0;
  let time = startTime;
  for await (const line of lines) {
    // What was written since the first reading is for the next time.
    if (at >= plan.entries) break;
    for (const entry of readCodexLine(line)) {
      time = entry.time ?? time;
      conversation.feed(at, entry, time);
      yield* conversation.ready(at);
      at++;
    }
  }
  yield* conversation.ready(Infinity);
}

/** Subagents of Codex write rollouts of their own. */
async function* noSubagents(): AsyncGenerator<SubagentRecord> {
  // Nothing to give.
}
