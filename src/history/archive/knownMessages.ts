import { defined, isObject, StoreError } from '../../disk/base/core.ts';
import { linesOfFile } from './fileLines.ts';
import { BlockReader, readMessage, readText, type MessageBlocks } from './parseMarkdown.ts';
import { isAsWritten } from './partFiles.ts';
import type { ArchivedMessage, ArchiveInfo, DamagedArchive } from './types.ts';

/** Measures of a message that change while an agent works on it. */
export interface Shape {
  readonly calls: number;
  readonly pending: number;
  /** Undefined for a truncated text, whose length says nothing. */
  readonly length: number | undefined;
}

/** Data for recognising a message. */
interface KnownMessage {
  readonly key: string;
  readonly shape: Shape;
  /** Summary of its compaction. */
  readonly summary?: string;
}

/** Prefix of ids of summaries from hooks, not transcripts. */
export const handedOverPrefix = 'handed-over-';

/** Decides what a new part must hold. */
export interface KnownConversation {
  /** Compares a message with the archived ones: missing, extended, or complete. */
  compare(message: ArchivedMessage): 'new' | 'grown' | 'known';
  /** Whether a part holds this compaction's summary, with or without the agent's additions. */
  hasSummary(summary: string): boolean;
}

/** The messages in earlier parts of a session. */
export class KnownMessages implements KnownConversation {
  readonly #shapes = new Map<string, Shape>();
  readonly #summaries: string[] = [];

  /**
   * Adds the messages of a part: from its markers if it is unchanged, else by parsing them as far as possible. Returns
   * which, and the damage if any.
   */
  async addPart(part: ArchiveInfo): Promise<{ asWritten: boolean; damage?: DamagedArchive }> {
    try {
      return await this.#readPart(part);
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'damaged') throw error;
      return { asWritten: false, damage: { name: part.name, reason: error.message } };
    }
  }

  async #readPart(part: ArchiveInfo): ReturnType<KnownMessages['addPart']> {
    const { name, path, messages } = part;
    const asWritten = await isAsWritten(part);
    const reader = new BlockReader();
    let found = 0;
    for await (const lines of linesOfFile(path))
      for (const line of lines) {
        const blocks = reader.push(line);
        const message = blocks && (asWritten ? fromMarkers(blocks) : readKnown(blocks));
        if (message === undefined) continue;
        found++;
        this.#add(message);
      }
    if (reader.ended && found === messages) return { asWritten };
    return { asWritten, damage: { name, reason: `${found} of ${messages} messages can be read` } };
  }

  /** Adds another set's messages. */
  addAll(others: KnownMessages): void {
    for (const [key, shape] of others.#shapes) this.#keep(key, shape);
    this.#summaries.push(...others.#summaries);
  }

  /** Ids of the messages, unique among all conversations of a session. */
  get keys(): Iterable<string> {
    return this.#shapes.keys();
  }

  get summaries(): readonly string[] {
    return this.#summaries;
  }

  shapeOf(key: string): Shape | undefined {
    return this.#shapes.get(key);
  }

  compare(message: ArchivedMessage): ReturnType<KnownConversation['compare']> {
    const before = this.#shapes.get(keyOf(message));
    if (before === undefined) return this.#isHandedOver(message.compaction?.summary) ? 'known' : 'new';
    return hasGrown(before, shapeOf(message)) ? 'grown' : 'known';
  }

  hasSummary(summary: string): boolean {
    return this.#summaries.some((known) => isSameSummary(known, summary));
  }

  #isHandedOver(summary: string | undefined): boolean {
    return summary !== undefined && this.hasSummary(summary);
  }

  /** If two messages share an id, neither extends the other in the next part. */
  #keep(key: string, shape: Shape): void {
    const before = this.#shapes.get(key);
    this.#shapes.set(key, before === undefined ? shape : longestShape(before, shape));
  }

  #add({ key, shape, summary }: KnownMessage): void {
    this.#keep(key, shape);
    if (summary !== undefined) this.#summaries.push(summary);
  }
}

/** Whether a message has more than an archived version of it. */
export function hasGrown(before: Shape, now: Shape): boolean {
  const longer = before.length !== undefined && now.length !== undefined && now.length > before.length;
  return longer || now.calls > before.calls || now.pending < before.pending;
}

/** Maximum of the known lengths of a message that occurs several times, in any order. */
export const longestShape = (a: Shape, b: Shape): Shape => ({
  calls: Math.max(a.calls, b.calls),
  pending: Math.min(a.pending, b.pending),
  length: a.length === undefined || b.length === undefined ? undefined : Math.max(a.length, b.length),
});

/** Whether two texts are the same summary, apart from words that agents add around it. */
export function isSameSummary(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a.trim(), b] : [b.trim(), a];
  return short === '' ? long.trim() === '' : long.includes(short);
}

/** Makes the key of a message, whose id is unique in its conversation only. */
export const keyOf = ({ id, subagent }: Pick<ArchivedMessage, 'id' | 'subagent'>): string =>
  (subagent === undefined ? id : JSON.stringify([subagent.agentId, id])).toWellFormed();

/** Reads lengths from markers; older archives have none, so their text is parsed. */
function fromMarkers(message: MessageBlocks): KnownMessage | undefined {
  const [head, ...rest] = message.blocks;
  const { id, cut, length } = head?.fields ?? {};
  if (head?.kind !== 'message' || typeof id !== 'string') return undefined;
  if (cut !== true && typeof length !== 'number') return readKnown(message);
  const summary = rest.find(({ kind }) => kind === 'summary');
  const calls = rest.filter(({ kind }) => kind === 'tool');
  return {
    key: keyOf({ id, ...defined({ subagent: message.subagent }) }),
    shape: {
      calls: calls.length,
      pending: calls.filter(({ fields }) => fields.status === 'pending').length,
      length: typeof length === 'number' ? length : undefined,
    },
    ...(isObject(head.fields.compaction) && summary && { summary: readText(summary) }),
  };
}

function readKnown(blocks: MessageBlocks): KnownMessage | undefined {
  const message = readMessage(blocks);
  return (
    message && {
      key: keyOf(message),
      shape: shapeOf(message),
      ...defined({ summary: message.compaction?.summary }),
    }
  );
}

export function shapeOf({ toolCalls, text, cut }: ArchivedMessage): Shape {
  return {
    calls: toolCalls.length,
    pending: toolCalls.filter(({ status }) => status === 'pending').length,
    length: cut ? undefined : text.length,
  };
}
