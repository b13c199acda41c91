import type { JsonObject, JsonValue } from '../../disk/base/core.ts';
import { fieldsOf, isList, listOf, objectOf, textOf } from '../reading/fields.ts';
import { UnknownKinds } from '../reading/kinds.ts';

/** Reply that Gemini puts in the model's name after a compaction's summary. */
const acknowledgement = 'Got it. Thanks for the additional context!';

/** Messages that result from applying a file's records in order. */
export class RecordLog {
  meta: JsonObject = {};
  unreadable = 0;
  readonly kinds = new UnknownKinds();
  /** Messages that were rewound. */
  readonly rewound: JsonObject[] = [];
  readonly #messages = new Map<string, JsonObject>();
  /** Ids of message copies, by which later records may refer to the message. */
  readonly #copies = new Map<string, string>();
  /** The last message so far of a checkpoint that was brought back, whose messages are recorded anew. */
  #broughtBack: string | undefined;

  /** The messages in order, in their latest version. */
  get records(): Iterable<JsonObject> {
    return this.#messages.values();
  }

  apply(record: JsonObject): void {
    const rewindTo = textOf(record.$rewindTo);
    if (rewindTo !== undefined) this.#rewind(rewindTo);
    else if (objectOf(record.$set)) this.#setMeta(fieldsOf(record.$set));
    else if (textOf(record.id) !== undefined) this.#put(record);
    else if (textOf(record.sessionId) !== undefined || isList(record.messages)) this.#setMeta(record);
    else this.kinds.add(record.type ?? Object.keys(record)[0]);
  }

