import fs from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { defined } from '../../base/defined.ts';
import type { JsonValue } from '../../base/json.ts';
import type { AgentTranscripts } from '../shared/agent.ts';
import { fieldsOf, isList } from '../shared/fields.ts';
import { fileChunks } from '../shared/agentFiles.ts';
import { filesOf } from '../shared/places.ts';
import type { StreamTranscript, SubagentRecord } from '../shared/types.ts';
import { inWhole, titleFromEnds } from '../shared/whole.ts';
import { readCline } from './cline.ts';
import { clineSessions, findCline } from './clinePlace.ts';
import { isClineSession } from './clineSession.ts';

const stream: StreamTranscript = async (open, source) => ({
  ...(await inWhole(readCline)(open, source)),
  subagents: () => subagentsOf(source.path),
});

/** Cline, in VS Code and on the command line. */
export const cline: AgentTranscripts = {
  id: 'cline',
  label: 'Cline',
  find: findCline,
  recognise: (record) => (isList(record) ? record.some(isAnthropicMessage) : isClineSession(record)),
  place: /\/api_conversation_history\.json$|\/sessions\/[^/]+\/[^/]+\.messages\.json$/,
  stream,
  titleOf: titleFromEnds(stream),
  watch: (places) => [clineSessions(places)],
};

function isAnthropicMessage(value: JsonValue): boolean {
  const { role, content } = fieldsOf(value);
  return (role === 'user' || role === 'assistant') && content !== undefined;
}

const ending = '.messages.json';

/** The subagents and teammates of a session: `<agent>.messages.json` and `<agent>__<task>.messages.json` in its folder. */
async function* subagentsOf(transcript: string): AsyncGenerator<SubagentRecord> {
  const folder = dirname(transcript);
  if (basename(transcript) !== basename(folder) + ending) return;
  for (const path of await filesOf(folder, /\.messages\.json$/)) {
    if (path === transcript) continue;
    const { mtimeMs } = await fs.stat(path);
    const { title, messages } = await readCline(fileChunks(path), { path, mtimeMs });
    if (messages.length > 0) yield { agentId: basename(path, ending), ...defined({ title }), messages };
  }
}
