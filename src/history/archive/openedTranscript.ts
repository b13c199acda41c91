import { defined, StoreError } from '../../disk/base/core.ts';
import type { Secrets } from '../../disk/base/context.ts';
import { checksum } from '../../disk/files/checksum.ts';
import { foreignFile } from '../../disk/files/foreign.ts';
import { newline } from '../../disk/files/lines.ts';
import { openListed } from '../../disk/files/open.ts';
import type { TranscriptRest } from '../../agents/reading/continued.ts';
import type { MessageRecord, OpenTranscript, TranscriptStream } from '../../agents/reading/types.ts';
import { copied } from '../../agents/reading/lines.ts';
import { fileChunks, oneByOne, withoutSecrets } from '../../agents/reading/whole.ts';
import type { ArchivedPlace } from './archivedPlace.ts';
import type { NotedMessages, StoredMessages } from './storedMessages.ts';
import { chunksOfFile } from './fileLines.ts';
import { writeBytes } from './rawCopy.ts';
import type { ArchiveOptions, Transcript } from './types.ts';

/** More than this is not compared before archiving goes on. Bytes. */
const maxRestBytes = 16 * 1024 * 1024;

/** How a transcript is opened. */
interface Opening {
  /** File for the copy without secrets, which is written first and then read. */
  readonly copy: string;
  readonly options: ArchiveOptions;
  readonly secrets: Secrets;
  /** Where to go on; default the beginning. */
  readonly from: ArchivedPlace | undefined;
}

/** A transcript that is read from a copy without secrets. */
export interface OpenedTranscript {
  readonly stream: TranscriptStream;
  /** Number of secrets in the whole transcript. */
  readonly secrets: number;
  readonly progress: Progress;
  /** What is to be noted of the messages, until a place is reached. */
  readonly noted: NotedMessages;
  /** Returns where to go on once what was read is archived; undefined if it must be read as a whole. */
  readonly next: (messages: StoredMessages) => Promise<ArchivedPlace | undefined>;
}

/** Opens a transcript at a place; `reaches back` if what follows the place cannot be read by itself. */
export async function openTranscript(
  transcript: Transcript,
  opening: Opening,
): Promise<OpenedTranscript | 'reaches back'> {
  const { options, secrets, from } = opening;
  const copy = new MaskedCopy(opening);
  const { mtimeMs, open } = (await transcript.content?.()) ?? (await fileContent(transcript.path));
  const rest = await transcript.goOn?.(secrets, {
    ...defined({ from: from?.place, session: options.session }),
    needsHeader: true,
    kept: (masked) => () => copy.read(masked),
  });
  if (rest && rest !== 'reaches back' && rest.header) return restOf(rest, rest.header, copy, opening);
  if (from) return 'reaches back';
  const source = { path: transcript.path, mtimeMs, ...defined({ sessionId: options.session }) };
  const stream = await transcript.stream(() => copy.read(() => secrets.chunks(open())), source);
  const progress = new Progress(undefined);
  return {
    stream: withoutSecrets({ ...stream, messages: () => progress.of(() => stream.messages()) }, secrets),
    secrets: copy.masks.length,
    progress,
    noted: 'nothing',
    next: () => Promise.resolve(undefined),
  };
}

async function fileContent(path: string) {
  const stats = await foreignFile(path);
  if (stats) return { mtimeMs: stats.mtimeMs, open: () => fileChunks(path) };
  throw new StoreError('not_found', `There is no transcript at ${path}. Check the path.`, { path });
}