  #setMeta({ messages, ...meta }: JsonObject): void {
    // Fields that are texts, such as the id, are replaced only by texts; a resumed session keeps its start.
    const kept = Object.entries(meta).filter(([name, value]) => {
      const before = textOf(this.meta[name]);
      return before === undefined || (name !== 'startTime' && textOf(value) !== undefined);
    });
    this.meta = { ...this.meta, ...Object.fromEntries(kept) };
    if (isList(messages)) this.#mergeContext(messages);
  }

  /**
   * Adds messages from a complete list that are not recorded yet.
   *
   * Gemini writes such a list whenever the model's context changes: on resume, after a failed request, on compaction.
   * Messages missing from it were said all the same, so it is no rewind.
   */
  #mergeContext(messages: readonly JsonValue[]): void {
    this.#endCheckpoint();
    const earlier: EarlierMessages = {
      ids: new Set(this.#messages.keys()),
      byContent: new Map([...this.#messages].map(([id, record]) => [contentKey(record), id])),
    };
    messages.forEach((message, index) => {
      const record = objectOf(message);
      if (record)
        this.#addFromContext(record, earlier, { before: messages[index - 1], after: messages[index + 1] });
      else this.unreadable++;
    });
  }

  #addFromContext(record: JsonObject, earlier: EarlierMessages, { before, after }: Neighbours): void {
    const id = textOf(record.id) ?? `message-${this.#messages.size + 1}`;
    const answersSummary = this.#messages.get(textOf(fieldsOf(before).id) ?? '')?.compaction !== undefined;
    if (earlier.ids.has(id) || this.#copies.has(id) || (answersSummary && isAcknowledgement(record))) return;
    const original = earlier.byContent.get(contentKey(record));
    if (original !== undefined) this.#copies.set(id, original);
    else if (isSummary(record, fieldsOf(after))) this.#messages.set(id, compactionOf(record));
    else this.#messages.set(this.#messages.has(id) ? `${id}-${this.#messages.size}` : id, record);
  }

  /** Adds a record, or replaces the one with its id in place. */
  #put(record: JsonObject): void {
    const id = textOf(record.id) ?? '';
    const key = this.#copies.get(id);
    if (key === undefined && this.#bringsBack(id, record)) return;
    const original = key === undefined ? undefined : this.#messages.get(key);
    if (key === undefined || !original) this.#messages.set(id, record);
    else {
      const { id: ownId = key, timestamp = null } = original;
      this.#messages.set(key, { ...original, ...record, id: ownId, timestamp });
    }
  }

  /**
   * Whether a record repeats a message of a checkpoint that the person went back to. The first of these holds the
   * context of the session and the first prompt.
   */
  #bringsBack(id: string, record: JsonObject): boolean {
    const first = behindContext(record);
    if (this.#broughtBack === undefined && first === undefined) return false;
    const key = contentKey(first ?? record);
    const ids = [...this.#messages.keys()];
    const from = this.#broughtBack === undefined ? 0 : ids.indexOf(this.#broughtBack) + 1;
    const original = ids.slice(from).find((each) => contentKey(this.#messages.get(each) ?? {}) === key);
    if (original === undefined) {
      this.#endCheckpoint();
      return false;
    }
    this.#broughtBack = original;
    this.#copies.set(id, original);
    return true;
  }

  /** Takes back what was said since the checkpoint that was brought back. */
  #endCheckpoint(): void {
    if (this.#broughtBack === undefined) return;
    const ids = [...this.#messages.keys()];
    this.#takeBack(ids.slice(ids.indexOf(this.#broughtBack) + 1));
    this.#broughtBack = undefined;
  }

  #rewind(id: string): void {
    const key = this.#copies.get(id) ?? id;
    if (!this.#messages.has(key)) {
      this.unreadable++;
      return;
    }
    const ids = [...this.#messages.keys()];
    this.#takeBack(ids.slice(ids.indexOf(key)));
  }

  #takeBack(ids: readonly string[]): void {
    for (const id of ids) {
      this.rewound.push(this.#messages.get(id) ?? {});
      this.#messages.delete(id);
    }
  }
}

/** Messages recorded before a list. */
interface EarlierMessages {
  readonly ids: ReadonlySet<string>;
  /** Ids by content. */
  readonly byContent: ReadonlyMap<string, string>;
}

/** Messages before and after one in a list. */
interface Neighbours {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

const partsOf = ({ content }: JsonObject): readonly JsonValue[] =>
  isList(content) ? content : [content ?? null];

const partText = (part: JsonValue): string => textOf(part) ?? textOf(fieldsOf(part).text) ?? '';

const isThought = (part: JsonValue): boolean => fieldsOf(part).thought === true;

function saidIn(record: JsonObject): string {
  const said = partsOf(record).filter((part) => !isThought(part));
  return said.map(partText).join('').trim();
}

/** Key of a message from its speaker, text, calls and results; copies share it despite different ids. */
function contentKey(record: JsonObject): string {
  const parts = partsOf(record).map(fieldsOf);
  const called = [
    ...listOf(record.toolCalls).map((call) => fieldsOf(call).id),
    ...parts.map(({ functionCall }) => fieldsOf(functionCall).id),
  ];
  const answered = parts.map(({ functionResponse }) => fieldsOf(functionResponse).id);
  const ids = [called, answered].map((list) => [...new Set(list.filter((id) => id !== undefined))].sort());
  const media = parts
    .map(({ inlineData, fileData }) => inlineData ?? fileData)
    .filter((data) => data !== undefined);
  return JSON.stringify([record.type, saidIn(record), ids, media]);
}

/** Returns a prompt without the context of the session before it; undefined where none is, or nothing else. */
function behindContext(record: JsonObject): JsonObject | undefined {
  const [first = null, ...rest] = partsOf(record);
  const isContext = record.type === 'user' && partText(first).trimStart().startsWith('<session_context>');
  return isContext && rest.length > 0 ? { ...record, content: rest } : undefined;
}

const isAcknowledgement = (record: JsonObject): boolean =>
  record.type === 'gemini' && saidIn(record) === acknowledgement;

/**
 * Whether a record is a compaction's summary: in the person's name, before the messages it keeps, and acknowledged by
 * the model.
 */
function isSummary(record: JsonObject, after: JsonObject): boolean {
  return (
    record.type === 'user' && (isAcknowledgement(after) || saidIn(record).startsWith('<state_snapshot>'))
  );
}

function compactionOf(record: JsonObject): JsonObject {
  const compaction = { summary: saidIn(record) };
  return { ...record, type: 'info', content: 'Context compacted', compaction };
}
