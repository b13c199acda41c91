import { dirname } from 'node:path';
import { type FoundSession, isoTime, sessionOf } from '../shared/session.ts';
import { CopilotEvents } from './copilotEvents.ts';
import { JsonLines } from '../shared/lines.ts';
import type { Agent, ReadTranscript, SessionRecord, TranscriptSource } from '../shared/types.ts';
import { workspaceFolder } from '../vscode/vscodeChat.ts';

/** Reads a transcript of GitHub Copilot in VS Code: `GitHub.copilot-chat/transcripts/<session>.jsonl`. */
export const readCopilot: ReadTranscript = (chunks, source) =>
  readCopilotEvents(chunks, source, 'copilot', async () => ({
    cwd: await workspaceFolder(dirname(dirname(dirname(source.path)))),
  }));

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
  return sessionOf(
    { ...found, cwd: cwd ?? more.cwd, title: title ?? more.title },
    {
      source: agent,
      messages: events.messages(),
      ...(subagents.length > 0 && { subagents }),
      omitted: { unreadable: lines.unreadable + events.unreadable, rewound: events.rewound },
    },
    source,
  );
}
