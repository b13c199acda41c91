import { isoTime, type JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, objectOf, textOf } from '../reading/fields.ts';
import { JsonLines } from '../reading/lines.ts';
import { sessionOf, type FoundSession } from '../reading/session.ts';
import type { SessionRecord, TranscriptSource, Agent } from '../reading/types.ts';
import { CopilotEvents } from './copilotEvents.ts';

/** Whether a record is an event of Copilot, in the editor or on the command line. */
export function isCopilotEvent(record: JsonValue): boolean {
  const { type, data } = fieldsOf(record);
  return objectOf(data) !== undefined && /^(session|user|assistant|tool)\.[a-z_]+$/.test(textOf(type) ?? '');
}

/** Whether an event is the editor's and not Copilot CLI's, which has the same form: only the editor's names VS Code. */
export function isOfEditor(event: JsonValue, path: string): boolean {
  return path.includes('/GitHub.copilot-chat/') || fieldsOf(fieldsOf(event).data).vscodeVersion !== undefined;
}

/** Reads Copilot's events; `beside` supplies what the events lack. */
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
