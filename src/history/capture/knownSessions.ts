import { basename } from 'node:path';
import type { StoreContext } from '../../disk/base/context.ts';
import type { TranscriptReader } from '../../agents/reading/reader.ts';
import type { LostSession } from '../../agents/reading/agent.ts';
import { isWorthKeeping } from '../../agents/reading/lost.ts';
import { textOfContent } from '../../agents/reading/titles.ts';
import type { MessageRecord, TranscriptInfo } from '../../agents/reading/types.ts';
import type { ArchiveInfo, ArchiveStore } from '../archive/types.ts';
import { messageOf, messagesOf, newestParts } from '../sessions/archivedSessions.ts';

/** A trace may be written a while after the message that it tells of. Milliseconds. */
const laterMs = 60_000;

/** The sessions that are listed, with transcripts or only kept. */
export class KnownSessions {
  readonly #transcripts: readonly TranscriptInfo[];
  readonly #kept: ReadonlyMap<string, ArchiveInfo>;
  readonly #ids: ReadonlySet<string>;
  readonly #archives: ArchiveStore;
  readonly #reader: TranscriptReader;
  readonly #context: StoreContext;
  /** Texts of the person in sessions that were read, by path. */
  readonly #said = new Map<string, ReadonlySet<string>>();

  constructor(
    all: { readonly transcripts: readonly TranscriptInfo[]; readonly archives: readonly ArchiveInfo[] },
    archives: ArchiveStore,
    reader: TranscriptReader,
    context: StoreContext,
  ) {
    this.#transcripts = all.transcripts;
    this.#kept = newestParts(all.archives);
    this.#ids = new Set([...this.#transcripts.map(({ sessionId }) => sessionId), ...this.#kept.keys()]);
    this.#archives = archives;
    this.#reader = reader;
    this.#context = context;
  }

  has(session: string): boolean {
    return this.#ids.has(session);
  }

  /** Returns a lost session without what is known of it; undefined if that is all, or if its transcript is there. */
  async without(lost: LostSession): Promise<LostSession | undefined> {
    const { sessionId } = lost;
    if (this.#transcripts.some((info) => info.sessionId === sessionId)) return undefined;
    const kept = this.#kept.get(sessionId);
    const until = kept ? Date.parse(kept.updated) + laterMs : -Infinity;
    const later = lost.messages.filter(({ timestamp }) => Date.parse(timestamp) > until);
    const messages = lost.isUnnamed ? await this.#unsaid(lost, later) : later;
    return isWorthKeeping(messages) ? { ...lost, messages } : undefined;
  }

  /** Leaves out what sessions of the same agent hold that were going on at that time. */
  async #unsaid({ agent, sessionId }: LostSession, messages: readonly MessageRecord[]) {
    const times = messages.map(({ timestamp }) => Date.parse(timestamp));
    const [first, last] = [Math.min(...times) - laterMs, Math.max(...times) + laterMs];
    const said = new Set<string>();
    const isThen = (from: number, to: number) => from <= last && to >= first;
    for (const info of this.#transcripts)
      if (info.agent === agent && isThen(info.startedAt, info.activeAt))
        for (const text of await this.#saidIn(info.path, () => this.#ofTranscript(info))) said.add(text);
    for (const kept of this.#kept.values()) {
      const isOther = kept.agent === agent && kept.session !== sessionId;
      if (isOther && isThen(Date.parse(kept.started), Date.parse(kept.updated)))
        for (const text of await this.#saidIn(kept.path, () => this.#ofArchive(kept))) said.add(text);
    }
    const { secrets } = this.#context;
    return messages.filter((message) => !said.has(secrets.text(textOfContent(message)).trim()));
  }

  async #saidIn(path: string, read: () => AsyncIterable<MessageRecord>): Promise<ReadonlySet<string>> {
    const known = this.#said.get(path);
    if (known) return known;
    const said = new Set<string>();
    for await (const message of read()) if (message.type === 'user') said.add(textOfContent(message).trim());
    this.#said.set(path, said);
    return said;
  }

  async *#ofTranscript(info: TranscriptInfo): AsyncGenerator<MessageRecord> {
    yield* (await this.#reader.stream(info, this.#context.secrets)).messages();
  }

  async *#ofArchive({ path }: ArchiveInfo): AsyncGenerator<MessageRecord> {
    for await (const message of messagesOf(this.#archives, basename(path, '.md'))) yield messageOf(message);
  }
}
