import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { readJsonBeside } from './beside.ts';
import { readClaude, readClaudeSubagent } from './claude.ts';
import { filesOf } from './places.ts';
import type { ReadTranscript, SubagentRecord } from './types.ts';

/** Reads a transcript of Claude Code with what lies beside it: the index of sessions, and files of its subagents. */
export const readClaudeSession: ReadTranscript = async (chunks, source) => {
  const sessionsIndex = await readJsonBeside(join(dirname(source.path), 'sessions-index.json'));
  const session = await readClaude(chunks, source, { sessionsIndex });
  const known = session.subagents ?? [];
  const ids = new Set(known.map(({ agentId }) => agentId));
  const others = (await subagentsBeside(source.path)).filter(({ agentId }) => !ids.has(agentId));
  const subagents = [...known, ...others];
  return { ...session, ...(subagents.length > 0 && { subagents }) };
};

/** The conversations in `<session>/subagents/agent-*.jsonl`. */
async function subagentsBeside(transcript: string): Promise<SubagentRecord[]> {
  const folder = join(dirname(transcript), basename(transcript, '.jsonl'), 'subagents');
  const subagents: SubagentRecord[] = [];
  for (const path of await filesOf(folder, /^agent-.*\.jsonl$/)) {
    const { mtimeMs } = await fs.stat(path);
    subagents.push(await readClaudeSubagent(createReadStream(path), { path, mtimeMs }));
  }
  return subagents.filter(({ messages }) => messages.length > 0);
}
