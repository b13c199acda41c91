import { isoTime, type JsonValue } from '../../base/core.ts';
import { fieldsOf, objectOf, textOf } from '../shared/fields.ts';
import { JsonLines } from '../shared/lines.ts';
import { sessionOf, type FoundSession } from '../shared/session.ts';
import type { Agent, SessionRecord, TranscriptSource } from '../shared/types.ts';
import { CopilotEvents } from './copilotEvents.ts';

/** Whether a record is an event of Copilot, in the editor or on the command line. */
export function isCopilotEvent(record: JsonValue): boolean {
  const { type, data } = fieldsOf(record);
  return objectOf(data) !== undefined && /^(session|user|assistant|tool)\.[a-z_]+$/.test(textOf(type) ?? '');
}

/** Whether an event is of the editor, not of Copilot CLI, which writes the same: only the editor's name VS Code. */
export function isOfEditor(event: JsonValue, path: string): boolean {
  return path.includes('/GitHub.copilot-chat/') || fieldsOf(fieldsOf(event).data).vscodeVersion !== undefined;
}

/** Reads Copilot's events; `beside` says what the events do not. */
export async function readCopilotEvents(
  chunks: AsyncIterable<Uint8Array>,
  source: TranscriptSource,
  agent: Agent,
  beside: () => Promise<FoundSession>,
): Promise<SessionRecord> {
  const events = new CopilotEvents(isoTime(source.mtimeMs));
  const lines = new JsonLines(chunks);
  for await (const line of lines) events.apply(line);
  const { cwd, title, ...found } = events.found;
  const more = cwd === undefined || title === undefined ? await beside() : {};
  const subagents = events.subagents();
  const requests = events.requests.all;
  return sessionOf(
    { ...found, cwd: cwd ?? more.cwd, title: title ?? more.title },
    {
      source: agent,
      messages: events.messages(),
      ...(subagents.length > 0 && { subagents }),
      ...(requests && { requests }),
      omitted: {
        unreadable: lines.unreadable + events.unreadable,
        rewound: events.rewound,
        ...events.kinds.found,
      },
    },
    source,
  );
}
