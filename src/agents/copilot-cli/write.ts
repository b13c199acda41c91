import { join } from 'node:path';
import { defined, isoTime } from '../../disk/base/core.ts';
import {
  jsonLines,
  partId,
  type NewSession,
  type NewTurn,
  type SessionWriter,
} from '../writing/newSession.ts';
import { sessionState } from './profile.ts';

/** Writes sessions of Copilot CLI: events, and what its list shows of them. */
export const copilotCliWriter: SessionWriter = {
  program: 'copilot',
  tried: '1.0',
  write: (session, { places, version, now }) => {
    const folder = join(sessionState(places), session.id);
    const begun = isoTime(now);
    return {
      id: session.id,
      files: [
        { path: join(folder, 'events.jsonl'), text: jsonLines(eventsOf(session, version, begun)) },
        { path: join(folder, 'workspace.yaml'), text: workspaceOf(session, begun) },
      ],
    };
  },
};

function workspaceOf({ id, cwd, title }: NewSession, begun: string): string {
  const fields = {
    ...{ id, cwd, client_name: 'github/cli', name: title, user_named: true },
    ...{ summary_count: 0, fork_count: 0, created_at: begun, updated_at: begun },
  };
  return Object.entries(fields)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('');
}

/** An event without its place among the others. */
interface NewEvent {
  readonly type: string;
  readonly data: object;
  readonly timestamp: string;
}

function eventsOf({ id: sessionId, cwd, note, turns }: NewSession, version: string, begun: string) {
  const start = {
    sessionId,
    version: 1,
    producer: 'copilot-agent',
    copilotVersion: version,
    startTime: begun,
  };
  const events: readonly NewEvent[] = [
    { type: 'session.start', data: { ...start, context: { cwd } }, timestamp: begun },
    ...turns.flatMap((turn, n) =>
      eventsOfTurn(turn, partId(sessionId, `message ${n}`), n === 0 ? note : undefined),
    ),
  ];
  return events.map(({ timestamp, ...event }, n) => ({
    ...event,
    id: partId(sessionId, n),
    timestamp,
    parentId: n === 0 ? null : partId(sessionId, n - 1),
  }));
}

/** The note stands before what the model reads of the first message. */
function eventsOfTurn(turn: NewTurn, messageId: string, note: string | undefined): readonly NewEvent[] {
  const { role, at: timestamp, text, calls, model } = turn;
  const event = (type: string, data: object): NewEvent => ({ type, data, timestamp });
  if (role === 'user') {
    const transformedContent = note === undefined ? text : `${note}\n\n${text}`;
    return [event('user.message', { content: text, transformedContent, attachments: [], messageId })];
  }
  const toolRequests = calls.map(({ id, name, args }) => ({
    toolCallId: id,
    name,
    arguments: args,
    type: 'function',
  }));
  const before =
    note === undefined ? [] : eventsOfTurn({ ...turn, role: 'user', text: note }, `${messageId}0`, undefined);
  return [
    ...before,
    event('assistant.turn_start', { turnId: '0' }),
    event('assistant.message', { messageId, content: text, toolRequests, ...defined({ model }) }),
    ...calls.flatMap(({ id: toolCallId, name: toolName, args, output, failed }) => [
      event('tool.execution_start', { toolCallId, toolName, arguments: args }),
      event('tool.execution_complete', {
        toolCallId,
        success: !failed,
        ...(failed ? { error: { message: output } } : { result: { content: output } }),
      }),
    ]),
    event('assistant.turn_end', { turnId: '0' }),
  ];
}
