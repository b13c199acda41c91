import { defined } from '../../disk/base/core.ts';
import { AnswerBounds, isChosen, type CodexPlan } from './codexIndex.ts';
import type { CodexEntry, CodexFact } from './codexFacts.ts';
import { MessageDraft, type CallDraft } from '../reading/drafts.ts';
import type { MessageRecord, Part } from '../reading/types.ts';

interface PendingDraft {
  readonly draft: MessageDraft;
  /** Number of the last entry that adds to it. */
  last: number;
}

/** Second pass over a rollout: yields each message once complete. */
export class CodexMessages {
  readonly #plan: CodexPlan;
  readonly #bounds = new AnswerBounds();
  readonly #held: PendingDraft[] = [];
  readonly #calls = new Map<string, CallDraft>();
  #model: string | undefined;
  #answer: PendingDraft | undefined;
  #drop = 0;
  #ordinal = 0;
  #number = 0;

  /** `model` is the one before the first entry. */
  constructor(plan: CodexPlan, model?: string) {
    this.#plan = plan;
    this.#model = model;
  }

  /**
   * Adds entry number `at`; `time` is the fallback for entries without one. Messages are numbered by `ordinal`, which
   * stays where a thread goes on in another file, or by entry where lines have none.
   */
  feed(at: number, { fact, account }: CodexEntry, time: string, ordinal: number = at): void {
    this.#ordinal = ordinal;
    if (fact.kind === 'turn') this.#model = fact.model ?? this.#model;
    if (!isChosen(this.#plan, at, { kind: fact.kind, account }) || this.#isDropped(at)) return;
    if (this.#bounds.begins(fact.kind)) this.#answer = this.#hold(at, 'assistant', time);
    if (fact.kind === 'text' || fact.kind === 'thought' || fact.kind === 'call') {
      if (this.#answer) this.#addToAnswer(this.#answer, fact, at, time);
    } else if (fact.kind === 'prompt') {
      if (fact.parts.length > 0) addParts(this.#hold(at, 'user', time).draft, fact.parts);
    } else if (fact.kind === 'output') {
      const { callId, ...output } = fact.output;
      const call = this.#calls.get(callId);
      if (call) Object.assign(call, output);
    } else if (fact.kind === 'compacted') {
      const { draft } = this.#hold(at, 'info', time);
      draft.addText('Context compacted');
      draft.compaction = { ...defined({ summary: fact.summary }) };
    } else if (fact.kind === 'notice') {
      this.#hold(at, fact.type, time).draft.addText(fact.text);
    } else if (fact.kind === 'tokens' && this.#answer) {
      this.#answer.draft.tokens = fact.tokens;
    }
  }

  /** Yields the messages complete after entry `at`; the last one only once another has begun, or `at` is infinite. */
  *completedAt(at: number): Iterable<MessageRecord> {
    for (let head = this.#held[0]; head; head = this.#held[0]) {
      if (head.last > at || (this.#held.length === 1 && at !== Infinity)) return;
      this.#held.shift();
      for (const { id } of head.draft.calls) this.#calls.delete(id);
      if (!head.draft.empty) yield head.draft.finish();
    }
  }

  #hold(at: number, type: MessageRecord['type'], time: string): PendingDraft {
    this.#number = Math.max(this.#number + 1, this.#ordinal + 1);
    const draft = new MessageDraft(`line-${this.#number}`, time, type);
    if (type === 'assistant') draft.model = this.#model;
    const held = { draft, last: at };
    this.#held.push(held);
    return held;
  }

  #addToAnswer(
    answer: PendingDraft,
    fact: Extract<CodexFact, { kind: 'text' | 'thought' | 'call' }>,
    at: number,
    time: string,
  ): void {
    const { draft } = answer;
    if (fact.kind === 'text') addParts(draft, fact.parts);
    else if (fact.kind === 'thought')
      draft.thoughts.push(...fact.thoughts.map((thought) => ({ ...thought, timestamp: time })));
    else {
      const id = fact.call.id === '' ? `${draft.id}-call-${draft.calls.length + 1}` : fact.call.id;
      const call: CallDraft = { ...fact.call, id, timestamp: time };
      draft.calls.push(call);
      this.#calls.set(call.id, call);
      answer.last = Math.max(answer.last, this.#plan.outputs.get(call.id) ?? at);
    }
  }

  #isDropped(at: number): boolean {
    const { dropped } = this.#plan;
    // A later rollback may reach further back than an earlier one.
    while ((dropped[this.#drop]?.[1] ?? Infinity) <= at) this.#drop++;
    return dropped.slice(this.#drop).some(([from, to]) => from <= at && at < to);
  }
}

function addParts(draft: MessageDraft, parts: readonly Part[]): void {
  for (const part of parts)
    if ('text' in part) draft.addText(part.text, '\n\n');
    else draft.parts.push(part);
}
