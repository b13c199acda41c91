import { defined, type JsonObject } from '../../disk/base/core.ts';
import type {
  ContinuedFacts,
  ContinuedHeader,
  ContinuedRecords,
  NextPlace,
  ReadBefore,
} from '../reading/continued.ts';
import { listOf } from '../reading/fields.ts';
import { OmissionLog } from '../reading/kinds.ts';
import { heldBytes, JsonLines } from '../reading/lines.ts';
import type { OpenTranscript, TranscriptSource } from '../reading/types.ts';
import { messagesOf, placedIn, sessionIdOf, timesOf, type ClaudeSidecars } from './claude.ts';
import { continuedClaudeHeader } from './claudeHeader.ts';
import { ClaudeIndex } from './claudeIndex.ts';
import { unknownOfClaude } from './claudeKinds.ts';
import { nextClaudePlace, reachesBack, rewoundUntil, type TracedClaude } from './claudePlaces.ts';
import { ClaudeTrace } from './claudeTrace.ts';

/** The records of a part, without what lies beside the transcript. */
interface ContinuedClaude extends Omit<ContinuedRecords, 'header'> {
  readonly sessionId: string;
  readonly header: (about: ClaudeSidecars, before?: JsonObject) => ContinuedHeader;
}

/**
 * Continues reading a Claude Code transcript at a place, without subagents in separate files. Undefined if subagents
 * wrote into it, as versions before 2.1.2 let them: their words cannot be divided.
 */
export async function continueClaude(
  open: OpenTranscript,
  source: TranscriptSource,
  before?: ReadBefore,
): Promise<ContinuedClaude | 'reaches back' | undefined> {
  const lines = new JsonLines(open(), { holdBytes: heldBytes });
  const trace = new ClaudeTrace(() => lines.wholeLine, before);
  const cwds = listOf(before?.memory.cwds).filter((cwd) => typeof cwd === 'string');
  const index = new ClaudeIndex({ trace, cwds });
  const omitted = new OmissionLog();
  let read = 0;
  for await (const line of lines) {
    omitted.note(read++, lines.unreadable, unknownOfClaude(line));
    index.add(line);
  }
  omitted.note(read, lines.unreadable);
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
    facts: factsOf(traced, source, { before, next }),
    header: (about, earlier) => {
      const rewound = rewoundUntil(conversations, Infinity, before);
      const { links } = conversations.main;
      const part = { facts: index.facts, links, omitted, rewound, settled: next?.records ?? 0 };
      return continuedClaudeHeader(part, { source, about }, earlier);
    },
    lines: lines.ended,
    sessionId: sessionIdOf(index.facts, source),
  };
}

/** Returns the facts of the session; undefined if it contains conversations of subagents, which are not divided. */
function factsOf(
  { index, conversations, trace }: TracedClaude,
  { path }: TranscriptSource,
  { before, next }: { readonly before: ReadBefore | undefined; readonly next: NextPlace | undefined },
): ContinuedFacts | undefined {
  if (trace.hasAgents) return undefined;
  return {
    ...defined({ cwd: placedIn(index.facts, path).cwd }),
    figures: {
      rewound: rewoundUntil(conversations, Infinity, before),
      requests: index.requests,
      settledRequests: index.requestsBefore(next?.records ?? 0),
    },
  };
}
