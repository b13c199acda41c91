import type { JsonObject } from '../json.ts';
import { codexCall, codexEnded, codexOutput, type CodexOutput } from './codexTools.ts';
import { readCodexText } from './codexText.ts';
import { placeholder } from './drafts.ts';
import { fieldsOf, listOf, numberOf, objectOf, textOf, timeOf, type Field } from './fields.ts';
import { mediaPart } from './pictures.ts';
import type { Part, Thought, TokenCounts, ToolCall } from './types.ts';

/** What a line of a rollout says. */
export type CodexFact =
  | { readonly kind: 'session'; readonly meta: JsonObject }
  | {
      readonly kind: 'turn';
      readonly id: string | undefined;
      readonly model: string | undefined;
      readonly cwd: string | undefined;
    }
  | { readonly kind: 'prompt'; readonly parts: readonly Part[]; readonly commands: readonly string[] }
  | { readonly kind: 'text'; readonly parts: readonly Part[] }
  | { readonly kind: 'thought'; readonly thoughts: readonly Thought[] }
  | { readonly kind: 'call'; readonly call: ToolCall }
  | { readonly kind: 'output'; readonly output: CodexOutput }
  | { readonly kind: 'compacted'; readonly summary: string | undefined }
  | { readonly kind: 'notice'; readonly type: 'info' | 'error' | 'warning'; readonly text: string }
  | { readonly kind: 'tokens'; readonly tokens: TokenCounts }
  | { readonly kind: 'rollback'; readonly turns: number }
  | { readonly kind: 'title'; readonly title: string }
  | { readonly kind: 'other' };

/** A fact, when it was, and which of the two accounts of the conversation it belongs to, if to one. */
export interface CodexEntry {
  readonly fact: CodexFact;
  readonly time: string | undefined;
  /** Codex writes the conversation twice: as items of the API and as events for its screen. */
  readonly account: 'items' | 'events' | undefined;
}

const other: CodexFact = { kind: 'other' };
const none: readonly never[] = [];
/** Items that hold nothing of the conversation a person could read. */
const silent = new Set([
  'ghost_snapshot',
  'compaction',
  'compaction_summary',
  'context_compaction',
  'compaction_trigger',
]);

/** What a line says; the oldest format has all in one line. Lines of unknown type are `other`. */
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
        return entry({ kind: 'compacted', summary: textOf(payload.message) ?? textOf(payload.summary) });
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
  // Before there were payloads, a line was an item of the API, and the first the session.
  if (textOf(line.type) !== undefined) return entry(readItem(line), 'items');
  return entry(textOf(line.id) === undefined ? other : { kind: 'session', meta: line });
}

function readItem(item: JsonObject): CodexFact {
  const type = textOf(item.type) ?? '';
  if (type === 'message') return readMessage(item);
  // Most thoughts come encrypted.
  if (type === 'reasoning') return thoughtOf([...thoughtsOf(item.summary), ...thoughtsOf(item.content)]);
  const call = codexCall(item);
  if (call) return { kind: 'call', call };
  const output = codexOutput(item);
  if (output) return { kind: 'output', output };
  if (type === '' || silent.has(type)) return other;
  return { kind: 'text', parts: [{ text: placeholder(type) }] };
}

function thoughtOf(thoughts: readonly Thought[]): CodexFact {
  return thoughts.length === 0 ? other : { kind: 'thought', thoughts };
}

function saidBy(parts: readonly Part[]): CodexFact {
  return parts.length === 0 ? other : { kind: 'text', parts };
}

function readMessage(item: JsonObject): CodexFact {
  if (item.role === 'assistant') return saidBy(partsOf(item.content));
  return item.role === 'user' ? promptOf(partsOf(item.content)) : other;
}

function promptOf(parts: readonly Part[]): CodexFact {
  const said: Part[] = [];
  const commands: string[] = [];
  for (const part of parts) {
    if (!('text' in part)) {
      said.push(part);
      continue;
    }
    const { text, command } = readCodexText(part.text);
    if (text !== '') said.push({ text });
    if (command !== undefined) commands.push(command);
  }
  return { kind: 'prompt', parts: said, commands: commands.length === 0 ? none : commands };
}

function readEvent(event: JsonObject): Omit<CodexEntry, 'time'> {
  const type = textOf(event.type);
  const told = (fact: CodexFact) => ({ fact, account: 'events' as const });
  const noted = (fact: CodexFact) => ({ fact, account: undefined });
  const message = textOf(event.message);
  switch (type ?? '') {
    case 'user_message':
      return told(promptOf([...textParts(message), ...listOf(event.images).flatMap(imagePart)]));
    case 'agent_message':
      return told(saidBy(textParts(message)));
    case 'agent_reasoning':
      return told(thoughtOf(thoughtsOf([event.text ?? null])));
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
    case 'thread_name_updated':
      return noted({ kind: 'title', title: textOf(event.thread_name) ?? '' });
    default: {
      const call = codexEnded(event);
      return call ? told({ kind: 'call', call }) : noted(other);
    }
  }
}

function turnOf(payload: JsonObject): CodexFact {
  const { turn_id: id, model, cwd } = payload;
  return { kind: 'turn', id: textOf(id), model: textOf(model), cwd: textOf(cwd) };
}

function partsOf(content: Field): readonly Part[] {
  if (typeof content === 'string') return textParts(content);
  return listOf(content).flatMap((item) => {
    if (typeof item === 'string') return textParts(item);
    const block = objectOf(item);
    if (!block) return [];
    if (typeof block.text === 'string') return textParts(block.text);
    if (block.type === 'input_image') return imagePart(block.image_url);
    return [{ text: placeholder(textOf(block.type) ?? 'block without type') }];
  });
}

function textParts(text: string | undefined): readonly Part[] {
  return text === undefined || text === '' ? [] : [{ text }];
}

/** A picture by its address; one that is in the address is kept as it is. */
function imagePart(address: Field): readonly Part[] {
  const uri = textOf(address) ?? '';
  const inline = /^data:([\w.+-]+\/[\w.+-]+)?(?:;base64,)?/.exec(uri.slice(0, 200));
  if (inline || uri === '') return [mediaPart(inline?.[1] ?? 'image/*', uri.slice(inline?.[0].length))];
  return [{ fileData: { mimeType: 'image/*', fileUri: uri } }];
}

/** Thoughts begin with their subject in bold type. */
function thoughtsOf(content: Field): readonly Thought[] {
  return listOf(content).flatMap((item) => {
    const text = typeof item === 'string' ? item : (textOf(fieldsOf(item).text) ?? '');
    if (text.trim() === '') return [];
    const subject = /^\*\*([^*\n]+)\*\*\s*/.exec(text);
    if (!subject?.[1]) return [{ description: text }];
    return [{ subject: subject[1], description: text.slice(subject[0].length) }];
  });
}

function tokensOf(usage: Field): CodexFact {
  const counts = fieldsOf(usage);
  const tokens = {
    input: numberOf(counts.input_tokens),
    cached: numberOf(counts.cached_input_tokens),
    output: numberOf(counts.output_tokens),
    thoughts: numberOf(counts.reasoning_output_tokens),
    total: numberOf(counts.total_tokens),
  };
  const { input, cached, output, thoughts, total } = tokens;
  if (input === undefined || output === undefined) return other;
  return {
    kind: 'tokens',
    tokens: {
      input,
      output,
      ...(cached !== undefined && { cached }),
      ...(thoughts !== undefined && { thoughts }),
      ...(total !== undefined && { total }),
    },
  };
}
