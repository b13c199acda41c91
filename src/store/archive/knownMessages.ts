import { defined, isObject, StoreError } from '../base/core.ts';
import { linesOfFile } from './fileLines.ts';
import { BlockReader, readMessage, readText, type MessageBlocks } from './parseMarkdown.ts';
import { isAsWritten } from './partFiles.ts';
import type { ArchivedMessage, ArchiveInfo, DamagedArchive } from './types.ts';

/** What grows while an agent works on a message. */
interface Shape {
  readonly calls: number;
  readonly pending: number;
  /** Undefined for a text that was cut: its length says nothing. */
  readonly length: number | undefined;
}

/** What is kept of a message to know it again. */
interface KnownMessage {
  readonly key: string;
  readonly shape: Shape;
  /** Of the compaction it tells. */
  readonly summary?: string;
}

/** Begins the ids of summaries that came from a hook and not from a transcript. */
export const handedOverPrefix = 'handed-over-';

/** Tells what a new part has to hold. */
export interface KnownConversation {
  /** What an archive would add by holding this message: all of it, its end, or nothing. */
  compare(message: ArchivedMessage): 'new' | 'grown' | 'known';
  /** Whether a part holds this summary of a compaction, with or without what agents put around it. */
  hasSummary(summary: string): boolean;
}

/** The messages that the earlier parts of a session hold. */
export class KnownMessages implements KnownConversation {
  readonly #shapes = new Map<string, Shape>();
  readonly #summaries: string[] = [];

  /**
   * Adds the messages of a part: from their markers while the part is as it was written, else as far as they can be
   * read back. Says which it was, and what is wrong with the file, if something is.
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

  /** Adds what others hold. */
  addAll(others: KnownMessages): void {
    for (const [key, shape] of others.#shapes) this.#shapes.set(key, shape);
    this.#summaries.push(...others.#summaries);
  }

  /** Ids of the messages of these parts, unique among all conversations of a session. */
  get keys(): Iterable<string> {
    return this.#shapes.keys();
  }

  compare(message: ArchivedMessage): ReturnType<KnownConversation['compare']> {
    const before = this.#shapes.get(keyOf(message));
    if (before === undefined) return this.#isHandedOver(message.compaction?.summary) ? 'known' : 'new';
    const now = shapeOf(message);
    const longer = before.length !== undefined && now.length !== undefined && now.length > before.length;
    return longer || now.calls > before.calls || now.pending < before.pending ? 'grown' : 'known';
  }

  hasSummary(summary: string): boolean {
    return this.#summaries.some((known) => isSameSummary(known, summary));
  }

  #isHandedOver(summary: string | undefined): boolean {
    return summary !== undefined && this.hasSummary(summary);
  }

  #add({ key, shape, summary }: KnownMessage): void {
    this.#shapes.set(key, shape);
    if (summary !== undefined) this.#summaries.push(summary);
  }
}

/** Whether two texts are one summary: agents put words around what they hand over. */
export function isSameSummary(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a.trim(), b] : [b.trim(), a];
  return short === '' ? long.trim() === '' : long.includes(short);
}

/** Ids are unique in their conversation. */
export const keyOf = ({ id, subagent }: Pick<ArchivedMessage, 'id' | 'subagent'>): string =>
  (subagent === undefined ? id : JSON.stringify([subagent.agentId, id])).toWellFormed();

/** Archives written before markers told the length of a text have none: there the text is read back. */
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

function shapeOf({ toolCalls, text, cut }: ArchivedMessage): Shape {
  return {
    calls: toolCalls.length,
    pending: toolCalls.filter(({ status }) => status === 'pending').length,
    length: cut ? undefined : text.length,
  };
}
