import type { SessionInfo } from '../sessions/types.ts';
import type { LineFlag } from './lineChange.ts';

/** A piece of a file that a session wrote. */
export interface WrittenPiece {
  /** The keys of its lines, packed; also of those around it that the session tells of. */
  readonly keys: string;
  /** What is known of each of these lines: a `LineFlag` for each. */
  readonly flags: string;
  /** The keys of lines that stood there before and do not any more, packed. */
  readonly removed: string;
}

/**
 * What happened to a file: pieces of it changed; the whole of it was written (`create` where it was not there); it was
 * deleted, renamed, put back to what was committed (`discard`) or overwritten with text that nobody knows (`replace`); a
 * program may have changed it (`script`). The last are of the whole working tree, or of what is committed of it: what is
 * not committed was thrown away, the last commit or an earlier one undone.
 */
export const eventKinds = [
  ...(['edit', 'write', 'create', 'delete', 'move', 'discard', 'replace', 'script'] as const),
  ...(['discardAll', 'revertLast', 'revertAll', 'commit'] as const),
] as const;
export type EventKind = (typeof eventKinds)[number];

/** Something that a session did. */
export interface ChangeEvent {
  readonly kind: EventKind;
  /** Absolute, with `/`; begins as `anywhere` says where the folder is not known; empty for the whole working tree. */
  readonly path: string;
  /** Milliseconds. */
  readonly at: number;
  /** The message of the session that holds it, from 1, and the one with the person's request; 0 for none. */
  readonly entry: number;
  readonly asked: number;
  /** Of its call, by which it is known again in a copy of the session; empty where that has none. */
  readonly call: string;
  readonly pieces?: readonly WrittenPiece[];
  /** Of `move`. */
  readonly to?: string;
  /** Of `script`: it changed only lines that hold one of these, piece by piece. */
  readonly holds?: readonly (readonly string[])[];
}

/** What a session did to files, without the text of any. */
export interface SessionChanges {
  /** The requests that wrote something, by their message, on one line each. */
  readonly requests: Readonly<Record<string, string>>;
  /** In the order they were done. */
  readonly events: readonly ChangeEvent[];
}

/** A session that was read. */
export interface IndexedSession {
  readonly info: SessionInfo;
  readonly changes: SessionChanges;
}

/** The lines of a piece with what is known of each. */
export const flagAt = (flags: string, n: number): LineFlag => {
  const flag = flags.charAt(n);
  return flag === 'a' || flag === 'k' || flag === 'm' ? flag : 'u';
};

/** Whether an event is told of as one that wrote a file. */
export const writesFile = ({ kind, path, holds }: ChangeEvent): boolean =>
  path !== '' && kind !== 'commit' && kind !== 'discard' && (kind !== 'script' || holds !== undefined);
