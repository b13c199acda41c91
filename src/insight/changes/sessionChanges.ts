import type { SessionInfo } from '../../history/sessions/types.ts';
import type { LineFlag } from './lineChange.ts';

/** A piece of a file that a session wrote. */
export interface WrittenPiece {
  /** Packed keys of its lines and of known lines around them. */
  readonly keys: string;
  /** One `LineFlag` per line. */
  readonly flags: string;
  /** Packed keys of the removed lines. */
  readonly removed: string;
  /** Packed keys of the lines that these replaced, where `ChangeEvent.after` is known; empty otherwise. */
  readonly before: string;
}

/**
 * Kinds of events: parts of a file changed (`edit`), the whole was written (`write`, `create` for a new file), it was
 * deleted, moved, reset to the commit (`discard`), overwritten with unknown text (`replace`) or possibly changed by a
 * program (`script`). The others affect the whole working tree: uncommitted work was discarded, the last or an earlier
 * commit reverted, or work committed.
 */
export const eventKinds = [
  ...(['edit', 'write', 'create', 'delete', 'move', 'discard', 'replace', 'script'] as const),
  ...(['discardAll', 'revertLast', 'revertAll', 'commit'] as const),
] as const;
export type EventKind = (typeof eventKinds)[number];

/** An action of a session on files. */
export interface ChangeEvent {
  readonly kind: EventKind;
  /** Absolute, with `/`; prefixed by `anywhere` where the folder is unknown; empty for the whole working tree. */
  readonly path: string;
  /** Milliseconds. */
  readonly at: number;
  /** Numbers of its message, from 1, and of the message with the request; 0 for none. */
  readonly entry: number;
  readonly asked: number;
  /** Id of the call, which identifies it in copies of the session; empty for none. */
  readonly call: string;
  readonly pieces?: readonly WrittenPiece[];
  /** Digest of all lines of the file after it, where the session knew them. */
  readonly after?: string;
  /** Target of a `move`. */
  readonly to?: string;
  /** For `script`: only lines that contain the pieces of one of these, in order, changed. */
  readonly holds?: readonly (readonly string[])[];
}

/** The file changes of a session, without any text of files. */
export interface SessionChanges {
  /** Requests that led to writes, by message number, one line each. */
  readonly requests: Readonly<Record<string, string>>;
  /** In order of time. */
  readonly events: readonly ChangeEvent[];
}

/** A session that was read. */
export interface IndexedSession {
  readonly info: SessionInfo;
  readonly changes: SessionChanges;
}

/** The origin of line `n` of a piece. */
export const flagAt = (flags: string, n: number): LineFlag => {
  const flag = flags.charAt(n);
  return flag === 'a' || flag === 'k' || flag === 'm' ? flag : 'u';
};

/** Reports whether an event counts as writing a file. */
export const writesFile = ({ kind, path, holds }: ChangeEvent): boolean =>
  path !== '' && kind !== 'commit' && kind !== 'discard' && (kind !== 'script' || holds !== undefined);
