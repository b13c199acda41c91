import { join } from 'node:path';
import { defined, isoTime } from '../../disk/base/core.ts';
import { dashed } from '../reading/places.ts';
import {
  geminiResponse,
  jsonLines,
  partId,
  timesOf,
  type NewSession,
  type NewTurn,
  type SessionWriter,
} from '../writing/newSession.ts';
import { qwenProjects } from './qwenPlaces.ts';

/** Writes sessions of Qwen Code: lines, each with the one before it as its parent. */
export const qwenWriter: SessionWriter = {
  program: 'qwen',
  tried: '0.24',
  write: (session, { places, version, now }) => {
    const path = join(qwenProjects(places), dashed(session.cwd), 'chats', `${session.id}.jsonl`);
    return { id: session.id, files: [{ path, text: jsonLines(linesOf(session, version, isoTime(now))) }] };
  },
};

function linesOf(session: NewSession, version: string, now: string): readonly object[] {
  const { id: sessionId, cwd, title, note, turns } = session;
  const named = { customTitle: title, titleSource: 'manual' };
  const contents = [
    userLine(timesOf(session).first, note),
    ...turns.flatMap(linesOfTurn),
    { timestamp: now, type: 'system', provenance: 'system', subtype: 'custom_title', systemPayload: named },
  ];
  return contents.map((content, n) => ({
    uuid: partId(sessionId, n),
    parentUuid: n === 0 ? null : partId(sessionId, n - 1),
    sessionId,
    ...content,
    cwd,
    version,
  }));
}

const userLine = (timestamp: string, text: string): object => ({
  timestamp,
  type: 'user',
  provenance: 'real_user',
  message: { role: 'user', parts: [{ text }] },
});

function linesOfTurn({ role, at: timestamp, text, calls, model }: NewTurn): readonly object[] {
  if (role === 'user') return [userLine(timestamp, text)];
  const parts = [
    ...(text === '' ? [] : [{ text }]),
    ...calls.map(({ id, name, args }) => ({ functionCall: { id, name, args } })),
  ];
  const answer = { timestamp, type: 'assistant', provenance: 'assistant_output', ...defined({ model }) };
  const results = calls.map((call) => ({
    timestamp,
    type: 'tool_result',
    provenance: 'tool_result',
    message: { role: 'user', parts: [geminiResponse(call)] },
    toolCallResult: {
      callId: call.id,
      status: call.failed ? 'error' : 'success',
      resultDisplay: call.output,
    },
  }));
  return [{ ...answer, message: { role: 'model', parts } }, ...results];
}
