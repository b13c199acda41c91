import fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { JsonValue } from '../json.ts';
import { readJsonBeside } from './beside.ts';
import { readClaude, readClaudeSubagent, streamClaude } from './claude.ts';
import { fileChunks } from './fileChunks.ts';
import { filesOf } from './places.ts';
import type { ReadTranscript, StreamTranscript, SubagentRecord } from './types.ts';

/** Reads a transcript of Claude Code with what lies beside it: the index of sessions, and files of its subagents. */
export const readClaudeSession: ReadTranscript = async (chunks, source) => {
  const session = await readClaude(chunks, source, { sessionsIndex: await sessionsIndexFor(source.path) });
  const known = session.subagents ?? [];
  const subagents: SubagentRecord[] = [];
  for await (const subagent of withBeside(known, source.path)) subagents.push(subagent);
  return { ...session, ...(subagents.length > 0 && { subagents }) };
};

/** The same in bounded memory, but for one subagent at a time. */
export const streamClaudeSession: StreamTranscript = async (open, source) => {
  const stream = await streamClaude(open, source, { sessionsIndex: await sessionsIndexFor(source.path) });
  return { ...stream, subagents: () => withBeside(stream.subagents(), source.path) };
};

/** What Claude Code noted of the sessions of a project, titles above all, in a file beside them. */
export function sessionsIndexFor(transcript: string): Promise<JsonValue | undefined> {
  return readJsonBeside(join(dirname(transcript), 'sessions-index.json'));
}

/** The subagents a transcript holds itself, then those in `<session>/subagents/agent-*.jsonl`. */
async function* withBeside(
  known: Iterable<SubagentRecord> | AsyncIterable<SubagentRecord>,
  transcript: string,
): AsyncGenerator<SubagentRecord> {
  const ids = new Set<string>();
  for await (const subagent of known) {
    ids.add(subagent.agentId);
    yield subagent;
  }
  const folder = join(dirname(transcript), basename(transcript, '.jsonl'), 'subagents');
  for (const path of await filesOf(folder, /^agent-.*\.jsonl$/)) {
    const { mtimeMs } = await fs.stat(path);
    const subagent = await readClaudeSubagent(fileChunks(path), { path, mtimeMs });
    if (subagent.messages.length > 0 && !ids.has(subagent.agentId)) yield subagent;
  }
}
