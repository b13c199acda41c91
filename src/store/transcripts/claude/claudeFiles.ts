import fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileChunks, readJsonBeside } from '../shared/whole.ts';
import { readClaudeSubagent, streamClaude } from './claude.ts';
import { readEnds } from '../shared/ends.ts';
import { textOf } from '../shared/fields.ts';
import { chunksOf, JsonLines } from '../shared/lines.ts';
import { filesOf } from '../shared/places.ts';
import type { StreamTranscript, SubagentRecord } from '../shared/types.ts';

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
