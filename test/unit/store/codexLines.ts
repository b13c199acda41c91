import { collect } from '../../../src/agents/reading/whole.ts';
import type { JsonObject, JsonValue } from '../../../src/disk/base/core.ts';
import { streamCodex } from '../../../src/agents/codex/transcripts.ts';
import { chunksOf } from '../../../src/agents/reading/lines.ts';
import type { SessionRecord } from '../../../src/agents/reading/types.ts';

export const codexId = '0199a1b2-3c4d-7e8f-9a0b-1c2d3e4f5a6b';
export const codexSource = {
  path: `/home/.codex/sessions/2026/01/15/rollout-2026-01-15T09-30-00-${codexId}.jsonl`,
  mtimeMs: Date.UTC(2026, 0, 31),
};

type Fields = Readonly<Record<string, JsonValue>>;

/** Writes the lines of a rollout as Codex does. */
export class CodexRollout {
  readonly lines: JsonObject[] = [];
  #seconds = 0;

  line(type: string, payload: JsonValue): this {
    const timestamp = new Date(Date.UTC(2026, 0, 15, 9, 30, this.#seconds++)).toISOString();
    this.lines.push({ timestamp, type, payload });
    return this;
  }

  meta(more: Fields = {}): this {
    return this.line('session_meta', {
      id: codexId,
      timestamp: '2026-01-15T09:30:00.000Z',
      cwd: '/code/shop',
      originator: 'codex_cli_rs',
      cli_version: '0.80.0',
      git: { branch: 'main', commit_hash: 'abc' },
      ...more,
    });
  }

  turn(more: Fields = {}): this {
    return this.line('turn_context', { cwd: '/code/shop', model: 'gpt-codex', ...more });
  }

  item(type: string, more: Fields): this {
    return this.line('response_item', { type, ...more });
  }

  user(...texts: readonly string[]): this {
    return this.item('message', {
      role: 'user',
      content: texts.map((text) => ({ type: 'input_text', text })),
    });
  }

  assistant(text: string): this {
    return this.item('message', { role: 'assistant', content: [{ type: 'output_text', text }] });
  }

  call(call_id: string, name: string, args: JsonValue): this {
    return this.item('function_call', { name, arguments: JSON.stringify(args), call_id });
  }

  output(call_id: string, output: JsonValue): this {
    return this.item('function_call_output', { call_id, output });
  }

  event(type: string, more: Fields = {}): this {
    return this.line('event_msg', { type, ...more });
  }

  /** What Codex shows of a turn on its screen, as newer versions write it. */
  turnItem(type: string, more: Fields): this {
    return this.event('item_completed', {
      turn_id: 't',
      item: { type, id: `item-${this.#seconds}`, ...more },
    });
  }

  text(): string {
    return this.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }

  read(): Promise<SessionRecord> {
    return readCodex(this.text());
  }
}

export async function readCodex(text: string): Promise<SessionRecord> {
  return collect(await streamCodex(() => chunksOf(text), codexSource));
}

export function codex(): CodexRollout {
  return new CodexRollout();
}
