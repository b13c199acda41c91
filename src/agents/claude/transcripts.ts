import { dirname, join, basename } from 'node:path';
import fs from 'node:fs/promises';
import { defined, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import type {
  AgentTranscripts,
  FoundTranscript,
  Overview,
  Retention,
  Roots,
  SessionHome,
} from '../reading/agent.ts';
import { filesFingerprint } from '../../disk/files/fingerprint.ts';
import type { ContinueTranscript } from '../reading/continued.ts';
import { fieldsOf, numberOf, objectOf, textOf } from '../reading/fields.ts';
import { chunksOf, JsonLines } from '../reading/lines.ts';
import { dashed, fileIn, filesOf, foldersOf, namedFolders, sessionFilesOf } from '../reading/places.ts';
import { homeOf, type Places } from '../profile/machine.ts';
import type { StreamTranscript, SubagentRecord, Agent, TranscriptSource } from '../reading/types.ts';
import { linesOf, oneByOne, overviewOf, readSettings, fileChunks, readJsonBeside } from '../reading/whole.ts';
import { originOf, placedIn, streamClaude, readClaudeSubagent, type ClaudeSidecars } from './claude.ts';
import { leftFolder, maxNameLength } from './claudeFolders.ts';
import { claudeWriter } from './write.ts';
import { ClaudeIndex } from './claudeIndex.ts';
import { continueClaude } from './claudeContinue.ts';
import { lostClaude } from './claudeLost.ts';
import { claudeTailStart } from './claudeTail.ts';
import { claudeTitle } from './claudeTitle.ts';
import { readEnds } from '../reading/ends.ts';
import { readForm } from '../reading/forms.ts';

/** Name of Claude Code's own list in a project's session folder; it holds titles above all. */
export const claudeSessionsIndex = 'sessions-index.json';

const sidecarsOf = async ({ path }: TranscriptSource): Promise<ClaudeSidecars> => ({
  sessionsIndex: await readJsonBeside(join(dirname(path), claudeSessionsIndex)),
});

/** Reads a Claude Code transcript with its index and subagent files, one of these at a time. */
export const streamClaudeSession: StreamTranscript = async (open, source) => {
  const stream = await streamClaude(open, source, await sidecarsOf(source));
  return {
    ...stream,
    subagents: () => withSubagentFiles(stream.subagents(), source.path, stream.header.sessionId),
  };
};

/** Continues reading such a transcript at a place. */
export const continueClaudeSession: ContinueTranscript = async (open, source, before) => {
  const records = await continueClaude(open, source, before);
  if (!records || records === 'reaches back') return records;
  const { path } = source;
  const subagents = () => withSubagentFiles(oneByOne([]), path, records.sessionId);
  const header = async (earlier?: JsonObject) => records.header(await sidecarsOf(source), earlier);
  return { ...records, header, helpers: { subagents, state: () => helperState(path) } };
};

/** Changes when the files that may be a session's subagents do; empty for none. */
async function helperState(transcript: string): Promise<string> {
  const paths: string[] = [];
  for await (const path of ownSubagentFiles(transcript)) paths.push(path);
  return filesFingerprint([...paths, ...(await filesOf(dirname(transcript), agentFile))]);
}

/** Yields the subagents inside a transcript, then those in files of their own. */
async function* withSubagentFiles(
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
    const workflow = workflowOf(path);
    if (subagent.messages.length === 0 || (workflow === undefined && ids.has(subagent.agentId))) continue;
    // Each workflow numbers its agents by itself.
    const agentId = ids.has(subagent.agentId) ? `${workflow}-${subagent.agentId}` : subagent.agentId;
    ids.add(agentId);
    yield { ...subagent, agentId };
  }
}

const agentFile = /^agent-.*\.jsonl$/;

/** Finds `<session>/subagents/agent-*.jsonl`, and those of workflows in `workflows/<workflow>` below. */
async function* ownSubagentFiles(transcript: string): AsyncGenerator<string> {
  const own = join(dirname(transcript), basename(transcript, '.jsonl'), 'subagents');
  yield* await filesOf(own, agentFile);
  for (const workflow of await foldersOf(join(own, 'workflows'))) yield* await filesOf(workflow, agentFile);
}

/** Name of the workflow that a subagent's file belongs to. */
const workflowOf = (path: string): string | undefined =>
  /[\\/]workflows[\\/]([^\\/]+)[\\/][^\\/]+$/.exec(path)?.[1];

/**
 * Finds the files of a session's subagents; before version 2.1.2 a project's subagent files lay beside its sessions.
 */
async function* subagentFiles(transcript: string, sessionId: string): AsyncGenerator<string> {
  yield* ownSubagentFiles(transcript);
  for (const path of await filesOf(dirname(transcript), agentFile))
    if (path !== transcript && (await sessionOf(path)) === sessionId) yield path;
}

/** The parent session of a subagent, named on its first line. */
const sessionOf = (path: string): Promise<string | undefined> => firstOf(path, 'sessionId');

/** Returns the first text of this name in the lines of a file's head. */
async function firstOf(path: string, name: string): Promise<string | undefined> {
  const { size } = await fs.stat(path);
  const { head } = await readEnds(path, size, { tail: false });
  for await (const line of new JsonLines(chunksOf(head))) {
    const value = textOf(line[name]);
    if (value !== undefined) return value;
  }
  return undefined;
}

const day = 24 * 60 * 60 * 1_000;
const defaultCleanupDays = 30;

const configOf = (places: Places): string => homeOf(places, 'CLAUDE_CONFIG_DIR', '.claude');

/**
 * Finds `projects/<cwd, every character outside A-Za-z0-9 as "-">/<session>.jsonl` in the home of Claude Code or a
 * clone.
 */
