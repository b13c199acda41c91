import { join } from 'node:path';
import { defined, isoTime } from '../../disk/base/core.ts';
import { partId, timesOf, type NewSession, type NewTurn, type SessionWriter } from '../writing/newSession.ts';
import { clineSessions } from './profile.ts';

/** Writes sessions of Cline's command line: its messages, and the manifest beside them. */
export const clineWriter: SessionWriter = {
  program: 'cline',
  tried: '3.0',
  write: (session, { places, version, now }) => {
    const id = `${now}_${session.id.slice(0, 5)}`;
    const folder = join(clineSessions(places), id);
    const path = join(folder, `${id}.messages.json`);
    const text = JSON.stringify(messagesOf(session, { id, version, now }));
    const manifest = JSON.stringify(manifestOf(session, { id, version, now, path }));
    return {
      id,
      files: [
        { path, text },
        { path: join(folder, `${id}.json`), text: manifest },
      ],
    };
  },
};

interface Made {
  readonly id: string;
  readonly version: string;
  readonly now: number;
}

const unknown = 'unknown';

function manifestOf(
  { cwd, title, turns }: NewSession,
  { id, version, now, path }: Made & { readonly path: string },
): object {
  const at = isoTime(now);
  return {
    ...{ version: 1, session_id: id, source: 'cli', pid: 0, started_at: at, ended_at: at, exit_code: 0 },
    ...{
      status: 'completed',
      interactive: true,
      provider: unknown,
      model: unknown,
      cwd,
      workspace_root: cwd,
    },
    ...{ enable_tools: true, enable_spawn: true, enable_teams: true },
    prompt: asInput(turns.find(({ role }) => role === 'user')?.text ?? title),
    metadata: { sessionHistoryOrigin: { mode: 'user', version }, title },
    messages_path: path,
  };
}

function messagesOf(session: NewSession, { id, version, now }: Made): object {
  const content = [{ type: 'text', text: session.note }];
  const note = { role: 'user', content, metadata: { displayRole: 'system' } };
  const records = [
    { ...note, ts: Date.parse(timesOf(session).first) },
    ...session.turns.flatMap(messagesOfTurn),
  ].map((message, n) => ({ id: partId(session.id, n), ...message }));
  const origin = { source: 'cli', mode: 'user', sessionId: id, version };
  return { version: 1, updated_at: isoTime(now), agent: 'lead', sessionId: id, origin, messages: records };
}

/** Puts what a person said into the element in which Cline keeps it. */
const asInput = (text: string): string => `<user_input mode="act">${text}</user_input>`;

function messagesOfTurn({ role, at, text, model, calls }: NewTurn): readonly object[] {
  const ts = Date.parse(at);
  if (role === 'user') return [{ role, content: [{ type: 'text', text: asInput(text) }], ts }];
  const content = [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: args })),
  ];
  const results = calls.map(({ id, name, output, failed }) => ({
    ...{ type: 'tool_result', tool_use_id: id, name, content: output },
    ...(failed && { is_error: true }),
  }));
  const answer = { role, content, ts, ...defined({ modelInfo: model && { id: model, provider: unknown } }) };
  return [answer, ...(results.length > 0 ? [{ role: 'user', content: results, ts }] : [])];
}
