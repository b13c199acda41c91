import type { NextPlace, ReadBefore } from '../reading/continued.ts';
import { listOf, numberOf } from '../reading/fields.ts';
import type { ClaudeConversations, ClaudeIndex } from './claudeIndex.ts';
import type { LineLink } from './claudeLinks.ts';
import type { ClaudeTrace } from './claudeTrace.ts';

/** An indexed transcript with the notes about where it can be divided. */
export interface TracedClaude {
  readonly index: ClaudeIndex;
  readonly conversations: ClaudeConversations;
  readonly trace: ClaudeTrace;
}

/** Number of later answers after which an unfinished call or compaction counts as abandoned. */
const patience = 2;
/** Maximum number of absorbed prompts to remember. */
const maxAbsorbed = 20;

/** Returns the last line at which a part can begin, and what to remember of the lines before it. */
export function nextClaudePlace(traced: TracedClaude, before?: ReadBefore): NextPlace | undefined {
  const { index, conversations, trace } = traced;
  if (trace.hasAgents) return undefined;
  const kept = new Set(conversations.main.links.map(({ at }) => at));
  barLinks(traced);
  barQueue(traced);
  const places = [...trace.starts.keys()].filter((at) => at > 0 && kept.has(at));
  const records = trace.bars.lastFree(places);
  const line = records === undefined ? undefined : trace.starts.get(records);
  if (records === undefined || line === undefined) return undefined;
  const absorbed = index.waiting.absorbed.filter(({ at }) => at < records).map(({ text }) => text);
  const queued = [...listOf(before?.memory.queued), ...absorbed].slice(-maxAbsorbed);
  const memory = { answers: trace.answersBefore(records), queued, ...settledFacts(traced, records, before) };
  return { records, line, memory };
}

/** What to remember of the facts before a record. */
function settledFacts({ index, conversations }: TracedClaude, records: number, before?: ReadBefore) {
  const cwds = [...index.facts.cwds].filter(([, at]) => at < records).map(([cwd]) => cwd);
  return { cwds, rewound: rewoundUntil(conversations, records, before) };
}

/** Number of messages in rewound branches before a record, in the whole session. */
export const rewoundUntil = ({ main }: ClaudeConversations, records: number, before?: ReadBefore): number =>
  (numberOf(before?.memory.rewound) ?? 0) + main.rewound.filter((at) => at < records).length;

/** Bars the places between lines that belong together. */
function barLinks({ index, conversations, trace: { bars } }: TracedClaude): void {
  const kept = new Set(conversations.main.links.map(({ at }) => at));
  const answers = new Map<number, number>();
  const uses = new Map<number, number>();
  const open = new Set<number>();
  let compaction: number | undefined;
  let spoken = -1;
  for (const link of index.links) {
    const { at, kind, answer, results } = link;
    const parent = parentOf(link, index);
    if (parent !== undefined) bars.add(Math.min(parent, at), Math.max(parent, at - 1));
    else if (typeof link.parent === 'string') bars.add(0, at - 1);
    if (isRoot(link) || (preserves(link) && !kept.has(at))) bars.add(0, at);
    for (const call of results) {
      bars.add(uses.get(call) ?? 0, at);
      open.delete(call);
    }
    for (const call of link.uses) {
      uses.set(call, at);
      open.add(call);
    }
    if (answer !== undefined) {
      bars.add(answers.get(answer) ?? at, at);
      answers.set(answer, answers.get(answer) ?? at);
    }
    if (kind === 'summary') bars.add(compaction ?? 0, at);
    if (kind === 'boundary' || kind === 'summary') compaction = kind === 'boundary' ? at : undefined;
    if (spoken >= 0 && !kept.has(spoken)) bars.add(spoken, at);
    if (kind !== 'other' && kind !== 'note') spoken = at;
  }
  const unended = [...[...open].map((call) => uses.get(call)), compaction].filter((at) => at !== undefined);
  const begun = [...answers.values()];
  for (const at of unended) bars.addUntil(at, begun, patience);
}

/** Bars the places after prompts whose fate is open. */
function barQueue({ index, conversations, trace }: TracedClaude): void {
  const { bars } = trace;
  for (const at of index.waiting.lines) bars.add(at, Infinity);
  for (const { at, text } of index.waiting.absorbed)
    for (const attached of trace.attached) if (attached.text === text) bars.add(at, attached.at);
  for (const [at, queuedAt] of conversations.queuedAt) bars.add(queuedAt, at);
}

/** Whether lines change earlier messages: they rewind them, continue their answers, or answer their calls. */
export function reachesBack(traced: TracedClaude, before: ReadBefore): boolean {
  const { index, conversations, trace } = traced;
  const { links } = conversations.main;
  if (trace.hasAgents || trace.goesOn || links[0]?.at !== 0 || !trace.starts.has(0)) return true;
  const kept = new Set(links.map(({ at }) => at));
  const calls = new Set<number>();
  let compactions = 0;
  for (const link of index.links) {
    const isUnseen = typeof link.parent === 'string' && index.lineOf(link.parent) === undefined;
    if (link.at > 0 && isUnseen) return true;
    if (isRoot(link) || (preserves(link) && !kept.has(link.at))) return true;
    if (link.results.some((call) => !calls.has(call))) return true;
    for (const call of link.uses) calls.add(call);
    if (link.kind === 'boundary') compactions++;
    if (link.kind === 'summary' && compactions-- === 0) return true;
  }
  const queued = listOf(before.memory.queued);
  return queued.length > 0 && trace.attached.some(({ text }) => queued.includes(text));
}

/** Whether a prompt begins anew, which rewinds all before it. */
const isRoot = ({ kind, parent }: LineLink): boolean => kind === 'prompt' && parent === null;

/** Whether a compaction names kept messages, which may link it to the conversation. */
const preserves = ({ kind, preserved }: LineLink): boolean => kind === 'boundary' && preserved.length > 0;

const parentOf = ({ parent }: LineLink, index: ClaudeIndex): number | undefined =>
  (typeof parent === 'string' ? index.lineOf(parent) : parent) ?? undefined;
