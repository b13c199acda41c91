import { defined, type JsonObject } from '../../disk/base/core.ts';
import { type CodexEntry, type CodexFact, other } from './codexFacts.ts';
import {
  imagePart,
  partsOf,
  promptOf,
  readCodexTurnItem,
  saidBy,
  textParts,
  thoughtOf,
  thoughtsOf,
} from './codexItems.ts';
import { isTyped } from './codexMeta.ts';
import { codexCall, codexEnded, codexOutput } from './codexTools.ts';
import { placeholder } from '../reading/drafts.ts';
import { fieldsOf, listOf, numberOf, objectOf, textOf, timeOf, type Field } from '../reading/fields.ts';

/** Items without readable conversation content. */
const ignored = new Set([
  'additional_tools',
  'configuration_update',
  'ghost_snapshot',
  'compaction',
  'compaction_summary',
  'context_compaction',
  'compaction_trigger',
]);

/** Parses a line; the oldest format has everything in one. Lines of unknown type are `other`. */
export function readCodexLine(line: JsonObject): readonly CodexEntry[] {
  const time = timeOf(line.timestamp);
  const entry = (fact: CodexFact, account?: CodexEntry['account']) => [{ fact, time, account }];
  const payload = objectOf(line.payload);
  if (payload) {
    switch (textOf(line.type) ?? '') {
      case 'session_meta':
        return entry({ kind: 'session', meta: payload });
      case 'turn_context':
        return entry(turnOf(payload));
      case 'compacted':
        return entry({ kind: 'compacted', summary: summaryOf(payload) });
      case 'response_item':
        return entry(readItem(payload), 'items');
      case 'event_msg':
        return [{ ...readEvent(payload), time }];
      default:
        return entry(other);
    }
  }
  const session = objectOf(line.session);
  if (session) {
    const items = listOf(line.items).map((item) => ({ fact: readItem(fieldsOf(item)), time: undefined }));
    const start = {
      fact: { kind: 'session', meta: session } as const,
      time: timeOf(session.timestamp),
      account: undefined,
    };
    return [start, ...items.map((item) => ({ ...item, account: 'items' as const }))];
  }
  // Before there were payloads, a line was an API item, and the first line the session.
  if (textOf(line.type) !== undefined) return entry(readItem(line), 'items');
  return entry(textOf(line.id) === undefined ? other : { kind: 'session', meta: line });
}

/** A compaction's summary without Codex's instructions to the model about it. */
function summaryOf({ message, summary }: JsonObject): string | undefined {
  return (textOf(message) ?? textOf(summary))?.replace(/^Another language model started to [^\n]*\n/, '');
}

function readItem(item: JsonObject): CodexFact {
  const type = textOf(item.type) ?? '';
  if (type === 'message') return readMessage(item);
  // Most thoughts are encrypted.
  if (type === 'reasoning') return thoughtOf([...thoughtsOf(item.summary), ...thoughtsOf(item.content)]);
  const call = codexCall(item);
  if (call) return { kind: 'call', call };
  const output = codexOutput(item);
  if (output) return { kind: 'output', output };
  const role = textOf(item.role) ?? 'assistant';
  if (type === '' || ignored.has(type) || role !== 'assistant') return other;
  // A message from another agent.
  if (type === 'agent_message')
    return { kind: 'notice', type: 'info', text: textIn(item.content) || placeholder(type) };
  return { kind: 'text', parts: [{ text: placeholder(type) }] };
}

function textIn(content: Field): string {
  return partsOf(content)
    .flatMap((part) => ('text' in part ? [part.text] : []))
    .join('\n\n');
}

function readMessage(item: JsonObject): CodexFact {
  if (item.role === 'assistant') return saidBy(partsOf(item.content));
  return item.role === 'user' ? promptOf(partsOf(item.content)) : other;
}

function readEvent(event: JsonObject): Omit<CodexEntry, 'time'> {
  const type = textOf(event.type);
  const fromEvents = (fact: CodexFact) => ({ fact, account: 'events' as const });
  const noted = (fact: CodexFact) => ({ fact, account: undefined });
  const message = textOf(event.message);
  switch (type ?? '') {
    case 'user_message':
      return fromEvents(promptOf([...textParts(message), ...listOf(event.images).flatMap(imagePart)]));
    case 'agent_message':
      return fromEvents(saidBy(textParts(message)));
    case 'agent_reasoning':
      return fromEvents(thoughtOf(thoughtsOf([event.text ?? null])));
    case 'item_completed':
      return fromEvents(readCodexTurnItem(fieldsOf(event.item)));
    case 'error':
      return noted({ kind: 'notice', type: 'error', text: message ?? placeholder('error') });
    case 'warning':
      return noted({ kind: 'notice', type: 'warning', text: message ?? placeholder('warning') });
    case 'turn_aborted':
      return noted({ kind: 'notice', type: 'info', text: placeholder('turn aborted', textOf(event.reason)) });
    case 'token_count':
      return noted(tokensOf(fieldsOf(event.info).last_token_usage));
    case 'thread_rolled_back':
      return noted({ kind: 'rollback', turns: numberOf(event.num_turns) ?? 0 });
    case 'task_started':
      return noted(isTyped(event.turn_attribution) ? { kind: 'typed' } : other);
    case 'thread_name_updated':
      return noted({ kind: 'title', title: textOf(event.thread_name) ?? '' });
    default: {
      const call = codexEnded(event);
      return call ? fromEvents({ kind: 'call', call }) : noted(other);
    }
  }
}

function turnOf(payload: JsonObject): CodexFact {
  const { turn_id: id, model, cwd } = payload;
  return { kind: 'turn', id: textOf(id), model: textOf(model), cwd: textOf(cwd) };
}

function tokensOf(usage: Field): CodexFact {
  const counts = fieldsOf(usage);
  const tokens = {
    input: numberOf(counts.input_tokens),
    cached: numberOf(counts.cached_input_tokens),
    written: numberOf(counts.cache_write_input_tokens),
    output: numberOf(counts.output_tokens),
    thoughts: numberOf(counts.reasoning_output_tokens),
    total: numberOf(counts.total_tokens),
  };
  const { input, output, ...more } = tokens;
  if (input === undefined || output === undefined) return other;
  return {
    kind: 'tokens',
    tokens: {
      input,
      output,
      ...defined(more),
    },
  };
}
