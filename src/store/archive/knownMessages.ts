import { linesOfFile } from './fileLines.ts';
import { MessageParser } from './parseMarkdown.ts';
import type { ArchivedMessage, ArchiveInfo, DamagedArchive } from './types.ts';

/** What grows while an agent works on a message. */
interface Shape {
  readonly calls: number;
  readonly pending: number;
  /** Undefined for a text that was cut: its length says nothing. */
  readonly length: number | undefined;
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

  /** Adds the messages of a part; what is wrong with the file, if something is. */
  async addPart({ name, path, messages }: ArchiveInfo): Promise<DamagedArchive | undefined> {
    const parser = new MessageParser();
    let found = 0;
    for await (const lines of linesOfFile(path))
      for (const line of lines) {
        const message = parser.push(line);
        if (message === undefined) continue;
        found++;
        this.#add(message);
      }
    if (parser.ended && found === messages) return undefined;
    return { name, reason: `${found} of ${messages} messages can be read` };
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

  #add(message: ArchivedMessage): void {
    this.#shapes.set(keyOf(message), shapeOf(message));
    const summary = message.compaction?.summary;
    if (summary !== undefined) this.#summaries.push(summary);
  }
}

/** Whether two texts are one summary: agents put words around what they hand over. */
export function isSameSummary(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a.trim(), b] : [b.trim(), a];
  return short === '' ? long.trim() === '' : long.includes(short);
}

/** Ids are unique in their conversation. */
export const keyOf = ({ id, subagent }: ArchivedMessage): string =>
  (subagent === undefined ? id : JSON.stringify([subagent.agentId, id])).toWellFormed();

function shapeOf({ toolCalls, text, cut }: ArchivedMessage): Shape {
  return {
    calls: toolCalls.length,
    pending: toolCalls.filter(({ status }) => status === 'pending').length,
    length: cut ? undefined : text.length,
  };
}
