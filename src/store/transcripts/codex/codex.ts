import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { defined, isoTime, type JsonValue } from '../../base/core.ts';
import type { AgentTranscripts, FoundTranscript, Places } from '../shared/agent.ts';
import { fieldsOf, objectOf, textOf } from '../shared/fields.ts';
import { countedBy, UnknownKinds } from '../shared/kinds.ts';
import { chunksOf, heldBytes, JsonLines, type Lines } from '../shared/lines.ts';
import { filesOf, foldersOf, homeOf } from '../shared/places.ts';
import { titleOfPrompt, titleOfTime } from '../shared/titles.ts';
import type {
  Agent,
  MessageRecord,
  Omissions,
  OpenTranscript,
  SessionHeader,
  SubagentRecord,
  TranscriptSource,
  TranscriptStream,
} from '../shared/types.ts';
import { linesOf, overviewOf } from '../shared/whole.ts';
import { type CodexFacts, CodexIndex, type CodexPlan } from './codexIndex.ts';
import { unknownOfCodex } from './codexKinds.ts';
import { readCodexLine } from './codexLine.ts';
import { CodexMessages } from './codexMessages.ts';

/**
 * Reads a rollout of Codex of any length in bounded memory. Codex writes the conversation twice, as items of the API and
 * as events for its screen; what the items do not tell is taken from the events, and nothing from both.
 */
export async function streamCodex(open: OpenTranscript, source: TranscriptSource): Promise<TranscriptStream> {
  const reading = new JsonLines(open(), { holdBytes: heldBytes });
  const kinds = new UnknownKinds();
  const index = await codexIndexOf(countedBy(kinds, reading, unknownOfCodex));
  const left = { unreadable: reading.unreadable, ...kinds.found };
  return streamOf(index, { left, source }, () => reading.held ?? new JsonLines(open()));
}

/** What lines of a rollout tell, of which some may be missing. */
export async function codexIndexOf(lines: Lines): Promise<CodexIndex> {
  const index = new CodexIndex();
  for await (const line of lines) {
    index.requests.add(line);
    for (const entry of readCodexLine(line)) index.add(entry);
  }
  return index;
}

interface RolloutFacts {
  readonly left: Omit<Omissions, 'rewound'>;
  readonly source: TranscriptSource;
}

function streamOf(index: CodexIndex, known: RolloutFacts, reread: () => Lines): TranscriptStream {
  const plan = index.plan();
  const { all: requests, parentId } = index.requests;
  const header = {
    ...headerOf(index.facts, plan, known),
    ...(requests.length > 0 && { requests }),
    ...defined({ parentId }),
  };
  return { header, messages: () => messagesOf(reread(), plan, header.startTime), subagents: noSubagents };
}

function headerOf(facts: CodexFacts, plan: CodexPlan, { left, source }: RolloutFacts): SessionHeader {
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
    omitted: { ...left, rewound: plan.rewound },
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

/** OpenAI Codex. */
export const codex: AgentTranscripts = {
  id: 'codex',
  find: (places) => codexSessions('codex', codexHome(places)),
  recognise: isCodex,
  place: /\/rollout-[^/]+\.jsonl$/,
  stream: streamCodex,
  titleOf,
  telling: { title: /"thread_name_updated"/, takesBack: /"thread_rolled_back"/ },
  writesLines: true,
  watch: (places, _, now) => codexWatched(codexHome(places), now),
};

const codexHome = (places: Places): string => homeOf(places, 'CODEX_HOME', '.codex');

/** `sessions/YYYY/MM/DD/rollout-<time>-<id>.jsonl` in the home of Codex, or of a clone, of all folders together. */
export async function* codexSessions(agent: Agent, home: string): AsyncGenerator<FoundTranscript> {
  const days: string[] = [];
  for (const year of await foldersOf(join(home, 'sessions')))
    for (const month of await foldersOf(year)) days.push(...(await foldersOf(month)));
  for (const folder of [...days, join(home, 'archived_sessions')])
    for (const path of await filesOf(folder, /^rollout-.*\.jsonl$/)) yield { agent, path, unsure: true };
}

/** Where sessions show today in the home of Codex, or of a clone. */
export const codexWatched = (home: string, now: number): readonly string[] => [
  join(home, 'sessions', ...dayParts(now)),
];

/** Year, month and day on this machine, as folders are named. */
function dayParts(now: number): string[] {
  const day = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  return [String(day.getFullYear()), two(day.getMonth() + 1), two(day.getDate())];
}

const codexTypes: ReadonlySet<string> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
]);

function isCodex(record: JsonValue): boolean {
  const { type, payload } = fieldsOf(record);
  return objectOf(payload) !== undefined && codexTypes.has(textOf(type) ?? '');
}

async function titleOf(...[ends, source]: Parameters<AgentTranscripts['titleOf']>) {
  const begun = await overviewOf(await streamCodex(() => chunksOf(ends.head), source));
  if (ends.tail === '') return begun;
  const { facts } = await codexIndexOf(new JsonLines(linesOf(ends)));
  const { lastUpdated = begun.lastUpdated, title } = facts;
  return { ...begun, lastUpdated, ...defined({ title: titleOfPrompt(title ?? '') ?? begun.title }) };
}
