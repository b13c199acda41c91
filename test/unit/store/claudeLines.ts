import { collect } from '../../../src/agents/reading/whole.ts';
import type { JsonObject, JsonValue } from '../../../src/disk/base/core.ts';
import { streamClaude, type ClaudeSidecars } from '../../../src/agents/claude/claude.ts';
import { chunksOf } from '../../../src/agents/reading/lines.ts';
import type { MessageRecord, SessionRecord } from '../../../src/agents/reading/types.ts';

export const sessionId = '5f0c1e9a-7d51-4b0e-9d3e-0d6a2f3c4b5a';
export const source = {
  path: `/home/.claude/projects/-work/${sessionId}.jsonl`,
  mtimeMs: Date.UTC(2026, 0, 31),
};

type More = Readonly<Record<string, JsonValue>>;

/** Writes the lines of a transcript as Claude Code does: each follows the one before it unless `parentUuid` is given. */
export class ClaudeTranscript {
  readonly lines: JsonObject[] = [];
  #last: string | null = null;
  #seconds = 0;

  line(type: string, more: More): this {
    const uuid = typeof more.uuid === 'string' ? more.uuid : `${type}-${this.lines.length + 1}`;
    this.lines.push({
      parentUuid: this.#last,
      isSidechain: false,
      userType: 'external',
      cwd: '/code/shop',
      sessionId,
      version: '2.1.30',
      gitBranch: 'main',
      type,
      uuid,
      timestamp: new Date(Date.UTC(2026, 0, 15, 9, 30, this.#seconds++)).toISOString(),
      ...more,
    });
    this.#last = uuid;
    return this;
  }

  /** A line that is no link of the conversation. */
  aside(line: JsonObject): this {
    this.lines.push(line);
    return this;
  }

  user(content: JsonValue, more: More = {}): this {
    return this.line('user', { message: { role: 'user', content }, ...more });
  }

  /** A piece of the answer `id`. */
  answer(id: string, block: JsonValue, more: More = {}): this {
    const content = typeof block === 'string' ? { type: 'text', text: block } : block;
    const usage = {
      input_tokens: 4,
      cache_creation_input_tokens: 10,
      cache_read_input_tokens: 100,
      output_tokens: 7,
    };
    const message = {
      id,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus',
      content: [content],
      usage,
    };
    return this.line('assistant', { message, requestId: `req_${id}`, ...more });
  }

  use(id: string, call: string, name: string, input: JsonValue, more: More = {}): this {
    return this.answer(id, { type: 'tool_use', id: call, name, input }, more);
  }

  result(call: string, content: JsonValue, more: More = {}): this {
    const { is_error = false, ...rest } = more;
    return this.user([{ type: 'tool_result', tool_use_id: call, content, is_error }], rest);
  }

  text(): string {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  read(about?: ClaudeSidecars): Promise<SessionRecord> {
    return readClaude(this.text(), source, about);
  }
}

export async function readClaude(text: string, from = source, about?: ClaudeSidecars) {
  return collect(await streamClaude(() => chunksOf(text), from, about));
}

export function claude(): ClaudeTranscript {
  return new ClaudeTranscript();
}

/** Messages as `type: content`, for comparing a conversation at a glance. */
export function said({ messages }: { readonly messages: readonly MessageRecord[] }): string[] {
  return messages.map(({ type, content }) =>
    typeof content === 'string' ? `${type}: ${content}` : `${type}: ${JSON.stringify(content)}`,
  );
}
