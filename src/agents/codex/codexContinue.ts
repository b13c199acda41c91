import { defined, isoTime } from '../../disk/base/core.ts';
import type { ContinuedFacts, ContinuedRecords, ReadBefore } from '../reading/continued.ts';
import { numberOf, textOf } from '../reading/fields.ts';
import { OmissionLog } from '../reading/kinds.ts';
import { heldBytes, JsonLines } from '../reading/lines.ts';
import type { OpenTranscript, TranscriptSource } from '../reading/types.ts';
import { continuedCodexHeader } from './codexHeader.ts';
import { CodexIndex } from './codexIndex.ts';
import { unknownOfCodex } from './codexKinds.ts';
import { readCodexLine } from './codexLine.ts';
import { messagesOf, sessionIdOf } from './codexPart.ts';
import { CodexTrace } from './codexTrace.ts';

/** Continues reading a Codex rollout at a place, without the threads of helpers. Its records are entries. */
export async function continueCodex(
  open: OpenTranscript,
  source: TranscriptSource,
  before?: ReadBefore,
): Promise<(ContinuedRecords & { readonly sessionId: string }) | 'reaches back'> {
  const lines = new JsonLines(open(), { holdBytes: heldBytes });
  const index = new CodexIndex(before?.memory);
  const trace = new CodexTrace(before);
  const omitted = new OmissionLog();
  const first = before?.records ?? 0;
  let at = 0;
  for await (const line of lines) {
    const entries = readCodexLine(line);
    // A line without entries precedes the next one.
    omitted.note(entries.length === 0 ? at - 0.5 : at, lines.unreadable, unknownOfCodex(line));
    const inFile = entries.length === 1 ? lines.wholeLine : undefined;
    if (entries.length > 0) trace.number(numberOf(line.ordinal) ?? first + at);
    for (const entry of entries) {
      index.add(entry);
      trace.add(entry, at++, inFile);
    }
  }
  omitted.note(at, lines.unreadable);
  const plan = index.plan();
  if (before && trace.reachesBack(index, plan)) return 'reaches back';
  const next = trace.next(index, plan);
  const startTime = index.facts.startTime ?? isoTime(source.mtimeMs);
  return {
    messages: (settled) => {
      const part = { before: first, model: textOf(before?.memory.model), until: next?.records, settled };
      return messagesOf(lines.held ?? new JsonLines(open()), plan, startTime, part);
    },
    next: next && { ...next, records: first + next.records },
    facts: factsOf(index, before),
    header: (earlier) => {
      const part = { facts: index.facts, plan, omitted, source, settled: next?.records ?? 0 };
      return Promise.resolve(continuedCodexHeader(part, earlier));
    },
    lines: lines.ended,
    sessionId: index.facts.sessionId ?? textOf(before?.memory.session) ?? sessionIdOf(source.path),
  };
}

/** Returns the facts of the session; undefined if a later part may name another folder. */
function factsOf({ facts: { cwd } }: CodexIndex, before: ReadBefore | undefined): ContinuedFacts | undefined {
  if (!before) return defined({ cwd });
  const first = textOf(before.memory.cwd);
  return first === undefined ? undefined : { cwd: first };
}
