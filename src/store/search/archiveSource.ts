import { defined } from '../base/core.ts';
import type { ArchivedMessage, ArchiveInfo, ArchiveStore } from '../archive/types.ts';
import { fileFingerprint } from '../files/fileCache.ts';
import type { ListedSession, SessionLists } from '../sessions/types.ts';
import type { SearchEntry, SearchItem, SearchSource } from './types.ts';

/** What is searched of a tool use: enough to find a command or a path again. Characters. */
const toolChars = 300;

/** The archives of agents' transcripts. */
export class ArchiveSource implements SearchSource {
  readonly kind = 'archives';
  readonly #archives: ArchiveStore;
  readonly #folder: string;
  readonly #sessions: Pick<SessionLists, 'labelled'>;
  #fingerprint = '';
  #known: readonly ArchiveInfo[] = [];

  /** `folder` is where the archives are; `sessions` knows what people wrote on those they are of. */
  constructor(archives: ArchiveStore, folder: string, sessions: Pick<SessionLists, 'labelled'>) {
    this.#archives = archives;
    this.#folder = folder;
    this.#sessions = sessions;
  }

  async items(): Promise<SearchItem[]> {
    const folder = fileFingerprint(this.#folder);
    if (this.#fingerprint !== this.#fingerprintOf(folder)) {
      this.#known = (await this.#archives.list()).archives;
      this.#fingerprint = this.#fingerprintOf(folder);
    }
    const labelled = this.#sessions.labelled(this.#known.map(sessionOf));
    return this.#known.flatMap((archive, n) => {
      const fingerprint = fileFingerprint(archive.path);
      if (fingerprint === undefined) return [];
      const { name } = archive;
      const { title = archive.title, labels } = labelled[n] ?? {};
      const tags = labels?.tags ?? [];
      return { key: name, name, title, tags, parts: [{ fingerprint, read: () => this.#read(archive) }] };
    });
  }

  /** A new archive changes the folder; one that was written to by hand changes itself. */
  #fingerprintOf(folder: string | undefined): string {
    return [folder, ...this.#known.map(({ path }) => fileFingerprint(path))].join('|');
  }

  async #read({ name, agent }: ArchiveInfo): Promise<SearchEntry[]> {
    const { messages } = await this.#archives.read(name, { limit: Number.MAX_SAFE_INTEGER });
    return messages.map((message) => entryOf(message, agent));
  }
}

/** The session of an archive, as far as it is needed to know what people wrote on it. */
const sessionOf = ({
  agent: source = 'history',
  session: sessionId,
  title,
  path,
}: ArchiveInfo): ListedSession => ({
  ...{ source, sessionId, title, path },
  ...{ size: 0, startedAt: 0, activeAt: 0 },
});

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
    ...defined({ agent }),
    ...(compaction && { startsSession: true }),
  };
}

function roleOf(type: ArchivedMessage['type']): SearchEntry['role'] {
  if (type === 'user') return 'user';
  return type === 'gemini' ? 'assistant' : 'note';
}
