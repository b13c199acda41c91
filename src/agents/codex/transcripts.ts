import { join } from 'node:path';
import { defined, type JsonValue } from '../../disk/base/core.ts';
import type { AgentTranscripts, FoundTranscript, SessionHome } from '../reading/agent.ts';
import type { ContinueTranscript } from '../reading/continued.ts';
import { fieldsOf, objectOf, textOf } from '../reading/fields.ts';
import { countedBy, UnknownKinds, type Omitted } from '../reading/kinds.ts';
import { chunksOf, heldBytes, JsonLines, type Lines } from '../reading/lines.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import { titleOfPrompt } from '../reading/titles.ts';
import type {
  OpenTranscript,
  SubagentRecord,
  TranscriptSource,
  TranscriptStream,
  Agent,
} from '../reading/types.ts';
import { linesOf, overviewOf } from '../reading/whole.ts';
import { codexContent, hasBase, isOnlyDamage, saysMissing } from './codexContent.ts';
import { codexHeader, rewoundUntil } from './codexHeader.ts';
import { CodexIndex } from './codexIndex.ts';
import { unknownOfCodex } from './codexKinds.ts';
import { readCodexLine } from './codexLine.ts';
import { continueCodex } from './codexContinue.ts';
import { lostCodex } from './codexLost.ts';
import { helpersOf, helperState } from './codexHelpers.ts';
import { messagesOf } from './codexPart.ts';
import { threadNames } from './codexNames.ts';
import { withThreads } from './codexThreads.ts';
import { isPacked, newestOfThreads, presentPath, rolloutsIn } from './codexRollouts.ts';
import { readForm } from '../reading/forms.ts';
import { codexWriter } from './write.ts';

/**
 * Reads a Codex rollout of any length in bounded memory. Codex writes the conversation twice, as API items and as
 * screen events; events only fill what items lack.
 */
export async function streamCodex(open: OpenTranscript, source: TranscriptSource): Promise<TranscriptStream> {
  const reading = new JsonLines(open(), { holdBytes: heldBytes });
  const kinds = new UnknownKinds();
  const index = await codexIndexOf(countedBy(kinds, reading, unknownOfCodex));
  const left = { unreadable: reading.unreadable, ...kinds.found };
  return streamOf(index, { left, source }, () => reading.held ?? new JsonLines(open()));
}

/** Indexes the lines of a rollout, which may be incomplete. */
export async function codexIndexOf(lines: Lines): Promise<CodexIndex> {
  const index = new CodexIndex();
  for await (const line of lines) {
    index.requests.add(line);
    if (saysMissing(line)) index.isRest = true;
    for (const entry of readCodexLine(line)) index.add(entry);
  }
  return index;
}

interface RolloutFacts {
  readonly left: Omitted;
  readonly source: TranscriptSource;
}

function streamOf(index: CodexIndex, known: RolloutFacts, reread: () => Lines): TranscriptStream {
  const plan = index.plan();
  const { all: requests, copiedUntil } = index.requests;
  const { parentId, isAutomated } = index.facts;
  const header = {
    ...codexHeader(index.facts, { ...known, title: plan.title, rewound: rewoundUntil(plan.rewound) }),
    ...(plan.commands.length > 0 && { commands: plan.commands }),
    ...((requests.length > 0 || copiedUntil !== undefined) && { requests }),
    ...defined({ parentId, isAutomated, copiedUntil, isRest: index.isRest }),
  };
  return { header, messages: () => messagesOf(reread(), plan, header.startTime), subagents: noSubagents };
}

/** Continues reading a rollout at a place, with the threads of its helpers. */
const goOnCodex: ContinueTranscript = async (open, source, before) => {
  const records = await continueCodex(open, source, before);
  if (records === 'reaches back') return records;
  const parent = { id: records.sessionId, path: source.path, endedAt: source.mtimeMs };
  const subagents = () => helpersOf(parent, streamCodex);
  return { ...records, helpers: { subagents, state: () => helperState(parent) } };
};

/** Yields nothing: Codex subagents write rollouts of their own. */
async function* noSubagents(): AsyncGenerator<SubagentRecord> {
  // Empty.
}

const rolloutPattern = /\/rollout-[^/]+\.jsonl(?:\.zst)?$/;

/** OpenAI Codex. */
export const codex: AgentTranscripts = {
  id: 'codex',
  find: (places) => codexSessions('codex', codexHome(places)),
  forms: [
    readForm('~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl'),
    readForm('~/.codex/archived_sessions/rollout-*.jsonl'),
    readForm('rollout-*.jsonl.zst'),
    readForm('rollout-*-<thread>_<rollout>.jsonl'),
  ],
  homes: (places) => codexHomes(codexHome(places)),
  recognise: isCodex,
  pathPattern: rolloutPattern,
  assembled: {
    pathPattern: rolloutPattern,
    fileAt: presentPath,
    is: (path, head) => isPacked(path) || hasBase(head),
    open: codexContent,
    isLost: isOnlyDamage,
  },
  stream: withThreads(streamCodex),
  goOn: goOnCodex,
  continuesHeader: true,
  titleOf,
  keyLines: { title: /"thread_name_updated"|"turn_trigger":\s?"user"/, rewind: /"thread_rolled_back"/ },
  writesLines: true,
  lost: (wanted) => lostCodex(codexHome(wanted.places), wanted),
  watch: (places, _, now) => codexWatched(codexHome(places), now),
  writer: codexWriter,
};

const codexHome = (places: Places): string => homeOf(places, 'CODEX_HOME', '.codex');

/**
 * Finds `sessions/YYYY/MM/DD/rollout-<time>-<thread>[_<rollout>].jsonl[.zst]` of all projects in the home of Codex or a
 * clone, of each thread the newest.
 */
export async function* codexSessions(agent: Agent, home: string): AsyncGenerator<FoundTranscript> {
  const names = await threadNames(home);
  for (const { path, thread = '' } of newestOfThreads(await rolloutsIn(home)))
    yield { agent, path, unsure: true, ...defined({ name: names.get(thread) }) };
}

/** The folders of sessions, in the home of Codex or a clone. */
export const codexHomes = (home: string): readonly SessionHome[] =>
  ['sessions', 'archived_sessions'].map((name) => ({
    folder: join(home, name),
    files: /\/rollout-[^/]+\.jsonl(?:\.zst)?$/,
  }));

/** Folders in which sessions appear today, in the home of Codex or a clone. */
export const codexWatched = (home: string, now: number): readonly string[] => [
  join(home, 'sessions', ...dayParts(now)),
];

/** Local year, month and day, as in folder names. */
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
  const { isAutomated: _, ...known } = begun;
  const { lastUpdated = begun.lastUpdated, isAutomated } = facts;
  const title = titleOfPrompt(facts.title ?? '') ?? begun.title;
  return { ...known, lastUpdated, ...defined({ title, isAutomated }) };
}
