import { dirname, join, basename } from 'node:path';
import fs from 'node:fs/promises';
import { defined, type JsonValue } from '../../base/core.ts';
import type { AgentTranscripts, FoundTranscript, Places, Retention, Roots } from '../shared/agent.ts';
import { fieldsOf, numberOf, objectOf, textOf } from '../shared/fields.ts';
import { chunksOf, JsonLines } from '../shared/lines.ts';
import { dashed, filesOf, homeOf, namedFolders } from '../shared/places.ts';
import type { Agent, StreamTranscript, SubagentRecord } from '../shared/types.ts';
import { linesOf, overviewOf, readSettings, fileChunks, readJsonBeside } from '../shared/whole.ts';
import { streamClaude, readClaudeSubagent } from './claude.ts';
import { ClaudeIndex } from './claudeIndex.ts';
import { claudeTailStart } from './claudeTail.ts';
import { claudeTitle } from './claudeTitle.ts';
import { readEnds } from '../shared/ends.ts';

/** In the folder of a project's sessions: what Claude Code noted of them, titles above all. */
export const claudeSessionsIndex = 'sessions-index.json';

/** Reads a transcript of Claude Code with the index beside it and the files of its subagents, one of these at a time. */
export const streamClaudeSession: StreamTranscript = async (open, source) => {
  const sessionsIndex = await readJsonBeside(join(dirname(source.path), claudeSessionsIndex));
  const stream = await streamClaude(open, source, { sessionsIndex });
  return { ...stream, subagents: () => withBeside(stream.subagents(), source.path, stream.header.sessionId) };
};

/** The subagents a transcript holds itself, then those in files of their own. */
async function* withBeside(
  known: AsyncIterable<SubagentRecord>,
  transcript: string,
  sessionId: string,
): AsyncGenerator<SubagentRecord> {
  const ids = new Set<string>();
  for await (const subagent of known) {
    ids.add(subagent.agentId);
    yield subagent;
  }
  for await (const path of subagentFiles(transcript, sessionId)) {
    const { mtimeMs } = await fs.stat(path);
    const subagent = await readClaudeSubagent(fileChunks(path), { path, mtimeMs });
    if (subagent.messages.length === 0 || ids.has(subagent.agentId)) continue;
    ids.add(subagent.agentId);
    yield subagent;
  }
}

/** `<session>/subagents/agent-*.jsonl`; before version 2.1.2 all subagents of a project stood beside its sessions. */
async function* subagentFiles(transcript: string, sessionId: string): AsyncGenerator<string> {
  const folder = dirname(transcript);
  const pattern = /^agent-.*\.jsonl$/;
  yield* await filesOf(join(folder, basename(transcript, '.jsonl'), 'subagents'), pattern);
  for (const path of await filesOf(folder, pattern))
    if (path !== transcript && (await sessionOf(path)) === sessionId) yield path;
}

/** The session a subagent worked for, which its first line names. */
async function sessionOf(path: string): Promise<string | undefined> {
  const { size } = await fs.stat(path);
  const { head } = await readEnds(path, size, { tail: false });
  for await (const line of new JsonLines(chunksOf(head))) {
    const sessionId = textOf(line.sessionId);
    if (sessionId !== undefined) return sessionId;
  }
  return undefined;
}

const day = 24 * 60 * 60 * 1_000;
const defaultCleanupDays = 30;
/** Longer names are cut by the agent, with a hash behind. */
const maxNameLength = 200;

const configOf = (places: Places): string => homeOf(places, 'CLAUDE_CONFIG_DIR', '.claude');

/** `projects/<cwd, every character outside A-Za-z0-9 as "-">/<session>.jsonl` in the home of Claude Code, or of a clone. */
export async function* claudeSessions(
  agent: Agent,
  home: string,
  roots: Roots,
): AsyncGenerator<FoundTranscript> {
  const named = namedFolders(join(home, 'projects'), roots, { maxLength: maxNameLength });
  for await (const { folder, likely } of named)
    for (const path of await filesOf(folder, /^(?!agent-).*\.jsonl$/))
      yield { agent, path, unsure: true, likely };
}

/** The name of the folder where Claude Code keeps the sessions of a working folder, before it is cut. */
export const claudeFolderName = dashed;

/**
 * `cleanupPeriodDays` of the person's settings and of the project's, of which the local ones count first. Whichever
 * project it is started in, Claude Code deletes in all of them: so what it does there counts as well, and the sooner one.
 * A number below 1 is refused by it, and then it deletes nothing, but older versions did: the rule is not known.
 */
async function claudeRetention(places: Places, folder: string): Promise<Retention | undefined> {
  const own = await cleanupDaysIn(configOf(places), 'settings.json');
  const shared = await cleanupDaysIn(join(folder, '.claude'), 'settings.json');
  const local = await cleanupDaysIn(join(folder, '.claude'), 'settings.local.json');
  const elsewhere = own ?? defaultCleanupDays;
  const days = [local ?? shared ?? elsewhere, elsewhere].filter((count) => count >= 1);
  return days.length === 0 ? undefined : { maxAgeMs: Math.min(...days) * day };
}

async function cleanupDaysIn(folder: string, name: string): Promise<number | undefined> {
  return numberOf(fieldsOf(await readSettings(join(folder, name))).cleanupPeriodDays);
}

/** Claude Code. */
export const claude: AgentTranscripts = {
  id: 'claude',
  find: (places, roots) => claudeSessions('claude', configOf(places), roots),
  recognise: isClaude,
  place: /\/projects\/[^/]+\/[^/]+\.jsonl$/,
  stream: streamClaudeSession,
  titleOf,
  // A rewound first prompt has another beginning beside it.
  telling: { title: /"type":\s*"(?:custom-title|ai-title|summary)"/, takesBack: /"parentUuid":\s*null/ },
  tailStart: claudeTailStart,
  writesLines: true,
  retention: claudeRetention,
  watch: (places, roots) => claudeWatched(configOf(places), roots),
};

/** Where sessions show in the home of Claude Code, or of a clone. */
export function claudeWatched(home: string, roots: readonly string[]): readonly string[] {
  const projects = join(home, 'projects');
  return [projects, ...roots.map((root) => join(projects, claudeFolderName(root)))];
}

function isClaude(record: JsonValue): boolean {
  const { type, message, isSidechain, uuid, leafUuid } = fieldsOf(record);
  // Exports and other programs write no more of a line than this.
  if (type === 'user' || type === 'assistant') return objectOf(message)?.content !== undefined;
  if (type === 'summary') return textOf(leafUuid) !== undefined;
  return standalone.has(textOf(type) ?? '') || (textOf(uuid) !== undefined && isSidechain !== undefined);
}

/** Lines that are no links of the conversation. */
const standalone: ReadonlySet<string> = new Set([
  'custom-title',
  'ai-title',
  'file-history-snapshot',
  'queue-operation',
  'last-prompt',
]);

/** The newest lines lead back through what is missing between head and tail: so the first prompt comes from the head alone. */
async function titleOf(...[ends, source, readOnce]: Parameters<AgentTranscripts['titleOf']>) {
  const sessionsIndex = await readOnce(join(dirname(source.path), claudeSessionsIndex));
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
    ...defined({ gitBranch: facts.gitBranch }),
  };
}
