import { join } from 'node:path';
import { StoreError } from '../../disk/base/core.ts';
import { homeOf } from '../profile/machine.ts';
import { dashed } from '../reading/places.ts';
import {
  jsonLines,
  partId,
  timesOf,
  type NewSession,
  type NewTurn,
  type SessionWriter,
} from '../writing/newSession.ts';
import { maxNameLength } from './claudeFolders.ts';

/** Model of answers whose model is not known. */
const unknownModel = 'unknown';

/** Writes sessions of Claude Code: lines, each with the one before it as its parent. */
export const claudeWriter: SessionWriter = {
  program: 'claude',
  tried: '2.1',
  write: (session, { places, version }) => {
    const folder = join(homeOf(places, 'CLAUDE_CONFIG_DIR', '.claude'), 'projects', folderName(session.cwd));
    const { id: sessionId, title } = session;
    const records = [...linesOf(session, version), { type: 'custom-title', customTitle: title, sessionId }];
    const path = join(folder, `${sessionId}.jsonl`);
    return { id: sessionId, files: [{ path, text: jsonLines(records) }] };
  },
};

/** Claude Code cuts longer names and adds a hash that only it can make. */
function folderName(cwd: string): string {
  const name = dashed(cwd);
  if (name.length <= maxNameLength) return name;
  throw new StoreError('disabled', `The path ${cwd} is too long for a new session of Claude Code.`);
}

/** Fields of a line, without those that every line has. */
interface LineContent {
  readonly type: 'user' | 'assistant';
  readonly message: object;
  readonly timestamp: string;
  readonly isMeta?: true;
}

function linesOf(session: NewSession, version: string): readonly object[] {
  const { id: sessionId, cwd } = session;
  const note: LineContent = {
    type: 'user',
    isMeta: true,
    message: { role: 'user', content: session.note },
    timestamp: timesOf(session).first,
  };
  const contents = [
    note,
    ...session.turns.flatMap((turn, n) => contentsOf(turn, partId(sessionId, `message ${n}`))),
  ];
  return contents.map(({ timestamp, ...content }, n) => ({
    parentUuid: n === 0 ? null : partId(sessionId, n - 1),
    isSidechain: false,
    ...content,
    uuid: partId(sessionId, n),
    timestamp,
    userType: 'external',
    cwd,
    sessionId,
    version,
  }));
}

function contentsOf(
  { role, at: timestamp, text, model, calls }: NewTurn,
  id: string,
): readonly LineContent[] {
  if (role === 'user') return [{ type: 'user', message: { role, content: text }, timestamp }];
  const content = [
    ...(text === '' ? [] : [{ type: 'text', text }]),
    ...calls.map((call) => ({ type: 'tool_use', id: call.id, name: call.name, input: call.args })),
  ];
  const message = {
    id: `msg_${id.replaceAll('-', '')}`,
    type: 'message',
    role,
    model: model ?? unknownModel,
    content,
    stop_reason: calls.length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 0, output_tokens: 0 },
  };
  const results = calls.map(({ id: call, output, failed }): LineContent => ({
    type: 'user',
    message: {
      role: 'user',
      content: [
        { tool_use_id: call, type: 'tool_result', content: output, ...(failed && { is_error: true }) },
      ],
    },
    timestamp,
  }));
  return [{ type: 'assistant', message, timestamp }, ...results];
}
