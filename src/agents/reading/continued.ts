import type { JsonObject } from '../../disk/base/core.ts';
import type {
  MessageRecord,
  ModelRequest,
  OpenTranscript,
  SessionHeader,
  SubagentRecord,
  TranscriptSource,
} from './types.ts';

/*
 * Reading of a transcript that only grows continues at a place instead of starting over. A place is the first record of
 * a message, and all messages before it are complete: reading from there returns the rest of what a full reading
 * returns. Later records may still reach back, as a rewind does; then reading starts at an earlier place.
 */

/** A place at which reading can continue. */
export interface ReadPlace {
  /** Offset of the record in the file. Bytes. */
  readonly bytes: number;
  /** Checksum of the bytes just before it, which reveals a rewritten file. */
  readonly sum: number;
  /** Number of records before it. */
  readonly records: number;
  /** What the agent's reader has to know of these. */
  readonly memory: JsonObject;
}

/** What is known about the records before a part. */
export type ReadBefore = Pick<ReadPlace, 'records' | 'memory'>;

/** The next place, given as the line that its record fills. */
export interface NextPlace extends ReadBefore {
  readonly line: number;
}

/** What the records say of the session besides its messages. */
export interface ContinuedFacts {
  /** Working folder of the session. */
  readonly cwd?: string;
  /** Only from readers that continue them. */
  readonly figures?: ContinuedFigures;
}

/** What is counted of a session besides its messages. */
export interface ContinuedFigures {
  /** Number of messages in rewound branches, in the whole session. */
  readonly rewound: number;
  /** The requests that follow the place; the whole session's are `SessionRecord.requests`. */
  readonly requests: readonly ModelRequest[];
  /** Number of these that precede the next place. */
  readonly settledRequests: number;
}

/** The header of the whole session, without requests. */
export interface ContinuedHeader {
  readonly header: SessionHeader;
  /** What to know at the next place of the records before it. */
  readonly settled: JsonObject;
}

/** Returns the header of a session; `before` is what was settled at the place from which it was read on. */
export type ContinueHeader = (before?: JsonObject) => Promise<ContinuedHeader>;

/** The records that follow a place. */
export interface ContinuedRecords {
  /** Yields the messages that follow the place; calls `settled` once, before the first that may still change. */
  readonly messages: (settled: () => void) => AsyncIterable<MessageRecord>;
  /** The last place in what was read; undefined if there is none. */
  readonly next: NextPlace | undefined;
  /** Undefined if they are not known from the place on. */
  readonly facts?: ContinuedFacts | undefined;
  /** Only from readers that continue it. */
  readonly header?: ContinueHeader | undefined;
  /** Number of lines read that have a line end. */
  readonly lines: number;
}

/** The subagents of a session; what they wrote is not divided. */
export interface Helpers {
  /** As in `TranscriptStream`. */
  readonly subagents: () => AsyncIterable<SubagentRecord>;
  /** Changes when what `subagents` yields does; empty if there are none. */
  readonly state: () => Promise<string>;
}

/**
 * Reads the records that follow a place, or all. Never throws on content. Returns `reaches back` if records change
 * earlier messages, and undefined if the transcript has to be read as a whole.
 */
export type ContinueTranscript = (
  open: OpenTranscript,
  source: TranscriptSource,
  before?: ReadBefore,
) => Promise<(ContinuedRecords & { readonly helpers: Helpers }) | 'reaches back' | undefined>;

/** The part of a transcript that follows a place. */
export interface TranscriptRest {
  readonly messages: ContinuedRecords['messages'];
  readonly helpers: Helpers;
  readonly next: ReadPlace | undefined;
  /** The line of the next place, counted from where reading began. */
  readonly nextLine: number | undefined;
  readonly facts: ContinuedFacts | undefined;
  readonly header: ContinueHeader | undefined;
  /** Whether it was read to the end of the file. */
  readonly isAll: boolean;
  /** Offset at which it ends. Bytes. */
  readonly end: number;
}

/** Place and amount of further reading. */
export interface GoingOn {
  /** Where to continue; default the beginning. */
  readonly from?: ReadPlace | undefined;
  readonly bytes?: number;
  /** Whether to read only if the reader also returns the figures of the session. */
  readonly needsFigures?: boolean;
  /** Whether to read only if the reader also returns the header of the session. */
  readonly needsHeader?: boolean;
  /** May yield to other work between pieces of the content. */
  readonly through?: (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>;
  /** May keep the content, without secrets, and read that. */
  readonly kept?: (open: OpenTranscript) => OpenTranscript;
  /** The session id known to the caller. */
  readonly session?: string | undefined;
}

/** What comes of reading a transcript on; undefined if it has to be read as a whole. */
export type ReadOn = Promise<TranscriptRest | 'reaches back' | undefined>;
