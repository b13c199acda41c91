import type { ArchivedMessage, ArchiveInfo, ArchiveStore } from '../archive/types.ts';
import { fileMark } from './fileMark.ts';
import type { SearchEntry, SearchItem, SearchSource } from './types.ts';

/** What is searched of a tool use: enough to find a command or a path again. Characters. */
const toolChars = 300;

/** The archives of agents' transcripts. */
export class ArchiveSource implements SearchSource {
  readonly kind = 'archives';
  readonly #archives: ArchiveStore;

  constructor(archives: ArchiveStore) {
    this.#archives = archives;
  }

  async items(): Promise<SearchItem[]> {
    const { archives } = await this.#archives.list();
    return archives.flatMap((archive) => {
      const mark = fileMark(archive.path);
      if (mark === undefined) return [];
      const { name, title } = archive;
      return { key: name, name, title, tags: [], parts: [{ mark, read: () => this.#read(archive) }] };
    });
  }

  async #read({ name, agent }: ArchiveInfo): Promise<SearchEntry[]> {
    const { messages } = await this.#archives.read(name, { limit: Number.MAX_SAFE_INTEGER });
    return messages.map((message) => entryOf(message, agent));
  }
}

function entryOf(
  { id, timestamp, type, text, compaction, toolCalls }: ArchivedMessage,
  agent?: string,
): SearchEntry {
  const tools = toolCalls.map(({ name, args }) => `${name}(${JSON.stringify(args).slice(0, toolChars)})`);
  const role = compaction ? 'summary' : roleOf(type);
  return {
    role,
    text: [text, compaction?.summary ?? '', ...tools].filter((part) => part !== '').join('\n'),
    ts: Date.parse(timestamp),
    id,
    ...(agent !== undefined && { agent }),
    ...(compaction && { startsSession: true }),
  };
}

function roleOf(type: ArchivedMessage['type']): SearchEntry['role'] {
  if (type === 'user') return 'user';
  return type === 'gemini' ? 'assistant' : 'note';
}
