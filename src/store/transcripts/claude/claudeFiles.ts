import fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { JsonValue } from '../../base/json.ts';
import { readJsonBeside } from '../shared/beside.ts';
import { readClaude, readClaudeSubagent, streamClaude } from './claude.ts';
import { readEnds } from '../shared/ends.ts';
import { textOf } from '../shared/fields.ts';
import { fileChunks } from '../shared/fileChunks.ts';
import { chunksOf, JsonLines } from '../shared/lines.ts';
import { filesOf } from '../shared/places.ts';
import type { ReadTranscript, StreamTranscript, SubagentRecord } from '../shared/types.ts';

/** Reads a transcript of Claude Code with what lies beside it: the index of sessions, and files of its subagents. */
export const readClaudeSession: ReadTranscript = async (chunks, source) => {
  const session = await readClaude(chunks, source, { sessionsIndex: await sessionsIndexFor(source.path) });
  const known = session.subagents ?? [];
  const subagents: SubagentRecord[] = [];
  for await (const subagent of withBeside(known, source.path, session.sessionId)) subagents.push(subagent);
  return { ...session, ...(subagents.length > 0 && { subagents }) };
};

/** The same in bounded memory, but for one subagent at a time. */
export const streamClaudeSession: StreamTranscript = async (open, source) => {
  const stream = await streamClaude(open, source, { sessionsIndex: await sessionsIndexFor(source.path) });
  return { ...stream, subagents: () => withBeside(stream.subagents(), source.path, stream.header.sessionId) };
};

/** What Claude Code noted of the sessions of a project, titles above all, in a file beside them. */
export function sessionsIndexFor(transcript: string): Promise<JsonValue | undefined> {
  return readJsonBeside(join(dirname(transcript), 'sessions-index.json'));
}

/** The subagents a transcript holds itself, then those in files of their own. */
async function* withBeside(
  known: Iterable<SubagentRecord> | AsyncIterable<SubagentRecord>,
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
