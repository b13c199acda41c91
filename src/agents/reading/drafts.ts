import { defined, type JsonObject, type JsonValue } from '../../disk/base/core.ts';
import type { MessageRecord, Part, Thought, ToolCall, TokenCounts } from './types.ts';
import { textOf, type Field } from './fields.ts';

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A tool call that may still be answered. */
export type CallDraft = Mutable<ToolCall>;

/** A message in progress. */
export class MessageDraft {
  readonly id: string;
  readonly timestamp: string;
  /** May change while the message is read. */
  type: MessageRecord['type'];
  readonly parts: Part[] = [];
  readonly thoughts: Thought[] = [];
  readonly calls: CallDraft[] = [];
  model: string | undefined;
  tokens: TokenCounts | undefined;
  displayContent: string | undefined;
  compaction: MessageRecord['compaction'];
  isRelayed: MessageRecord['isRelayed'];

  constructor(id: string, timestamp: string, type: MessageRecord['type']) {
    this.id = id;
    this.timestamp = timestamp;
    this.type = type;
  }

  /** Adds text, after `separator` if there is text already. */
  addText(text: string, separator = ''): void {
    const last = this.parts.at(-1);
    if (last && 'text' in last) this.parts[this.parts.length - 1] = { text: last.text + separator + text };
    else if (text !== '') this.parts.push({ text });
  }

  /** Adds a line that names content that is not shown. */
  addPlaceholder(type: string, detail?: string): void {
    this.addText(placeholder(type, detail), '\n');
  }

  /** Whether it holds nothing to show. */
  get empty(): boolean {
    const blank = this.parts.every((part) => 'text' in part && part.text.trim() === '');
    return blank && !this.thoughts.length && !this.calls.length && this.compaction === undefined;
  }

  finish(): MessageRecord {
    return {
      id: this.id,
      timestamp: this.timestamp,
      type: this.type,
      content: plain(this.parts),
      ...defined({ displayContent: this.displayContent }),
      ...(this.thoughts.length > 0 && { thoughts: this.thoughts }),
      ...(this.tokens && { tokens: this.tokens }),
      ...defined({ model: this.model }),
      ...(this.calls.length > 0 && { toolCalls: this.calls }),
      ...(this.isRelayed && { isRelayed: this.isRelayed }),
      ...(this.compaction && { compaction: this.compaction }),
    };
  }
}

/** Makes `[type]` or `[type: detail]` on one line. */
export function placeholder(type: string, detail?: string): string {
  const text = detail === undefined || detail === '' ? type : `${type}: ${detail}`;
  return `[${text.replace(/\s+/g, ' ').slice(0, 200)}]`;
}

function plain(parts: readonly Part[]): string | readonly Part[] {
  if (parts.length === 0) return '';
  const [only] = parts;
  return parts.length === 1 && only && 'text' in only ? only.text : parts;
}

export interface NewDraft {
  /** Id in the transcript; generated if missing or duplicate. */
  readonly id?: string | undefined;
  /** ISO 8601; the previous message's time if missing. */
  readonly time?: string | undefined;
  readonly type: MessageRecord['type'];
}

/** The messages of a conversation in order, and their tool calls by id. */
export class MessageDrafts {
  readonly #drafts: MessageDraft[] = [];
  readonly #rewound: MessageDraft[] = [];
  /** Number of uses of each id. */
  readonly #ids = new Map<string, number>();
  readonly #calls = new Map<string, CallDraft>();
  #time: string;

  /** `time` is the fallback for messages before the first with one. */
  constructor(time: string) {
    this.#time = time;
  }

  get last(): MessageDraft | undefined {
    return this.#drafts.at(-1);
  }

  add({ id, time = this.#time, type }: NewDraft): MessageDraft {
    this.#time = time;
    const draft = new MessageDraft(this.#unique(id), time, type);
    this.#drafts.push(draft);
    return draft;
  }

  /** Adds a call to a message; a second call with the same id is a repetition of the first. */
  addCall(draft: MessageDraft, id: string | undefined, name: string, args: JsonObject): CallDraft {
    const known = id === undefined ? undefined : this.#calls.get(id);
    if (known) return known;
    const call: CallDraft = {
      id: id ?? `${draft.id}-call-${draft.calls.length + 1}`,
      name,
      args,
      status: 'pending',
    };
    draft.calls.push(call);
    this.#calls.set(call.id, call);
    return call;
  }

  call(id: string | undefined): CallDraft | undefined {
    return id === undefined ? undefined : this.#calls.get(id);
  }

  /** Removes the message `id` and all later ones; returns their number, or undefined if there is no such message. */
  rewind(id: string): number | undefined {
    const from = this.#drafts.findIndex((draft) => draft.id === id);
    if (from === -1) return undefined;
    const left = this.#drafts.splice(from).filter((draft) => !draft.empty);
    this.#rewound.push(...left);
    return left.length;
  }

  /** Returns what was rewound, in the order in which it was. */
  rewound(): MessageRecord[] {
    return this.#rewound.map((draft) => draft.finish());
  }

  finish(): MessageRecord[] {
    return this.#drafts.filter((draft) => !draft.empty).map((draft) => draft.finish());
  }

  #unique(wanted: string | undefined): string {
    const base = wanted ?? `message-${this.#drafts.length + 1}`;
    let times = this.#ids.get(base) ?? 0;
    let id = times === 0 ? base : `${base}-${times + 1}`;
    while (this.#ids.has(id)) id = `${base}-${++times + 1}`;
    this.#ids.set(base, times + 1);
    this.#ids.set(id, Math.max(1, this.#ids.get(id) ?? 0));
    return id;
  }
}

/** Sets the result of a call. */
export function answer(call: CallDraft, result: JsonValue | undefined, status: ToolCall['status']): void {
  if (result !== undefined) call.result = result;
  call.status = status;
}

/** Size limit of pictures that are kept; larger ones are only named. Characters of base64, four for three bytes. */
const maxPictureChars = 2_000_000;

/** Types that every browser shows and that cannot contain scripts, unlike SVG. */
const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Makes the part of a picture or document: with data if it is a picture within the size limit, else by media type. */
export function mediaPart(mimeType: string, data: Field): Part {
  const text = pictureTypes.includes(mimeType) ? textOf(data) : undefined;
  const fits = text !== undefined && text.length <= maxPictureChars && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  return { inlineData: { mimeType, ...(fits && { data: text }) } };
}