/** Reads a transcript from a place on. */
async function restOf(
  rest: TranscriptRest,
  headerOf: NonNullable<TranscriptRest['header']>,
  copy: MaskedCopy,
  { options, secrets, from }: Opening,
): Promise<OpenedTranscript | 'reaches back'> {
  if (from && !(await copy.beginsWith(from.rest))) return 'reaches back';
  const helpers = await rest.helpers.state();
  const { header, settled } = await headerOf(from?.header);
  const progress = new Progress(from);
  const isSame = helpers === from?.helpers && (options.compactSummary ?? '').trim() === '';
  const { masks: seen } = copy;
  const masks = [...new Set([...(from?.masks ?? []), ...seen])];
  const stream = {
    header,
    messages: () => progress.of(rest.messages),
    subagents: () => (isSame ? oneByOne([]) : rest.helpers.subagents()),
  };
  return {
    stream: { ...stream, header: withoutSecrets(stream, secrets).header },
    secrets: masks.length,
    progress,
    noted: rest.next ? 'ids' : from ? 'all' : 'nothing',
    next: async (messages) => {
      // Where there is no later place, it goes on at the same one.
      const { next: place = from?.place, nextLine: line = 0 } = rest;
      const counts = rest.next ? progress.settled : from;
      const after = place && counts && (await copy.after(line));
      if (!place || !counts || !after) return undefined;
      const { compactions, lastTime } = counts;
      const { sessionId: session } = header;
      const before = { session, header: settled, masks, helpers, compactions, lastTime };
      return { place, ...before, rest: after, messages };
    },
  };
}

interface Counts {
  readonly compactions: number;
  readonly lastTime: string;
}

/** Counts compactions, and notes the latest time, while messages are read. */
export class Progress {
  readonly #before: Counts;
  #lastTime = '';
  compactions = 0;
  /** What there was before the next place, once that was reached. */
  settled: Counts | undefined;
  /** Called at the next place. */
  onSettled: (() => void) | undefined;

  constructor(before: Counts = { compactions: 0, lastTime: '' }) {
    this.#before = before;
  }

  /** Latest time of a message before the part that is read. */
  get timeBefore(): string {
    return this.#before.lastTime;
  }

  /** Yields messages, counted anew. */
  async *of(messages: (settled: () => void) => AsyncIterable<MessageRecord>): AsyncGenerator<MessageRecord> {
    this.compactions = this.#before.compactions;
    this.#lastTime = this.#before.lastTime;
    this.settled = undefined;
    const settle = (): void => {
      this.settled = { compactions: this.compactions, lastTime: this.#lastTime };
      this.onSettled?.();
    };
    for await (const message of messages(settle)) {
      if (message.compaction) this.compactions++;
      if (message.timestamp > this.#lastTime) this.#lastTime = message.timestamp;
      yield message;
    }
  }
}

/** The content of a transcript without secrets, kept in a file when it is read first. */
class MaskedCopy {
  readonly #opening: Opening;
  #isWritten = false;
  /** Masks of the secrets in it, once it was read. */
  masks: readonly string[] = [];

  constructor(opening: Opening) {
    this.#opening = opening;
  }

  async *read(masked: OpenTranscript): AsyncGenerator<Uint8Array> {
    const { copy, secrets, options } = this.#opening;
    if (!this.#isWritten) {
      const { seen } = await secrets.counted(() => writeBytes(masked(), copy));
      this.masks = [...seen.keys()];
      this.#isWritten = true;
    }
    for await (const chunk of chunksOfFile(copy, 0, Infinity)) {
      options.signal?.throwIfAborted();
      yield chunk;
    }
  }

  /** Whether it begins with what is archived. */
  async beginsWith({ bytes, sum }: ArchivedPlace['rest']): Promise<boolean> {
    const file = await openListed(this.#opening.copy, Infinity);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0);
      return bytesRead === bytes && checksum(buffer) === sum;
    } finally {
      await file.close();
    }
  }

  /** Measures what follows the beginning of a line; undefined if it is too much to be compared. */
  async after(line: number): Promise<ArchivedPlace['rest'] | undefined> {
    const kept: Uint8Array[] = [];
    let [before, bytes] = [0, 0];
    for await (const chunk of chunksOfFile(this.#opening.copy, 0, Infinity)) {
      let from = 0;
      for (; before < line && from < chunk.length; before++) {
        const end = chunk.indexOf(newline, from);
        if (end === -1) break;
        from = end + 1;
      }
      if (before < line) continue;
      bytes += chunk.length - from;
      if (bytes > maxRestBytes) return undefined;
      kept.push(copied(chunk.subarray(from)));
    }
    const rest = Buffer.concat(kept);
    return { bytes: rest.length, sum: checksum(rest) };
  }
}
