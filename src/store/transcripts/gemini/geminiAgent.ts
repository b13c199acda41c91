import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { defined, type JsonValue } from '../../base/core.ts';
import { foreignFile } from '../../files/foreign.ts';
import type { AgentTranscripts, FindTranscripts, Places, Roots } from '../shared/agent.ts';
import { fileChunks, inWhole, readBeside, titleFromEnds } from '../shared/whole.ts';
import { fieldsOf, listOf, textOf } from '../shared/fields.ts';
import { filesOf, foldersOf, homeOf } from '../shared/places.ts';
import type { ReadTranscript, StreamTranscript, SubagentRecord } from '../shared/types.ts';
import { readRecords, tellingRecords } from './gemini.ts';

/** Reads a session of Gemini CLI (and Qwen Code before its own format): JSON lines, or one JSON object in older versions. */
export const readGemini: ReadTranscript = async (chunks, source) =>
  readRecords(chunks, source, {
    source: 'gemini',
    cwd: await writtenRoot(dirname(dirname(source.path))),
  });

/** The project that a folder in `tmp/` belongs to, where the agent wrote it down. */
async function writtenRoot(folder: string): Promise<string | undefined> {
  return textOf((await readBeside(join(folder, '.project_root')))?.trim());
}

const alone = inWhole(readGemini);

/** A session with the conversations of its subagents, one in memory at a time. */
const stream: StreamTranscript = async (open, source) => {
  const session = await alone(open, source);
  return { ...session, subagents: () => subagentsOf(source.path, session.header.sessionId) };
};

/** They lie in files of their own, `chats/<session>/<subagent>.jsonl`. */
async function* subagentsOf(transcript: string, sessionId: string): AsyncGenerator<SubagentRecord> {
  const folder = join(dirname(transcript), sessionId.replace(/[^a-zA-Z0-9_-]/g, '_'));
  for (const path of await filesOf(folder, /\.jsonl$/)) {
    const mtimeMs = (await foreignFile(path))?.mtimeMs ?? 0;
    const { sessionId: agentId, title, messages } = await readGemini(fileChunks(path), { path, mtimeMs });
    if (messages.length > 0) yield { agentId, ...defined({ title }), messages };
  }
}

/** Gemini CLI. */
export const gemini: AgentTranscripts = {
  id: 'gemini',
  label: 'Gemini CLI',
  find: findGemini,
  recognise: isGemini,
  place: /\/chats\/session-[^/]+\.jsonl?$/,
  stream,
  titleOf: titleFromEnds(alone),
  telling: tellingRecords,
  watch: (places) => [geminiProjects(places)],
};

const geminiProjects = (places: Places): string =>
  join(homeOf(places, 'GEMINI_CLI_HOME', ''), '.gemini', 'tmp');

/** `.gemini/tmp/<slug or sha256 of the path>/chats/session-*.json(l)`; `.project_root` names the project. */
async function* findGemini(...[places, roots]: Parameters<FindTranscripts>): ReturnType<FindTranscripts> {
  for (const folder of await foldersOf(geminiProjects(places))) {
    const cwd = await projectOf(folder, roots);
    if (cwd === undefined) continue;
    for (const path of await filesOf(join(folder, 'chats'), /^session-.*\.jsonl?$/))
      yield { agent: 'gemini', path, cwd, unsure: false };
  }
}

/** The project a folder of Gemini is for, where that belongs to the roots. */
async function projectOf(folder: string, roots: Roots): Promise<string | undefined> {
  const written = await writtenRoot(folder);
  if (written !== undefined) return (await roots.include(written)) ? written : undefined;
  return roots.folders.find((root) => createHash('sha256').update(root).digest('hex') === basename(folder));
}

function isGemini(record: JsonValue): boolean {
  const { sessionId, projectHash, messages } = fieldsOf(record);
  if (textOf(sessionId) !== undefined && textOf(projectHash) !== undefined) return true;
  return listOf(messages).some((message) => fieldsOf(message).type === 'gemini');
}
