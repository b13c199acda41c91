import type { JsonObject } from '../../disk/base/core.ts';
import type { MessageRecord, OpenTranscript, SubagentRecord, TranscriptSource } from './types.ts';

/*
 * A transcript that only grows is read on from a place in it instead of from its beginning. A place is the beginning of
 * a record with which a message begins, and before which all messages are complete: reading from there gives the rest of
 * what reading all of it gives. What comes later may still reach back, as a rewind does; then that is noticed, and the
 * transcript is read from an earlier place.
 */

/** A place where reading can go on. */
export interface ReadPlace {
  /** Offset of the record in the file. Bytes. */
  readonly bytes: number;
  /** Sum of the bytes just before it, by which a file that was written anew is noticed. */
  readonly sum: number;
  /** Number of records before it. */
  readonly records: number;
  /** What the agent's reader has to know of these. */
  readonly memory: JsonObject;
}

/** What is known of the records before those that are read. */
export type ReadBefore = Pick<ReadPlace, 'records' | 'memory'>;

/** The next place, by the line that the record fills. */
export interface NextPlace extends ReadBefore {
  readonly line: number;
}

/** The records from a place on. */
export interface ContinuedRecords {
  /** Yields the messages from the place on; calls `settled` once before the first that may still change. */
  readonly messages: (settled: () => void) => AsyncIterable<MessageRecord>;
  /** The last place in what was read; undefined if there is none. */
  readonly next: NextPlace | undefined;
  /** Number of lines read that have a line end. */
  readonly lines: number;
}

/** The subagents of a session; what they wrote is not divided. */
export interface Helpers {
  /** As in `TranscriptStream`. */
  readonly subagents: () => AsyncIterable<SubagentRecord>;
  /** Changes when what `subagents` yields does. */
  readonly state: () => Promise<string>;
}

/**
 * Reads the records from a place on, or from the beginning. Never throws on content. `reaches back` if records change
 * what was said before the place.
 */
export type ContinueTranscript = (
  open: OpenTranscript,
  source: TranscriptSource,
  before?: ReadBefore,
) => Promise<(ContinuedRecords & { readonly helpers: Helpers }) | 'reaches back'>;

/** The part of a transcript from a place on. */
export interface TranscriptRest {
  readonly messages: ContinuedRecords['messages'];
  readonly helpers: Helpers;
  readonly next: ReadPlace | undefined;
  /** Whether it was read to the end of the file. */
  readonly isAll: boolean;
  /** Offset at which it ends. Bytes. */
  readonly end: number;
}
