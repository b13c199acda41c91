import { join } from 'node:path';
import { isoTime } from '../../disk/base/core.ts';
import { homeOf } from '../profile/machine.ts';
import { jsonLines, type NewSession, type NewTurn, type SessionWriter } from '../writing/newSession.ts';

/** Writes sessions of Codex: rollouts with the items of its API and the events that its screen shows. */
export const codexWriter: SessionWriter = {
  program: 'codex',
  tried: '0.171',
  write: (session, { places, version, now }) => {
    const begun = isoTime(now);
    const [year = '', month = '', day = ''] = begun.slice(0, 10).split('-');
    const folder = join(homeOf(places, 'CODEX_HOME', '.codex'), 'sessions', year, month, day);
    const path = join(folder, `rollout-${begun.slice(0, 19).replaceAll(':', '-')}-${session.id}.jsonl`);
    return { id: session.id, files: [{ path, text: jsonLines(recordsOf(session, version, begun)) }] };
  },
};

function recordsOf({ id, cwd, title, note, turns }: NewSession, version: string, begun: string) {
  const meta = { id, timestamp: begun, cwd, originator: 'codex_cli_rs', cli_version: version, source: 'cli' };
  const named = { type: 'thread_name_updated', thread_id: id, thread_name: title };
  return [
    { timestamp: begun, type: 'session_meta', payload: { ...meta, instructions: null } },
    item(begun, message('developer', 'input_text', note)),
    ...turns.flatMap(recordsOfTurn),
    { timestamp: begun, type: 'event_msg', payload: named },
  ];
}

function recordsOfTurn({ role, at, text, calls }: NewTurn): readonly object[] {
  const isUser = role === 'user';
  const said = message(role, isUser ? 'input_text' : 'output_text', text);
  const shown = isUser
    ? { type: 'user_message', message: text, kind: 'plain' }
    : { type: 'agent_message', message: text };
  const words = text === '' ? [] : [item(at, said), { timestamp: at, type: 'event_msg', payload: shown }];
  const called = calls.map(({ id: call_id, name, args }) =>
    item(at, { type: 'function_call', name, arguments: JSON.stringify(args), call_id }),
  );
  const results = calls.map(({ id: call_id, output }) =>
    item(at, { type: 'function_call_output', call_id, output }),
  );
  return [...words, ...called, ...results];
}

const item = (timestamp: string, payload: object): object => ({ timestamp, type: 'response_item', payload });

const message = (role: string, type: string, text: string): object => ({
  type: 'message',
  role,
  content: [{ type, text }],
});
