import type { JsonObject, JsonValue } from '../../base/core.ts';
import { fieldsOf, isList, listOf, objectOf, textOf } from '../shared/fields.ts';
import { UnknownKinds } from '../shared/kinds.ts';

/** What Gemini lets the model say after the summary of a compaction. */
const acknowledgement = 'Got it. Thanks for the additional context!';

/** What the records of a file, applied in order, come to. */
export class RecordLog {
  meta: JsonObject = {};
  unreadable = 0;
  readonly kinds = new UnknownKinds();
  rewound = 0;
  readonly #messages = new Map<string, JsonObject>();
  /** Ids of copies of messages, by which later records may name the message. */
  readonly #copies = new Map<string, string>();

  /** The messages in order, as they were told last. */
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
    // Texts, such as the id, are replaced by texts only; a session that is resumed has begun before.
    const kept = Object.entries(meta).filter(([name, value]) => {
      const before = textOf(this.meta[name]);
      return before === undefined || (name !== 'startTime' && textOf(value) !== undefined);
    });
    this.meta = { ...this.meta, ...Object.fromEntries(kept) };
    if (isList(messages)) this.#takeContext(messages);
  }

  /**
   * Takes over from a whole list what was not told before. Gemini writes one whenever the context it gives the model
   * changes: when a session is resumed, a request fails, the person compacts. It is no rewind: what it leaves out was
   * said.
   */
  #takeContext(messages: readonly JsonValue[]): void {
    const said: SaidBefore = {
      ids: new Set(this.#messages.keys()),
      sayings: new Map([...this.#messages].map(([id, record]) => [sayingOf(record), id])),
    };
    messages.forEach((message, index) => {
      const record = objectOf(message);
      if (record) this.#takeOver(record, said, { before: messages[index - 1], after: messages[index + 1] });
      else this.unreadable++;
    });
  }

  #takeOver(record: JsonObject, said: SaidBefore, { before, after }: Neighbours): void {
    const id = textOf(record.id) ?? `message-${this.#messages.size + 1}`;
    const answersSummary = this.#messages.get(textOf(fieldsOf(before).id) ?? '')?.compaction !== undefined;
    if (said.ids.has(id) || this.#copies.has(id) || (answersSummary && isAcknowledgement(record))) return;
    const original = said.sayings.get(sayingOf(record));
    if (original !== undefined) this.#copies.set(id, original);
    else if (isSummary(record, fieldsOf(after))) this.#messages.set(id, compactionOf(record));
    else this.#messages.set(this.#messages.has(id) ? `${id}-${this.#messages.size}` : id, record);
  }

  /** A record of an id that is there already replaces it in its place. */
  #put(record: JsonObject): void {
    const id = textOf(record.id) ?? '';
    const key = this.#copies.get(id);
    const original = key === undefined ? undefined : this.#messages.get(key);
    if (key === undefined || !original) this.#messages.set(id, record);
    else {
      const { id: ownId = key, timestamp = null } = original;
      this.#messages.set(key, { ...original, ...record, id: ownId, timestamp });
    }
  }

  #rewind(id: string): void {
    const key = this.#copies.get(id) ?? id;
    if (!this.#messages.has(key)) {
      this.unreadable++;
      return;
    }
    const ids = [...this.#messages.keys()];
    for (const later of ids.slice(ids.indexOf(key))) {
      this.#messages.delete(later);
      this.rewound++;
    }
  }
}

/** What was told before a list. */
interface SaidBefore {
  readonly ids: ReadonlySet<string>;
  /** Ids by what was said. */
  readonly sayings: ReadonlyMap<string, string>;
}

/** The messages around one in a list. */
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

/** Who said what and called and answered which tools: copies of a message in a list agree in it, whatever their ids. */
function sayingOf(record: JsonObject): string {
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

const isAcknowledgement = (record: JsonObject): boolean =>
  record.type === 'gemini' && saidIn(record) === acknowledgement;

/** A compaction puts its summary in the person's name before what it keeps, and lets the model take note of it. */
function isSummary(record: JsonObject, after: JsonObject): boolean {
  return (
    record.type === 'user' && (isAcknowledgement(after) || saidIn(record).startsWith('<state_snapshot>'))
  );
}

function compactionOf(record: JsonObject): JsonObject {
  const compaction = { summary: saidIn(record) };
  return { ...record, type: 'info', content: 'Context compacted', compaction };
}
