import type { ContinuedRecords, ReadBefore } from '../reading/continued.ts';
import { heldBytes, JsonLines } from '../reading/lines.ts';
import type { OpenTranscript, TranscriptSource } from '../reading/types.ts';
import { messagesOf, sessionIdOf, timesOf } from './claude.ts';
import { ClaudeIndex } from './claudeIndex.ts';
import { nextClaudePlace, reachesBack } from './claudePlaces.ts';
import { ClaudeTrace } from './claudeTrace.ts';

/**
 * Continues reading a Claude Code transcript at a place, without subagents in separate files. Undefined if subagents
 * wrote into it, as versions before 2.1.2 let them: their words cannot be divided.
 */
export async function continueClaude(
  open: OpenTranscript,
  source: TranscriptSource,
  before?: ReadBefore,
): Promise<(ContinuedRecords & { readonly sessionId: string }) | 'reaches back' | undefined> {
  const lines = new JsonLines(open(), { holdBytes: heldBytes });
  const trace = new ClaudeTrace(() => lines.wholeLine, before);
  const index = new ClaudeIndex({ trace });
  for await (const line of lines) index.add(line);
  const conversations = index.conversations();
  if (conversations.agents.size > 0) return undefined;
  const traced = { index, conversations, trace };
  if (before && reachesBack(traced, before)) return 'reaches back';
  const next = nextClaudePlace(traced, before);
  const first = before?.records ?? 0;
  const { startTime } = timesOf(index.facts, source);
  return {
    messages: (settled) => {
      let isSettled = false;
      const fed = (at: number): void => {
        if (isSettled || at < (next?.records ?? 0)) return;
        isSettled = true;
        settled();
      };
      const reread = lines.held ?? new JsonLines(open());
      return messagesOf(reread, conversations, startTime, { before: first, fed });
    },
    next: next && { ...next, records: first + next.records },
    lines: lines.ended,
    sessionId: sessionIdOf(index.facts, source),
  };
}