export async function* claudeSessions(
  agent: Agent,
  home: string,
  roots: Roots,
): AsyncGenerator<FoundTranscript> {
  const named = namedFolders(join(home, 'projects'), roots, { maxLength: maxNameLength });
  for await (const { folder, likely } of named)
    for (const path of await sessionFilesOf(folder, sessionFile)) yield { agent, path, unsure: true, likely };
  yield* movedSessions(agent, home, roots);
}

/** Finds sessions that began in the roots and whose files were moved to other folders with their work. */
async function* movedSessions(agent: Agent, home: string, roots: Roots): AsyncGenerator<FoundTranscript> {
  const projects = join(home, 'projects');
  const named = new Set<string>();
  for await (const { folder } of namedFolders(projects, roots, { maxLength: maxNameLength }))
    named.add(folder);
  for (const folder of await foldersOf(projects)) {
    if (named.has(folder)) continue;
    for (const path of await filesOf(folder, sessionFile)) {
      const left = leftFolder(path);
      if (left !== undefined && (await roots.include(left))) yield { agent, path, unsure: true };
    }
  }
}

const sessionFile = /^(?!agent-).*\.jsonl$/;

/** The folder of sessions and their agents, in the home of Claude Code or a clone. */
export const claudeHomes = (home: string): readonly SessionHome[] => [
  { folder: join(home, 'projects'), files: /\.jsonl$/ },
];

/** Returns the name of Claude Code's session folder for a working folder, before cutting. */
export const claudeFolderName = dashed;

/**
 * Reads `cleanupPeriodDays` from local, project and user settings, in this order of precedence.
 *
 * Claude Code deletes in all projects whichever one it starts in, so the shorter of the user's and the project's period
 * applies. Values below 1: current versions refuse them and delete nothing, older ones deleted, so the rule is unknown.
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
  forms: [
    readForm('~/.claude/projects/*/<session>.jsonl'),
    readForm('~/.claude/projects/*/agent-*.jsonl'),
    readForm('<session>/subagents/agent-*.jsonl', '2.1.2'),
    readForm('<session>/subagents/workflows/wf_*/agent-*.jsonl'),
  ],
  homes: (places) => claudeHomes(configOf(places)),
  ofSession: async (places, session) => {
    const projects = await foldersOf(join(configOf(places), 'projects'));
    return projects.flatMap((folder) => fileIn(folder, `${session}.jsonl`) ?? []);
  },
  recognise: isClaude,
  pathPattern: /\/projects\/[^/]+\/[^/]+\.jsonl$/,
  stream: streamClaudeSession,
  titleOf,
  // A transcript whose first prompt was rewound has a second root.
  keyLines: { title: /"type":\s*"(?:custom-title|ai-title|summary)"/, rewind: /"parentUuid":\s*null/ },
  tailStart: claudeTailStart,
  goOn: continueClaudeSession,
  continuesFigures: true,
  continuesHeader: true,
  helperState,
  writesLines: true,
  retention: claudeRetention,
  writer: claudeWriter,
  lost: (wanted) => lostClaude(configOf(wanted.places), wanted),
  watch: (places, roots) => claudeWatched(configOf(places), roots),
};

/** The folders in which sessions appear, in the home of Claude Code or a clone. */
export function claudeWatched(home: string, roots: readonly string[]): readonly string[] {
  const projects = join(home, 'projects');
  return [projects, ...roots.map((root) => join(projects, claudeFolderName(root)))];
}

function isClaude(record: JsonValue): boolean {
  const { type, message, isSidechain, uuid, leafUuid } = fieldsOf(record);
  // Exports and other programs write only these fields of a line.
  if (type === 'user' || type === 'assistant') return objectOf(message)?.content !== undefined;
  if (type === 'summary') return textOf(leafUuid) !== undefined;
  return standalone.has(textOf(type) ?? '') || (textOf(uuid) !== undefined && isSidechain !== undefined);
}

/** Types of lines that are not linked into the conversation. */
const standalone: ReadonlySet<string> = new Set([
  'custom-title',
  'ai-title',
  'file-history-snapshot',
  'queue-operation',
  'last-prompt',
]);

/**
 * Finds the title; the first prompt comes from the head alone, as the newest lines link back across the gap between
 * head and tail.
 */
async function titleOf(...[ends, source, readOnce]: Parameters<AgentTranscripts['titleOf']>) {
  const sessionsIndex = await readOnce(join(dirname(source.path), claudeSessionsIndex));
  const begun = await overviewOf(await streamClaude(() => chunksOf(ends.head), source, { sessionsIndex }));
  if (ends.complete && begun.cwd === undefined) return withSubagents(begun, source.path);
  if (ends.tail === '') return begun;
  const index = new ClaudeIndex();
  for await (const line of new JsonLines(linesOf(ends))) index.add(line);
  const { facts } = index;
  const { isAutomated: _, ...known } = begun;
  const { sessionId, startTime, title: prompt } = known;
  return {
    ...known,
    ...placedIn(facts, source.path),
    ...originOf(facts),
    title: claudeTitle(facts, { sessionId, startTime, sessionsIndex, prompt }),
    lastUpdated: facts.lastUpdated ?? begun.lastUpdated,
    ...defined({ gitBranch: facts.gitBranch }),
  };
}

/** Completes what a list needs of a session whose own file was reduced to its title, while its agents' files remain. */
async function withSubagents(begun: Overview, path: string): Promise<Overview> {
  for await (const file of ownSubagentFiles(path)) {
    const cwd = await firstOf(file, 'cwd');
    if (cwd !== undefined) return { ...begun, cwd, empty: false };
  }
  return begun;
}
