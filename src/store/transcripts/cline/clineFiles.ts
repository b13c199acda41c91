import fs from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { readCline } from './cline.ts';
import { fileChunks } from '../shared/fileChunks.ts';
import { filesOf } from '../shared/places.ts';
import type { ReadTranscript, SubagentRecord } from '../shared/types.ts';

const ending = '.messages.json';

/** Reads what Cline keeps of a conversation, with the subagents in files beside it. */
export const readClineFiles: ReadTranscript = async (chunks, source) => {
  const session = await readCline(chunks, source);
  const subagents: SubagentRecord[] = [];
  for await (const subagent of clineSubagents(source.path)) subagents.push(subagent);
  return { ...session, ...(subagents.length > 0 && { subagents }) };
};

/** The subagents and teammates of a session: `<agent>.messages.json` and `<agent>__<task>.messages.json` in its folder. */
export async function* clineSubagents(transcript: string): AsyncGenerator<SubagentRecord> {
  const folder = dirname(transcript);
  if (basename(transcript) !== basename(folder) + ending) return;
  for (const path of await filesOf(folder, /\.messages\.json$/)) {
    if (path === transcript) continue;
    const { mtimeMs } = await fs.stat(path);
    const { title, messages } = await readCline(fileChunks(path), { path, mtimeMs });
    if (messages.length > 0) yield { agentId: basename(path, ending), ...(title && { title }), messages };
  }
}
