import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { defined, isoTime } from '../../disk/base/core.ts';
import { foldersOf } from '../reading/places.ts';
import type { Places } from '../profile/machine.ts';
import {
  geminiResponse,
  jsonLines,
  partId,
  timesOf,
  type NewFile,
  type NewSession,
  type NewTurn,
  type SessionWriter,
} from '../writing/newSession.ts';
import { geminiProjects, writtenRoot } from './geminiPlaces.ts';

/** Writes sessions of Gemini CLI: a head and a record per message. */
export const geminiWriter: SessionWriter = {
  program: 'gemini',
  tried: '0.61',
  write: async (session, { places, now }) => {
    const { folder, marks } = await projectFolder(places, session.cwd);
    const begun = isoTime(now);
    const minute = begun.slice(0, 16).replaceAll(':', '-');
    const path = join(folder, 'chats', `session-${minute}-${session.id.slice(0, 8)}.jsonl`);
    return { id: session.id, files: [{ path, text: jsonLines(recordsOf(session, begun)) }, ...marks] };
  },
};

/** Returns Gemini's folder for a project, and for a new one the file by which Gemini knows it. */
async function projectFolder(
  places: Places,
  cwd: string,
): Promise<{ readonly folder: string; readonly marks: readonly NewFile[] }> {
  const all = await foldersOf(geminiProjects(places));
  for (const folder of all) if ((await writtenRoot(folder)) === cwd) return { folder, marks: [] };
  const stem =
    basename(cwd)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'project';
  const taken = new Set(all.map((folder) => basename(folder)));
  let slug = stem;
  for (let n = 1; taken.has(slug); n++) slug = `${stem}-${n}`;
  const folder = join(geminiProjects(places), slug);
  return { folder, marks: [{ path: join(folder, '.project_root'), text: cwd }] };
}

function recordsOf(session: NewSession, begun: string): readonly object[] {
  const { id: sessionId, cwd, title: summary, note, turns } = session;
  const projectHash = createHash('sha256').update(cwd).digest('hex');
  const head = { sessionId, projectHash, startTime: begun, lastUpdated: begun, kind: 'main', summary };
  const { first } = timesOf(session);
  const context = {
    id: partId(sessionId, 'note'),
    timestamp: first,
    type: 'user',
    content: [{ text: note }],
  };
  return [head, context, ...turns.flatMap((turn, n) => recordsOfTurn(turn, partId(sessionId, n)))];
}

function recordsOfTurn({ role, at: timestamp, text, calls, model }: NewTurn, id: string): readonly object[] {
  if (role === 'user') return [{ id, timestamp, type: 'user', content: [{ text }] }];
  const toolCalls = calls.map((call) => ({
    id: call.id,
    name: call.name,
    args: call.args,
    result: [geminiResponse(call)],
    status: call.failed ? 'error' : 'success',
    timestamp,
    resultDisplay: call.output,
    displayName: call.name,
    description: JSON.stringify(call.args),
  }));
  const answer = { id, timestamp, type: 'gemini', content: text, thoughts: [], ...defined({ model }) };
  return [calls.length > 0 ? { ...answer, toolCalls } : answer];
}
