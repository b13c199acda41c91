import type { ToolCall } from '../../agents/reading/types.ts';
import { defined } from '../../disk/base/core.ts';
import type { ArchivedMessage, ArchiveInfo, ArchiveStore } from '../../history/archive/types.ts';
import { fileFingerprint } from '../../disk/files/fingerprint.ts';
import { changedPathsIn } from '../../history/facts/changedPaths.ts';
import { linesIn } from '../../history/facts/commands.ts';
import type { ListedSession, SessionLists } from '../../history/sessions/types.ts';
import type { SearchEntry, SearchItem, SearchSource } from './types.ts';

/** Length indexed of a tool call: enough to find a command or a path. Characters. */
const toolChars = 300;

/** Source of messages in archived transcripts. */
export class ArchiveSource implements SearchSource {
  readonly kind = 'archives';
  readonly #archives: ArchiveStore;
  readonly #folder: string;
  readonly #sessions: Pick<SessionLists, 'labelled'>;
  #fingerprint = '';
  #known: readonly ArchiveInfo[] = [];

  /** `folder` holds the archives; `sessions` supplies what people wrote on the archived sessions. */
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

  /** Changes with the folder when archives are added, and with the archive when it is edited by hand. */
  #fingerprintOf(folder: string | undefined): string {
    return [folder, ...this.#known.map(({ path }) => fileFingerprint(path))].join('|');
  }

  async #read({ name, agent }: ArchiveInfo): Promise<SearchEntry[]> {
    const { messages } = await this.#archives.read(name, { limit: Number.MAX_SAFE_INTEGER });
    return messages.map((message) => entryOf(message, agent));
  }
}

/** The session of an archive, reduced to what finding its labels needs. */
const sessionOf = ({
  agent: source = 'history',
  session: sessionId,
  title,
  path,
}: ArchiveInfo): ListedSession => ({
  source,
  sessionId,
  title,
  path,
  size: 0,
  startedAt: 0,
  activeAt: 0,
});

function entryOf(
  { id, timestamp, type, text, compaction, toolCalls, subagent }: ArchivedMessage,
  agent?: string,
): SearchEntry {
  const role = compaction ? 'summary' : roleOf(type, subagent !== undefined);
  return {
    role,
    text: [text, compaction?.summary ?? '', ...toolCalls.map(toolText)]
      .filter((part) => part !== '')
      .join('\n'),
    ts: Date.parse(timestamp),
    id,
    ...defined({ agent }),
    ...(compaction && { startsSession: true }),
  };
}

/** Returns what finds a tool call: its name with the files it changed and its command, else its short arguments. */
function toolText(call: ToolCall): string {
  const done = [...changedPathsIn(call).map(({ path }) => path), ...linesIn(call)];
  const given = Object.values(call.args).flatMap((value) =>
    typeof value === 'string' && !value.includes('\n') ? [value] : [],
  );
  return [call.name, ...(done.length > 0 ? done : given)].join(' ').slice(0, toolChars);
}

/** What a subagent is asked is said by an agent. */
function roleOf(type: ArchivedMessage['type'], isOfSubagent: boolean): SearchEntry['role'] {
  if (type === 'user' && !isOfSubagent) return 'user';
  if (type === 'user') return 'assistant';
  return type === 'assistant' ? 'assistant' : 'note';
}
