import { isObject } from '../disk/base/core.ts';
import { restoredMember } from './recordBodies.ts';
import type { PulledRecord, RecordVersion } from './types.ts';

/** Reports whether a version is later than another, or the other is undefined. */
export const isLater = (one: RecordVersion, other: RecordVersion | undefined): boolean =>
  other === undefined || one.time > other.time || (one.time === other.time && one.author > other.author);

/** Returns the version of a change made now: later than the previous one, whichever time the clock shows. */
export const nextVersion = (
  before: RecordVersion | undefined,
  now: number,
  author: string,
): RecordVersion => ({ time: Math.max(now, before ? before.time + 1 : now), author });

/** Key of an item among those of one owner. */
export const keyOf = ({ kind, id }: Pick<PulledRecord, 'kind' | 'id'>): string => `${kind} ${id}`;

/** Reports whether a message was restored after a deletion. */
export const isRestored = ({ kind, body, deleted }: PulledRecord): boolean =>
  kind === 'message' && !deleted && isObject(body) && body[restoredMember] === true;

/**
 * Reports whether a record replaces the known version of its key, a rule shared by the hub and all machines. Messages
 * are written once: only a later deletion or restoration replaces them. For everything else the last version wins.
 */
export const replaces = (
  record: PulledRecord,
  known: (Pick<RecordVersion, 'time'> & Partial<RecordVersion>) | undefined,
): boolean => {
  if (known === undefined) return true;
  if (record.kind !== 'message') return isLater(record, { author: '', ...known });
  return (record.deleted || isRestored(record)) && record.time > known.time;
};
